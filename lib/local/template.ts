import { readFileSync } from 'node:fs';
import { isRecord } from '../../shared/platform/is-record';

/** Region and account in every ARN of the local cloud; fauxqs uses the same account. */
export const LOCAL_REGION = 'us-east-1';
export const LOCAL_ACCOUNT_ID = '000000000000';

const PSEUDO_PARAMETERS: Readonly<Record<string, string>> = {
  'AWS::Region': LOCAL_REGION,
  'AWS::AccountId': LOCAL_ACCOUNT_ID,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::StackName': 'local',
  'AWS::StackId': `arn:aws:cloudformation:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:stack/local/0`,
};

/** Values of `Ref` and `Fn::GetAtt` of one resource in the local cloud. */
export interface Reference {
  ref: string;
  attributes: Readonly<Record<string, string>>;
}

export interface TemplateResource {
  logicalId: string;
  type: string;
  /** Properties as synthesised, with intrinsics, which `Template.resolve` replaces by values. */
  properties: Readonly<Record<string, unknown>>;
  metadata: Readonly<Record<string, unknown>>;
}

/** Error of a template that the local cloud cannot run: the message names the resource or the intrinsic. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/**
 * Synthesised CloudFormation template, with intrinsics resolved against the local cloud.
 *
 * Everything that the local cloud cannot resolve is an error, never an empty string: a wrong ARN would only be noticed
 * much later, as a message that never arrives.
 */
export class Template {
  readonly #resources: ReadonlyMap<string, TemplateResource>;
  readonly #parameters: Readonly<Record<string, unknown>>;
  readonly #outputs: Readonly<Record<string, unknown>>;
  readonly #references = new Map<string, Reference>();

  constructor(document: unknown) {
    const {
      Resources: resources,
      Parameters: parameters,
      Outputs: outputs,
    } = asRecord(document, 'the template');
    this.#outputs = outputs === undefined ? {} : asRecord(outputs, 'Outputs');
    this.#resources = new Map(
      Object.entries(asRecord(resources, 'Resources')).map(([logicalId, value]) => [
        logicalId,
        toResource(logicalId, value),
      ]),
    );
    this.#parameters = parameters === undefined ? {} : asRecord(parameters, 'Parameters');
  }

  static load(path: string): Template {
    return new Template(JSON.parse(readFileSync(path, 'utf8')));
  }

  /** Returns the resources of one type, in the template's order. */
  resources(type: string): TemplateResource[] {
    return [...this.#resources.values()].filter((resource) => resource.type === type);
  }

  allResources(): TemplateResource[] {
    return [...this.#resources.values()];
  }

  resource(logicalId: string): TemplateResource | undefined {
    return this.#resources.get(logicalId);
  }

  /** Returns the values of the stack's outputs, by their names. */
  outputs(): Record<string, string> {
    return Object.fromEntries(
      Object.entries(this.#outputs).map(([name, output]) => {
        const { Value: value } = asRecord(output, `the output ${name}`);
        return [name, asText(this.resolve(value), name)];
      }),
    );
  }

  /** Sets the values of `Ref` and `Fn::GetAtt` of a resource. */
  setReference(logicalId: string, reference: Reference): void {
    if (!this.#resources.has(logicalId)) {
      throw new TemplateError(`The template has no resource ${logicalId}.`);
    }
    this.#references.set(logicalId, reference);
  }

  /**
   * Returns the resource that a property points to by `Ref`, `Fn::GetAtt`, or text that holds exactly one such
   * reference (API Gateway's `integrations/<Ref>`); undefined when it is a plain value or points to several.
   */
  referencedResource(value: unknown): TemplateResource | undefined {
    const [logicalId, ...others] = new Set(this.#collectReferences(value));
    return logicalId === undefined || others.length > 0 ? undefined : this.#resources.get(logicalId);
  }

  /** Returns the value with every intrinsic replaced, in arrays and objects too. */
  resolve(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map((item) => this.resolve(item));
    }
    if (!isRecord(value)) {
      return value;
    }
    const intrinsic = intrinsicOf(value);
    if (intrinsic !== undefined) {
      return this.#resolveIntrinsic(intrinsic.name, intrinsic.argument);
    }
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.resolve(item)]));
  }

  #resolveIntrinsic(name: string, argument: unknown): unknown {
    switch (name) {
      case 'Ref':
        return this.#resolveRef(asText(argument, 'Ref'));
      case 'Fn::GetAtt': {
        const [logicalId, attribute] = parseGetAtt(argument);
        return this.#resolveAttribute(logicalId, attribute);
      }
      case 'Fn::Join': {
        const [separator, items] = asPair(argument, name);
        return asTexts(this.resolve(items), name).join(asText(separator, name));
      }
      case 'Fn::Sub':
        return this.#resolveSub(argument);
      case 'Fn::Select': {
        const [index, items] = asPair(argument, name);
        const list = asTexts(this.resolve(items), name);
        const chosen = list[Number(this.resolve(index))];
        if (chosen === undefined) {
          throw new TemplateError(
            `Fn::Select ${JSON.stringify(index)} is outside of ${JSON.stringify(list)}.`,
          );
        }
        return chosen;
      }
      case 'Fn::Split': {
        const [separator, text] = asPair(argument, name);
        return asText(this.resolve(text), name).split(asText(separator, name));
      }
      default:
        throw new TemplateError(`The local cloud does not know the intrinsic ${name}.`);
    }
  }

  #resolveRef(name: string): unknown {
    const pseudo = PSEUDO_PARAMETERS[name];
    if (pseudo !== undefined) {
      return pseudo;
    }
    const parameter = this.#parameters[name];
    if (parameter !== undefined) {
      return asRecord(parameter, name).Default;
    }
    return this.#referenceOf(name).ref;
  }

  #resolveAttribute(logicalId: string, attribute: string): string {
    const value = this.#referenceOf(logicalId).attributes[attribute];
    if (value === undefined) {
      throw new TemplateError(`The local cloud has no ${attribute} of ${logicalId}.`);
    }
    return value;
  }

  #resolveSub(argument: unknown): string {
    const [text, rawVariables] = Array.isArray(argument) ? asPair(argument, 'Fn::Sub') : [argument, {}];
    const variables = asRecord(rawVariables, 'Fn::Sub');
    return asText(text, 'Fn::Sub').replace(SUB_VARIABLE, (whole, literal: string, name: string) => {
      if (literal === '!') {
        return whole.replace('!', '');
      }
      if (Object.hasOwn(variables, name)) {
        return asText(this.resolve(variables[name]), `Fn::Sub \${${name}}`);
      }
      const [logicalId, ...attribute] = name.split('.');
      return attribute.length === 0
        ? asText(this.#resolveRef(name), `Fn::Sub \${${name}}`)
        : this.#resolveAttribute(logicalId ?? '', attribute.join('.'));
    });
  }

  #referenceOf(logicalId: string): Reference {
    const reference = this.#references.get(logicalId);
    if (reference === undefined) {
      const resource = this.#resources.get(logicalId);
      throw new TemplateError(
        resource === undefined
          ? `The template refers to ${logicalId}, which it does not contain.`
          : `The local cloud has no value for ${logicalId} (${resource.type}).`,
      );
    }
    return reference;
  }

  #collectReferences(value: unknown): string[] {
    return collectNames(value).filter((name) => this.#resources.has(name));
  }
}

const SUB_VARIABLE = /\$\{(!?)([^}]*)\}/g;

function collectNames(value: unknown): string[] {
  if (Array.isArray(value)) {
    return value.flatMap(collectNames);
  }
  if (!isRecord(value)) {
    return [];
  }
  const intrinsic = intrinsicOf(value);
  switch (intrinsic?.name) {
    case 'Ref':
      return [asText(intrinsic.argument, 'Ref')];
    case 'Fn::GetAtt':
      return [parseGetAtt(intrinsic.argument)[0]];
    case 'Fn::Sub': {
      const text: unknown = Array.isArray(intrinsic.argument) ? intrinsic.argument[0] : intrinsic.argument;
      const names = [...asText(text, 'Fn::Sub').matchAll(SUB_VARIABLE)]
        .filter(([, literal]) => literal !== '!')
        .map(([, , name]) => (name ?? '').split('.')[0] ?? '');
      return [...names, ...(Array.isArray(intrinsic.argument) ? collectNames(intrinsic.argument[1]) : [])];
    }
    default:
      return Object.values(value).flatMap(collectNames);
  }
}

function intrinsicOf(value: Record<string, unknown>): { name: string; argument: unknown } | undefined {
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0) {
    return undefined;
  }
  const [name, argument] = entry;
  return name === 'Ref' || name.startsWith('Fn::') ? { name, argument } : undefined;
}

function parseGetAtt(argument: unknown): [logicalId: string, attribute: string] {
  const parts = typeof argument === 'string' ? argument.split('.') : asTexts(argument, 'Fn::GetAtt');
  const [logicalId, ...attribute] = parts;
  if (logicalId === undefined || attribute.length === 0) {
    throw new TemplateError(`Fn::GetAtt ${JSON.stringify(argument)} names no attribute.`);
  }
  return [logicalId, attribute.join('.')];
}

function toResource(logicalId: string, value: unknown): TemplateResource {
  const { Type: type, Properties: properties, Metadata: metadata } = asRecord(value, logicalId);
  return {
    logicalId,
    type: asText(type, `${logicalId}.Type`),
    properties: properties === undefined ? {} : asRecord(properties, `${logicalId}.Properties`),
    metadata: metadata === undefined ? {} : asRecord(metadata, `${logicalId}.Metadata`),
  };
}

function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (!isRecord(value)) {
    throw new TemplateError(`${what} is not an object.`);
  }
  return value;
}

function asText(value: unknown, what: string): string {
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new TemplateError(`${what} is not a text: ${JSON.stringify(value)}.`);
  }
  return String(value);
}

function asTexts(value: unknown, what: string): string[] {
  if (!Array.isArray(value)) {
    throw new TemplateError(`${what} is not a list: ${JSON.stringify(value)}.`);
  }
  return value.map((item) => asText(item, what));
}

function asPair(value: unknown, what: string): [unknown, unknown] {
  if (!Array.isArray(value) || value.length !== 2) {
    throw new TemplateError(`${what} needs two arguments: ${JSON.stringify(value)}.`);
  }
  return [value[0], value[1]];
}
