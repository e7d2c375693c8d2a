import { type EventPattern, parseEventPattern } from './event-pattern';
import { type Template, TemplateError, type TemplateResource } from './template';

/** Function that invokes the function of a resource and returns its result; throws what it throws. */
export type InvokeFunction = (functionLogicalId: string, event: unknown) => Promise<unknown>;

/** Background work that runs until it is stopped. */
export interface Poller {
  /** Starts nothing new and waits, a bounded time, for what is running. */
  stop(): Promise<void>;
}

type LogFields = Record<string, string | number | boolean | undefined>;

export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, error: unknown, fields?: LogFields): void;
}

/** Queue and the function that consumes it. */
export interface QueueMapping {
  logicalId: string;
  functionLogicalId: string;
  queueUrl: string;
  queueArn: string;
  batchSize: number;
  maxBatchingWindowSeconds: number;
  /** Limit of concurrent invocations. */
  maxConcurrency: number;
  reportsBatchItemFailures: boolean;
}

/** The table's stream and the function that consumes it. */
export interface StreamMapping {
  logicalId: string;
  functionLogicalId: string;
  functionArn: string;
  streamArn: string;
  batchSize: number;
  startingPosition: 'TRIM_HORIZON' | 'LATEST';
  bisectBatchOnFunctionError: boolean;
  /** Absent: retries until it succeeds. */
  maxRetryAttempts: number | undefined;
  reportsBatchItemFailures: boolean;
  /** Queue that gets the description of a batch after its last retry. */
  onFailureQueueUrl: string | undefined;
  /** Filters of which at least one must match a record; none: every record is passed on. */
  filters: EventPattern[];
}

/** Rule of a bus that passes events to queues. */
export interface BusRule {
  logicalId: string;
  busName: string;
  pattern: EventPattern;
  queueUrls: string[];
}

export interface ScheduleSpec {
  logicalId: string;
  functionLogicalId: string;
  intervalMs: number;
  /** Input of the function; absent: the scheduler's own event. */
  input: unknown;
}

const DEFAULT_BATCH_SIZE = { queue: 10, stream: 100 };
/** Default concurrency. Lambda itself would go up to its account's limit: far more than two cores can run. */
const LOCAL_CONCURRENCY = 5;

export function readQueueMappings(template: Template): QueueMapping[] {
  return eventSourceMappings(template, 'AWS::SQS::Queue').map(({ common, source, properties }) => {
    if (properties.FilterCriteria !== undefined) {
      throw new TemplateError(`${common.logicalId}: the local cloud filters streams only, not queues.`);
    }
    const scaling = (properties.ScalingConfig ?? {}) as { MaximumConcurrency?: unknown };
    return {
      ...common,
      queueUrl: queueUrlOf(template, source),
      queueArn: attributeOf(template, source, 'Arn'),
      batchSize: Number(properties.BatchSize ?? DEFAULT_BATCH_SIZE.queue),
      maxBatchingWindowSeconds: Number(properties.MaximumBatchingWindowInSeconds ?? 0),
      maxConcurrency: Number(scaling.MaximumConcurrency ?? LOCAL_CONCURRENCY),
    };
  });
}

/**
 * Reads the mappings of the table's stream. Their batching window is left out: it only saves invocations, and the local
 * cloud passes records on at once.
 */
export function readStreamMappings(template: Template): StreamMapping[] {
  return eventSourceMappings(template, 'AWS::DynamoDB::GlobalTable').map(
    ({ resource, common, source, properties }) => {
      const { logicalId } = common;
      const config = (resource.properties.DestinationConfig ?? {}) as {
        OnFailure?: { Destination?: unknown };
      };
      const onFailure = config.OnFailure;
      const criteria = (properties.FilterCriteria ?? {}) as { Filters?: Array<{ Pattern: string }> };
      const retries = Number(properties.MaximumRetryAttempts ?? -1);
      return {
        ...common,
        functionArn: attributeOf(template, { logicalId: common.functionLogicalId }, 'Arn'),
        streamArn: attributeOf(template, source, 'StreamArn'),
        batchSize: Number(properties.BatchSize ?? DEFAULT_BATCH_SIZE.stream),
        startingPosition: properties.StartingPosition === 'LATEST' ? 'LATEST' : 'TRIM_HORIZON',
        bisectBatchOnFunctionError: properties.BisectBatchOnFunctionError === true,
        maxRetryAttempts: retries < 0 ? undefined : retries,
        onFailureQueueUrl: onFailure && queueOf(template, logicalId, onFailure.Destination),
        filters: (criteria.Filters ?? []).map(({ Pattern: text }) => parseEventPattern(JSON.parse(text))),
      };
    },
  );
}

/**
 * Reads the rules of the template's buses.
 *
 * @throws TemplateError for a rule whose events go elsewhere than to queues, or not unchanged
 */
export function readBusRules(template: Template): BusRule[] {
  return enabled(template, 'AWS::Events::Rule').map(({ logicalId, properties: unresolved }) => {
    const properties = template.resolve(unresolved) as Record<string, unknown>;
    if (properties.ScheduleExpression !== undefined) {
      throw new TemplateError(`${logicalId}: the local cloud runs schedules of EventBridge Scheduler only.`);
    }
    return {
      logicalId,
      busName: busNameOf(properties.EventBusName ?? 'default'),
      pattern: parseEventPattern(properties.EventPattern),
      queueUrls: asList(unresolved.Targets).map((value) => {
        const target = value as Record<string, unknown>;
        const change = ['Input', 'InputPath', 'InputTransformer'].find((name) => name in target);
        if (change === undefined) return queueOf(template, logicalId, target.Arn);
        throw new TemplateError(
          `${logicalId}: the local cloud delivers events unchanged, without ${change}.`,
        );
      }),
    };
  });
}

export function readSchedules(template: Template): ScheduleSpec[] {
  return enabled(template, 'AWS::Scheduler::Schedule').map(({ logicalId, properties: unresolved }) => {
    const properties = template.resolve(unresolved) as Record<string, unknown>;
    const { Input: input } = properties.Target as { Input?: unknown };
    if (input !== undefined && (typeof input !== 'string' || input.includes('<aws.scheduler.'))) {
      throw new TemplateError(
        `${logicalId}: the input of a schedule must be JSON without context attributes.`,
      );
    }
    const { Arn: target } = unresolved.Target as { Arn?: unknown };
    return {
      logicalId,
      functionLogicalId: functionOf(template, logicalId, target),
      intervalMs: parseRate(logicalId, String(properties.ScheduleExpression)),
      input: input === undefined ? undefined : (JSON.parse(input) as unknown),
    };
  });
}

/** Returns the name of a bus that is given by its name or by its ARN. */
export function busNameOf(nameOrArn: unknown): string {
  return String(nameOrArn).replace(/^arn:.*:event-bus\//, '');
}

/** Returns the resources of a type that are not switched off. */
function enabled(template: Template, type: string): TemplateResource[] {
  return template
    .resources(type)
    .filter(({ properties }) => properties.State !== 'DISABLED' && properties.Enabled !== false);
}

function eventSourceMappings(template: Template, sourceType: string) {
  return enabled(template, 'AWS::Lambda::EventSourceMapping').flatMap((resource) => {
    const { logicalId } = resource;
    const source = template.referencedResource(resource.properties.EventSourceArn);
    if (source === undefined) {
      throw new TemplateError(`${logicalId}: its event source is not in the template.`);
    }
    if (source.type !== 'AWS::SQS::Queue' && source.type !== 'AWS::DynamoDB::GlobalTable') {
      throw new TemplateError(`${logicalId}: the local cloud has no event source ${source.type}.`);
    }
    if (source.type !== sourceType) return [];
    const properties = template.resolve(resource.properties) as Record<string, unknown>;
    const common = {
      logicalId,
      functionLogicalId: functionOf(template, logicalId, resource.properties.FunctionName),
      reportsBatchItemFailures: asList(properties.FunctionResponseTypes).includes('ReportBatchItemFailures'),
    };
    return [{ resource, source, properties, common }];
  });
}

/** Returns the function that a value refers to. Locally an alias or a version stands for the function itself. */
function functionOf(template: Template, owner: string, value: unknown): string {
  const target = template.referencedResource(value);
  switch (target?.type) {
    case 'AWS::Lambda::Function':
      return target.logicalId;
    case 'AWS::Lambda::Alias':
    case 'AWS::Lambda::Version':
      return functionOf(template, owner, target.properties.FunctionName);
    default:
      throw new TemplateError(`${owner}: its target is not a function of the template.`);
  }
}

function queueOf(template: Template, owner: string, value: unknown): string {
  const queue = template.referencedResource(value);
  if (queue?.type !== 'AWS::SQS::Queue') {
    throw new TemplateError(`${owner}: its destination is not a queue of the template.`);
  }
  return queueUrlOf(template, queue);
}

function queueUrlOf(template: Template, queue: TemplateResource): string {
  return String(template.resolve({ Ref: queue.logicalId }));
}

function attributeOf(template: Template, { logicalId }: { logicalId: string }, attribute: string): string {
  return String(template.resolve({ 'Fn::GetAtt': [logicalId, attribute] }));
}

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

function parseRate(logicalId: string, expression: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const intervalMs = Number(count) * (UNIT_MS[unit] ?? 0);
  if (intervalMs > 0) return intervalMs;
  throw new TemplateError(`${logicalId}: the local cloud knows no schedule ${expression}, only rates.`);
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
