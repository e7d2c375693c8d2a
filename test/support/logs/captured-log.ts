import { format } from 'node:util';

const CONSOLE_METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

/**
 * Collects the logs of handlers in this test file, instead of dropping them. Call it before the first handler, whose
 * platform reads the level once. Powertools writes to standard output and standard error by itself; output through the
 * console is collected too, since it would be in the same log.
 */
export function captureLog(): { lines: string[]; restore(): void } {
  process.env.POWERTOOLS_LOG_LEVEL = 'INFO';
  const lines: string[] = [];
  const restores = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream) as (...chunk: unknown[]) => boolean;
    const own = Object.getOwnPropertyDescriptor(stream, 'write');
    stream.write = (chunk: unknown, ...rest: unknown[]) => {
      // Jest itself reports on standard error.
      const isOurs = typeof chunk === 'string' && (stream === process.stdout || chunk.startsWith('{'));
      if (!isOurs) return write(chunk, ...rest);
      lines.push(chunk);
      return true;
    };
    return () => {
      if (own) Object.defineProperty(stream, 'write', own);
      else Reflect.deleteProperty(stream, 'write');
    };
  });
  const original = { ...console };
  for (const method of CONSOLE_METHODS) {
    console[method] = (...values: unknown[]) => void lines.push(`${format(...values)}\n`);
  }
  return {
    lines,
    restore: () => {
      restores.forEach((restore) => restore());
      Object.assign(console, original);
    },
  };
}
