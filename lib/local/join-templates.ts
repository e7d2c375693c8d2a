/** Template of a stack, as far as it is joined with others. */
export interface StackTemplate {
  Resources: Record<string, { Type: string }>;
  Outputs?: Record<string, { Value: unknown; Export?: { Name: string } }>;
  [section: string]: unknown;
}

/** Resource that the CDK adds to each stack under the same logical id. */
const CDK_METADATA = 'AWS::CDK::Metadata';

/**
 * Joins the templates of stacks that name resources of each other: as one stack, in which each name is that of its own
 * resource. The local service runs from it, and tests read it.
 *
 * @param templates by the name of their stack
 * @throws Error for two resources or outputs of one name, and for a name that no stack has
 */
export function joinTemplates(templates: ReadonlyMap<string, StackTemplate>): StackTemplate {
  const outputs = new Outputs(templates);
  const joined: StackTemplate = { Resources: {}, Outputs: {} };
  for (const { Resources: resources, Outputs: _, ...others } of templates.values()) {
    for (const [id, resource] of Object.entries(resources)) {
      if (resource.Type === CDK_METADATA) continue;
      if (id in joined.Resources) throw new Error(`Two stacks have a resource ${id}`);
      joined.Resources[id] = outputs.fillIn(resource) as { Type: string };
    }
    for (const [section, content] of Object.entries(others)) {
      joined[section] = { ...(joined[section] as object | undefined), ...(content as object) };
    }
  }
  return { ...joined, Outputs: outputs.ofStage };
}

/** Outputs of all stacks: those that stacks have for each other, and those of the stage. */
class Outputs {
  readonly ofStage: NonNullable<StackTemplate['Outputs']> = {};
  /** Values by export, or by stack and output. */
  readonly #shared = new Map<string, unknown>();

  constructor(templates: ReadonlyMap<string, StackTemplate>) {
    for (const [stack, { Outputs: outputs = {} }] of templates) {
      for (const [name, output] of Object.entries(outputs)) {
        if (output.Export) this.#shared.set(output.Export.Name, output.Value);
        this.#shared.set(`${stack}:${name}`, output.Value);
      }
    }
    for (const { Outputs: outputs = {} } of templates.values()) {
      for (const [name, output] of Object.entries(outputs)) {
        if (IS_FOR_STACKS.test(name)) continue;
        if (name in this.ofStage) throw new Error(`Two stacks have an output ${name}`);
        this.ofStage[name] = this.fillIn(output) as { Value: unknown };
      }
    }
  }

  /** Returns a part of a template in which the outputs of other stacks are the resources that they stand for. */
  fillIn(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((one) => this.fillIn(one));
    if (typeof part !== 'object' || part === null) return part;
    const [[key, of] = []] = Object.entries(part);
    const name = key === undefined ? undefined : nameOfOutput(key, of);
    if (name === undefined) {
      return Object.fromEntries(Object.entries(part).map(([field, one]) => [field, this.fillIn(one)]));
    }
    if (!this.#shared.has(name)) throw new Error(`No stack has the output ${name}`);
    return this.fillIn(this.#shared.get(name));
  }
}

/** Names that the CDK gives to outputs for other stacks. */
const IS_FOR_STACKS = /^(Exports|Publish)Output/;

/** Returns the name of the output that a function of CloudFormation reads; `undefined` for another function. */
function nameOfOutput(key: string, of: unknown): string | undefined {
  if (key === 'Fn::ImportValue') return of as string;
  if (key !== 'Fn::GetStackOutput') return undefined;
  const { StackName: stack, OutputName: output } = of as { StackName: string; OutputName: string };
  return `${stack}:${output}`;
}
