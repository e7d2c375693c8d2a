export type LogFields = Record<string, string | number | boolean | undefined>;

/**
 * Structured log, one JSON object a line.
 *
 * Fields are counts, codes and ids: never a phone number, a message body or a secret.
 */
export interface Log {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  /** `error`'s own text goes into the log, so errors must not carry personal data either. */
  error(message: string, error: unknown, fields?: LogFields): void;
}

type Write = (line: string) => void;

// eslint-disable-next-line no-console -- standard output is where Lambda collects logs
const writeToConsole: Write = (line) => console.log(line);

export function createLog(write: Write = writeToConsole): Log {
  const line = (level: string, message: string, fields?: object) =>
    write(JSON.stringify({ level, message, ...fields }));
  return {
    info: (message, fields) => line('INFO', message, fields),
    warn: (message, fields) => line('WARN', message, fields),
    error: (message, error, fields) => line('ERROR', message, { ...fields, ...describeError(error) }),
  };
}

/** Name and stack only: the message of an SDK error can quote the item it was about. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { errorType: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((frame) => frame.trimStart().startsWith('at '));
  return { errorName: error.name, stack: frames.slice(0, 8).map((frame) => frame.trim()) };
}
