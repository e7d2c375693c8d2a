import { randomUUID } from 'node:crypto';
import type { Template } from './template';

type Handler = (event: unknown, context: unknown) => unknown;
export type ImportModule = (entry: string) => Promise<unknown>;

export interface LocalFunction {
  logicalId: string;
  name: string;
  arn: string;
  /** File of the handler, from the root of the project. */
  entry: string;
  timeoutMs: number;
  memoryMb: number;
}

/** Thrown when a function has not answered within its timeout; Lambda would have killed it. */
export class FunctionTimeoutError extends Error {
  override readonly name = 'FunctionTimeoutError';
}

/** Thrown when a payload or an answer is larger than Lambda's 6 MB. */
export class PayloadTooLargeError extends Error {
  override readonly name = 'PayloadTooLargeError';
  constructor(
    readonly side: 'request' | 'response',
    maxBytes: number = MAX_PAYLOAD_BYTES,
  ) {
    super(`The ${side} exceeds ${maxBytes} bytes`);
  }
}

export interface FunctionRuntime {
  /**
   * Calls a function as Lambda does: event and answer go through JSON. Throws what the handler throws.
   *
   * @param options.maxEventBytes Lambda's 6 MB unless given
   */
  invoke(logicalId: string, event: unknown, options?: { maxEventBytes: number }): Promise<unknown>;
  /** Imports a function before its first call. */
  load(logicalId: string): Promise<void>;
  /** Number of invocations that have not ended yet, including those that timed out. */
  readonly running: number;
  /** Registers a listener that is called after each invocation, however it ended. */
  onEnd(listener: () => void): void;
}

const DEFAULT_TIMEOUT_SECONDS = 3;
const DEFAULT_MEMORY_MB = 128;
/** Lambda's quota of synchronous invocations, for the event and for the answer. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** Reads the functions of the template; the resource's metadata name the file of the handler. */
export function readFunctions(template: Template): LocalFunction[] {
  return template.resources('AWS::Lambda::Function').flatMap(({ logicalId, properties, metadata }) => {
    // Functions without an entry are helpers of the CDK, such as those that empty buckets.
    if (typeof metadata.entry !== 'string') return [];
    return [
      {
        logicalId,
        name: String(template.resolve({ Ref: logicalId })),
        arn: String(template.resolve({ 'Fn::GetAtt': [logicalId, 'Arn'] })),
        entry: metadata.entry,
        timeoutMs: Number(properties.Timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
        memoryMb: Number(properties.MemorySize ?? DEFAULT_MEMORY_MB),
      },
    ];
  });
}

/** Function that runs a call in the name of a function. */
export type RunAs = <T>(logicalId: string, call: () => T) => T;

/** Runs functions in this process. A function's module is loaded at its first call, like a cold start. */
export function createFunctionRuntime(
  functions: LocalFunction[],
  importModule: ImportModule,
  runAs: RunAs = (_, call) => call(),
): FunctionRuntime {
  const byId = new Map(functions.map((item) => [item.logicalId, item]));
  const handlers = new Map<string, Promise<Handler>>();
  const listeners: Array<() => void> = [];
  let running = 0;

  const find = (logicalId: string): LocalFunction => {
    const found = byId.get(logicalId);
    if (found === undefined) throw new Error(`There is no function ${logicalId}`);
    return found;
  };
  const handlerOf = (target: LocalFunction): Promise<Handler> => {
    let handler = handlers.get(target.entry);
    if (handler === undefined) {
      handler = loadHandler(target.entry, importModule);
      // The next call loads a failed module again, as a new Lambda instance would.
      handler.catch(() => handlers.delete(target.entry));
      handlers.set(target.entry, handler);
    }
    return handler;
  };

  return {
    async invoke(logicalId, event, { maxEventBytes } = { maxEventBytes: MAX_PAYLOAD_BYTES }) {
      const target = find(logicalId);
      const payload = toPayload(event, 'request', maxEventBytes);
      const handler = await handlerOf(target);
      const { context, deadlineMs } = createContext(target);
      running++;
      const call = Promise.resolve()
        .then(() => runAs(logicalId, () => handler(JSON.parse(payload), context)))
        .finally(() => {
          running--;
          for (const listener of listeners) {
            listener();
          }
        });
      const answer = await withTimeout(call, {
        name: target.name,
        timeoutMs: deadlineMs - performance.now(),
      });
      return JSON.parse(toPayload(answer ?? null, 'response')) as unknown;
    },
    async load(logicalId) {
      await handlerOf(find(logicalId));
    },
    get running() {
      return running;
    },
    onEnd: (listener) => listeners.push(listener),
  };
}

async function loadHandler(entry: string, importModule: ImportModule): Promise<Handler> {
  const { handler } = (await importModule(entry)) as { handler?: unknown };
  if (typeof handler !== 'function') throw new Error(`${entry} exports no function "handler"`);
  return handler as Handler;
}

function toPayload(value: unknown, side: 'request' | 'response', maxBytes = MAX_PAYLOAD_BYTES): string {
  const payload = JSON.stringify(value);
  // A text has at least as many bytes as characters, and at most three times as many.
  const mayExceed = payload.length * 3 > maxBytes;
  if (mayExceed && Buffer.byteLength(payload) > maxBytes) throw new PayloadTooLargeError(side, maxBytes);
  return payload;
}

/**
 * Creates the context of a call. The time left is measured on the monotonic clock: moving the local clock must not time
 * anything out.
 */
function createContext(target: LocalFunction): { context: object; deadlineMs: number } {
  const deadlineMs = performance.now() + target.timeoutMs;
  const context = {
    awsRequestId: randomUUID(),
    functionName: target.name,
    functionVersion: '$LATEST',
    invokedFunctionArn: target.arn,
    memoryLimitInMB: String(target.memoryMb),
    logGroupName: `/aws/lambda/${target.name}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, Math.round(deadlineMs - performance.now())),
  };
  return { context, deadlineMs };
}

function withTimeout<T>(call: Promise<T>, options: { name: string; timeoutMs: number }): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new FunctionTimeoutError(`${options.name} did not answer in time`)),
      options.timeoutMs,
    ).unref();
    call.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
