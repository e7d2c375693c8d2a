import type { Part } from './part';

/** Kinds of activities that have no counterpart; people go on after them. */
export const WITHOUT_COUNTERPART = {
  EMAIL: 'E-mail is not sent here.',
  PUSH: 'Push notifications are not sent here.',
  CUSTOM:
    'No function or address is called: webhooks tell other systems of each text, and they can report events.',
  ContactCenter: 'No calls are made here.',
  Holdout: 'No share of people is held out: everyone goes on.',
} as const;

type Skipped = keyof typeof WITHOUT_COUNTERPART;
const SKIPPED = Object.keys(WITHOUT_COUNTERPART) as Skipped[];

/** Activities of a journey, by id. */
export class Activities {
  constructor(private readonly map: Part) {}

  get all(): Array<[string, Part]> {
    return this.map.members;
  }

  find(id: string): Part {
    return this.map.at(id);
  }

  /** Returns the kind of an activity that has no counterpart; `undefined` for all others. */
  skippedKind(id: string): Skipped | undefined {
    return SKIPPED.find((kind) => this.find(id).at(kind).isGiven);
  }

  /** Returns true when a text is on a path that begins with an activity. */
  hasText(id: string | undefined, seen = new Set<string>()): boolean {
    if (id === undefined || seen.has(id)) return false;
    seen.add(id);
    return this.find(id).at('SMS').isGiven || this.nextOf(id).some((next) => this.hasText(next, seen));
  }

  /** Returns the first activity from an id on that has a counterpart. */
  firstOf(id: string | undefined): string | undefined {
    let current = id;
    for (let count = 0; current !== undefined && count <= this.all.length; count += 1) {
      const kind = this.skippedKind(current);
      if (kind === undefined) return current;
      current = this.find(current).at(kind, 'NextActivity').text;
    }
    return current;
  }

  private nextOf(id: string): string[] {
    const activity = this.find(id);
    const kinds = ['SMS', 'Wait', ...SKIPPED].map((kind) => activity.at(kind, 'NextActivity'));
    const ways = [
      ...kinds,
      activity.at('ConditionalSplit', 'TrueActivity'),
      activity.at('ConditionalSplit', 'FalseActivity'),
      activity.at('MultiCondition', 'DefaultActivity'),
      ...['MultiCondition', 'RandomSplit'].flatMap((kind) =>
        activity.at(kind, 'Branches').items.map((branch) => branch.at('NextActivity')),
      ),
    ];
    return ways.flatMap(({ text }) => text ?? []);
  }
}
