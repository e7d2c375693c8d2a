/**
 * Collects what handlers log in this test file, instead of dropping it. To be called before the first handler is: its
 * platform reads the level once. Powertools writes to standard output and standard error by itself.
 */
export function captureLog(): { lines: string[]; restore(): void } {
  process.env.POWERTOOLS_LOG_LEVEL = 'INFO';
  const lines: string[] = [];
  const restores = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write.bind(stream) as (...chunk: unknown[]) => boolean;
    const own = Object.getOwnPropertyDescriptor(stream, 'write');
    stream.write = (chunk: unknown, ...rest: unknown[]) => {
      if (typeof chunk !== 'string' || !chunk.startsWith('{')) return write(chunk, ...rest);
      lines.push(chunk);
      return true;
    };
    return () => {
      if (own) Object.defineProperty(stream, 'write', own);
      else Reflect.deleteProperty(stream, 'write');
    };
  });
  return { lines, restore: () => restores.forEach((restore) => restore()) };
}
