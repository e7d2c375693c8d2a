/**
 * Part of a Pinpoint document with its place. A member that is absent, null or of another type than the one that is
 * asked for reads as absent, so that a document of any form can be read.
 */
export class Part {
  constructor(
    private readonly value: unknown,
    /** JSON pointer; empty for the whole document. */
    readonly pointer: string,
  ) {}

  get isGiven(): boolean {
    return this.value !== undefined && this.value !== null && this.value !== '';
  }

  /** Text; the empty one counts as absent. */
  get text(): string | undefined {
    return typeof this.value === 'string' && this.value !== '' ? this.value : undefined;
  }

  get number(): number | undefined {
    return typeof this.value === 'number' ? this.value : undefined;
  }

  get flag(): boolean | undefined {
    return typeof this.value === 'boolean' ? this.value : undefined;
  }

  get items(): Part[] {
    return Array.isArray(this.value)
      ? this.value.map((item: unknown, index) => new Part(item, `${this.pointer}/${index}`))
      : [];
  }

  /** Members with a value, by name. */
  get members(): Array<[string, Part]> {
    if (!isObject(this.value)) return [];
    return Object.keys(this.value)
      .map((name): [string, Part] => [name, this.at(name)])
      .filter(([, part]) => part.isGiven);
  }

  /** Member at a path, absent or not. */
  at(...names: string[]): Part {
    const [name, ...others] = names;
    if (name === undefined) return this;
    const value = isObject(this.value) && Object.hasOwn(this.value, name) ? this.value[name] : undefined;
    return new Part(value, `${this.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).at(
      ...others,
    );
  }

  /** The same part as a document of its own. */
  get asDocument(): Part {
    return new Part(this.value, '');
  }

  /** Texts of a list. */
  get texts(): string[] {
    return this.items.flatMap(({ text }) => text ?? []);
  }

  /** Every value below that is neither object nor list. */
  get leaves(): Part[] {
    if (!this.isGiven) return [];
    if (typeof this.value !== 'object') return [this];
    return [...this.items, ...this.members.map(([, part]) => part)].flatMap((part) => part.leaves);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
