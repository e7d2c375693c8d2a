import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger } from '@aws-lambda-powertools/logger';

type LogFields = Record<string, string | number | boolean | undefined>;

/**
 * Structured log, one JSON object per line.
 *
 * Fields are counts, codes and ids: never a phone number, a message body or a secret.
 */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** Logs only the name and the stack of `error`: the message of an SDK error can quote an item. */
  error(message: string, error: unknown, fields?: LogFields): void;
}

const contexts = new AsyncLocalStorage<LogFields>();

/**
 * Runs a call whose log lines all contain these fields: the invocation, what it does, for which account. Inside another
 * such call, the lines contain the fields of both.
 */
export function withLogContext<Result>(fields: LogFields, call: () => Result): Result {
  return contexts.run({ ...contexts.getStore(), ...fields }, call);
}

/** Returns the fields that every line contains at this point. */
export function logContext(): Readonly<LogFields> {
  return contexts.getStore() ?? {};
}

/** Adds fields to every line from here to the end of the innermost such call; does nothing outside of one. */
export function addLogContext(fields: LogFields): void {
  Object.assign(contexts.getStore() ?? {}, fields);
}

/**
 * Creates the log; service and level come from the environment.
 *
 * @param sink gets each line; absent: standard output, where Lambda collects logs
 */
export function createLog(sink?: (line: string) => void): Log {
  const logger = new Logger({ ...(sink && { logLevel: 'INFO' as const }) });
  if (sink) Reflect.set(logger, 'console', { info: sink, warn: sink, error: sink });
  else writeToGlobalConsoleLocally(logger);
  const fieldsOf = (fields?: object) => ({ ...logContext(), ...fields });
  return {
    info: (message, fields) => logger.info(message, fieldsOf(fields)),
    warn: (message, fields) => logger.warn(message, fieldsOf(fields)),
    error: (message, error, fields) =>
      logger.error(message, fieldsOf({ ...fields, ...describeError(error) })),
  };
}

/**
 * Lets a Powertools object write through the global console in the local service, which collects the output of
 * functions in a file. By default Powertools bypasses the console that Lambda decorates.
 */
export function writeToGlobalConsoleLocally(powertool: object): void {
  if (process.env.LOCAL_SERVICE === '1') Reflect.set(powertool, 'console', console);
}

const ERROR_NAME = /^[A-Za-z][\w.$]{0,79}$/;
const MOST_FRAMES = 8;

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { errorType: typeof error };
  return { errorName: ERROR_NAME.test(error.name) ? error.name : 'Error', stack: framesOf(error) };
}

/** Returns the frames of a stack. A stack begins with the message, which can have lines that look like frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const messageStart = stack.indexOf(message);
  const frames = messageStart < 0 ? stack : stack.slice(messageStart + message.length);
  return frames
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MOST_FRAMES);
}
