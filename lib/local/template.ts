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
interface Reference {
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
  readonly #outputs: Readonly<Record<string, unknown>>;
  readonly #references = new Map<string, Reference>();

  constructor(document: unknown) {
    const { Resources: resources, Outputs: outputs = {} } = asRecord(document, 'the template');
    this.#outputs = asRecord(outputs, 'Outputs');
    this.#resources = new Map(
      Object.entries(asRecord(resources, 'Resources')).map(([logicalId, value]) => [
        logicalId,
        toResource(logicalId, value),
      ]),
    );
  }

  static load(path: string): Template {
    return new Template(JSON.parse(readFileSync(path, 'utf8')));
  }

  /** Returns the resources of one type, in the template's order. */
  resources(type: string): TemplateResource[] {
    return [...this.#resources.values()].filter((resource) => resource.type === type);
  }

  /** Returns the only resource of a type. */
  onlyResource(type: string): TemplateResource {
    const [resource, ...others] = this.resources(type);
    if (resource === undefined || others.length > 0) {
      throw new TemplateError(`The local cloud expects exactly one ${type} in the template.`);
    }
    return resource;
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
    const [logicalId, ...others] = new Set(collectNames(value).filter((name) => this.#resources.has(name)));
    return logicalId === undefined || others.length > 0 ? undefined : this.#resources.get(logicalId);
  }

  /** Returns the value with every intrinsic replaced, in arrays and objects too. */
  resolve(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (!isRecord(value)) return value;
    const intrinsic = intrinsicOf(value);
    if (intrinsic !== undefined) return this.#resolveIntrinsic(intrinsic.name, intrinsic.argument);
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
      default:
        throw new TemplateError(`The local cloud does not know the intrinsic ${name}.`);
    }
  }

  #resolveRef(name: string): unknown {
    return PSEUDO_PARAMETERS[name] ?? this.#referenceOf(name).ref;
  }

  #resolveAttribute(logicalId: string, attribute: string): string {
    const value = this.#referenceOf(logicalId).attributes[attribute];
    if (value === undefined) throw new TemplateError(`The local cloud has no ${attribute} of ${logicalId}.`);
    return value;
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
}

/** Returns what a value refers to, by `Ref` and `Fn::GetAtt`. */
function collectNames(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(collectNames);
  if (!isRecord(value)) return [];
  const { name, argument } = intrinsicOf(value) ?? {};
  if (name === 'Ref') return [asText(argument, 'Ref')];
  if (name === 'Fn::GetAtt') return [parseGetAtt(argument)[0]];
  return Object.values(value).flatMap(collectNames);
}

function intrinsicOf(value: Record<string, unknown>): { name: string; argument: unknown } | undefined {
  const [entry, ...others] = Object.entries(value);
  if (entry === undefined || others.length > 0) return undefined;
  const [name, argument] = entry;
  return name === 'Ref' || name.startsWith('Fn::') ? { name, argument } : undefined;
}

function parseGetAtt(argument: unknown): [logicalId: string, attribute: string] {
  const [logicalId, attribute] = asTexts(argument, 'Fn::GetAtt');
  if (logicalId === undefined || attribute === undefined) {
    throw new TemplateError(`Fn::GetAtt ${JSON.stringify(argument)} names no attribute.`);
  }
  return [logicalId, attribute];
}

function toResource(logicalId: string, value: unknown): TemplateResource {
  const { Type: type, Properties: properties = {}, Metadata: metadata = {} } = asRecord(value, logicalId);
  return {
    logicalId,
    type: asText(type, `${logicalId}.Type`),
    properties: asRecord(properties, `${logicalId}.Properties`),
    metadata: asRecord(metadata, `${logicalId}.Metadata`),
  };
}

function asRecord(value: unknown, what: string): Record<string, unknown> {
  if (!isRecord(value)) throw new TemplateError(`${what} is not an object.`);
  return value;
}

function asText(value: unknown, what: string): string {
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw new TemplateError(`${what} is not a text: ${JSON.stringify(value)}.`);
  }
  return String(value);
}

function asTexts(value: unknown, what: string): string[] {
  if (!Array.isArray(value)) throw new TemplateError(`${what} is not a list: ${JSON.stringify(value)}.`);
  return value.map((item) => asText(item, what));
}

function asPair(value: unknown, what: string): [unknown, unknown] {
  if (!Array.isArray(value) || value.length !== 2) {
    throw new TemplateError(`${what} needs two arguments: ${JSON.stringify(value)}.`);
  }
  return [value[0], value[1]];
}

/** Addresses of the parts of the local cloud, without a slash at the end. */
interface CloudAddresses {
  /** Address of the HTTP API. */
  baseUrl: string;
  /** Origin of queue URLs. */
  sqs: string;
}

const NAME_PROPERTIES: Readonly<Record<string, string>> = {
  'AWS::DynamoDB::GlobalTable': 'TableName',
  'AWS::Events::EventBus': 'Name',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::SQS::Queue': 'QueueName',
};

/** Sets the name of each of the template's resources in the local cloud. */
export function setLocalReferences(template: Template, addresses: CloudAddresses): void {
  for (const resource of template.allResources()) {
    template.setReference(resource.logicalId, localReference(resource, addresses));
  }
}

/** Returns the physical name: the one that the template sets, else the logical id. */
export function physicalName(resource: TemplateResource): string {
  const given = resource.properties[NAME_PROPERTIES[resource.type] ?? ''];
  return typeof given === 'string' ? given : resource.logicalId;
}

/** Returns the values of `Ref` and `Fn::GetAtt`, in the shapes of AWS, since functions read the parts of an ARN. */
export function localReference(resource: TemplateResource, addresses: CloudAddresses): Reference {
  const name = physicalName(resource);
  switch (resource.type) {
    case 'AWS::SQS::Queue': {
      const url = `${addresses.sqs}/${LOCAL_ACCOUNT_ID}/${name}`;
      return { ref: url, attributes: { Arn: arn('sqs', name), QueueName: name, QueueUrl: url } };
    }
    case 'AWS::SNS::Topic':
      return { ref: arn('sns', name), attributes: { TopicArn: arn('sns', name), TopicName: name } };
    case 'AWS::S3::Bucket': {
      const bucket = name.toLowerCase();
      return {
        ref: bucket,
        attributes: {
          Arn: `arn:aws:s3:::${bucket}`,
          DomainName: `${bucket}.s3.amazonaws.com`,
          RegionalDomainName: `${bucket}.s3.${LOCAL_REGION}.amazonaws.com`,
        },
      };
    }
    case 'AWS::DynamoDB::GlobalTable': {
      const tableArn = arn('dynamodb', `table/${name}`);
      return { ref: name, attributes: { Arn: tableArn, StreamArn: `${tableArn}/stream/local` } };
    }
    case 'AWS::Lambda::Function':
      return { ref: name, attributes: { Arn: arn('lambda', `function:${name}`) } };
    case 'AWS::Events::EventBus':
      return { ref: name, attributes: { Arn: arn('events', `event-bus/${name}`), Name: name } };
    case 'AWS::ApiGatewayV2::Api':
      return { ref: 'local', attributes: { ApiId: 'local', ApiEndpoint: addresses.baseUrl } };
    default:
      return { ref: name, attributes: { Arn: arn('local', name), Id: name, Name: name } };
  }
}

export function arn(service: string, resource: string): string {
  return `arn:aws:${service}:${LOCAL_REGION}:${LOCAL_ACCOUNT_ID}:${resource}`;
}
