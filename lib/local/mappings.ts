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
  return eventSourceMappings(template, 'AWS::SQS::Queue').map(({ resource, source, properties }) => {
    if (properties.FilterCriteria !== undefined) {
      throw new TemplateError(`${resource.logicalId}: the local cloud filters streams only, not queues.`);
    }
    const scaling = (properties.ScalingConfig ?? {}) as { MaximumConcurrency?: unknown };
    return {
      logicalId: resource.logicalId,
      functionLogicalId: functionOf(template, resource, resource.properties.FunctionName).logicalId,
      queueUrl: queueUrlOf(template, source),
      queueArn: attributeOf(template, source, 'Arn'),
      batchSize: Number(properties.BatchSize ?? DEFAULT_BATCH_SIZE.queue),
      maxBatchingWindowSeconds: Number(properties.MaximumBatchingWindowInSeconds ?? 0),
      maxConcurrency: Number(scaling.MaximumConcurrency ?? LOCAL_CONCURRENCY),
      reportsBatchItemFailures: reportsBatchItemFailures(properties),
    };
  });
}

/**
 * Reads the mappings of the table's stream. Their batching window is left out: it only saves invocations, and the local
 * cloud passes records on at once.
 */
export function readStreamMappings(template: Template): StreamMapping[] {
  return eventSourceMappings(template, 'AWS::DynamoDB::Table').map(({ resource, source, properties }) => {
    const target = functionOf(template, resource, resource.properties.FunctionName);
    const retries = Number(properties.MaximumRetryAttempts ?? -1);
    return {
      logicalId: resource.logicalId,
      functionLogicalId: target.logicalId,
      functionArn: attributeOf(template, target, 'Arn'),
      streamArn: attributeOf(template, source, 'StreamArn'),
      batchSize: Number(properties.BatchSize ?? DEFAULT_BATCH_SIZE.stream),
      startingPosition: properties.StartingPosition === 'LATEST' ? 'LATEST' : 'TRIM_HORIZON',
      bisectBatchOnFunctionError: properties.BisectBatchOnFunctionError === true,
      maxRetryAttempts: retries < 0 ? undefined : retries,
      reportsBatchItemFailures: reportsBatchItemFailures(properties),
      onFailureQueueUrl: readOnFailureQueue(template, resource),
      filters: readFilters(properties),
    };
  });
}

/**
 * Reads the rules of the template's buses.
 *
 * @throws TemplateError for a rule whose events go elsewhere than to queues, or not unchanged
 */
export function readBusRules(template: Template): BusRule[] {
  return template.resources('AWS::Events::Rule').flatMap((rule) => {
    const properties = template.resolve(rule.properties) as Record<string, unknown>;
    if (properties.State === 'DISABLED') return [];
    if (properties.ScheduleExpression !== undefined) {
      throw new TemplateError(
        `${rule.logicalId}: the local cloud runs schedules of EventBridge Scheduler only.`,
      );
    }
    return [
      {
        logicalId: rule.logicalId,
        busName: busNameOf(properties.EventBusName ?? 'default'),
        pattern: parseEventPattern(properties.EventPattern),
        queueUrls: asList(rule.properties.Targets).map((target) => targetQueueUrl(template, rule, target)),
      },
    ];
  });
}

export function readSchedules(template: Template): ScheduleSpec[] {
  return template.resources('AWS::Scheduler::Schedule').flatMap((schedule) => {
    const properties = template.resolve(schedule.properties) as Record<string, unknown>;
    if (properties.State === 'DISABLED') return [];
    const target = (properties.Target ?? {}) as { Input?: unknown };
    const unresolvedTarget = (schedule.properties.Target ?? {}) as { Arn?: unknown };
    return [
      {
        logicalId: schedule.logicalId,
        functionLogicalId: functionOf(template, schedule, unresolvedTarget.Arn).logicalId,
        intervalMs: parseRate(schedule.logicalId, String(properties.ScheduleExpression)),
        input: readScheduleInput(schedule.logicalId, target.Input),
      },
    ];
  });
}

/** Returns the name of a bus that is given by its name or by its ARN. */
export function busNameOf(nameOrArn: unknown): string {
  return String(nameOrArn).replace(/^arn:.*:event-bus\//, '');
}

function eventSourceMappings(template: Template, sourceType: string) {
  return template.resources('AWS::Lambda::EventSourceMapping').flatMap((resource) => {
    const source = template.referencedResource(resource.properties.EventSourceArn);
    if (source === undefined) {
      throw new TemplateError(`${resource.logicalId}: its event source is not in the template.`);
    }
    if (source.type !== 'AWS::SQS::Queue' && source.type !== 'AWS::DynamoDB::Table') {
      throw new TemplateError(`${resource.logicalId}: the local cloud has no event source ${source.type}.`);
    }
    const properties = template.resolve(resource.properties) as Record<string, unknown>;
    return source.type === sourceType && properties.Enabled !== false
      ? [{ resource, source, properties }]
      : [];
  });
}

/** Returns the function that a value refers to. Locally an alias or a version stands for the function itself. */
function functionOf(template: Template, owner: TemplateResource, value: unknown): TemplateResource {
  const target = template.referencedResource(value);
  switch (target?.type) {
    case 'AWS::Lambda::Function':
      return target;
    case 'AWS::Lambda::Alias':
    case 'AWS::Lambda::Version':
      return functionOf(template, owner, target.properties.FunctionName);
    default:
      throw new TemplateError(`${owner.logicalId}: its target is not a function of the template.`);
  }
}

function readOnFailureQueue(template: Template, resource: TemplateResource): string | undefined {
  const config = resource.properties.DestinationConfig as
    | { OnFailure?: { Destination?: unknown } }
    | undefined;
  if (config?.OnFailure === undefined) return undefined;
  return queueOf(template, resource, config.OnFailure.Destination);
}

function targetQueueUrl(template: Template, rule: TemplateResource, value: unknown): string {
  const target = value as Record<string, unknown>;
  for (const transformation of ['Input', 'InputPath', 'InputTransformer']) {
    if (target[transformation] !== undefined) {
      throw new TemplateError(
        `${rule.logicalId}: the local cloud delivers events unchanged, without ${transformation}.`,
      );
    }
  }
  return queueOf(template, rule, target.Arn);
}

function queueOf(template: Template, owner: TemplateResource, value: unknown): string {
  const queue = template.referencedResource(value);
  if (queue?.type !== 'AWS::SQS::Queue') {
    throw new TemplateError(`${owner.logicalId}: its destination is not a queue of the template.`);
  }
  return queueUrlOf(template, queue);
}

function queueUrlOf(template: Template, queue: TemplateResource): string {
  return String(template.resolve({ Ref: queue.logicalId }));
}

function attributeOf(template: Template, resource: TemplateResource, attribute: string): string {
  return String(template.resolve({ 'Fn::GetAtt': [resource.logicalId, attribute] }));
}

function reportsBatchItemFailures(properties: Record<string, unknown>): boolean {
  return asList(properties.FunctionResponseTypes).includes('ReportBatchItemFailures');
}

function readFilters(properties: Record<string, unknown>): EventPattern[] {
  const criteria = (properties.FilterCriteria ?? {}) as { Filters?: Array<{ Pattern: string }> };
  return (criteria.Filters ?? []).map(({ Pattern: pattern }) => parseEventPattern(JSON.parse(pattern)));
}

const UNIT_MS: Readonly<Record<string, number>> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

function parseRate(logicalId: string, expression: string): number {
  const [, count, unit] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const intervalMs = Number(count) * (UNIT_MS[unit ?? ''] ?? 0);
  if (!(intervalMs > 0)) {
    throw new TemplateError(`${logicalId}: the local cloud knows no schedule ${expression}, only rates.`);
  }
  return intervalMs;
}

function readScheduleInput(logicalId: string, input: unknown): unknown {
  if (input === undefined) return undefined;
  if (typeof input !== 'string' || input.includes('<aws.scheduler.')) {
    throw new TemplateError(`${logicalId}: the input of a schedule must be JSON without context attributes.`);
  }
  return JSON.parse(input) as unknown;
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
