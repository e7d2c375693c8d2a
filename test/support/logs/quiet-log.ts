import type { Log } from '../../../lib/local/mappings';

/** Creates a log that keeps its lines. */
export function createQuietLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const remember = (message: string) => void lines.push(message);
  return { lines, info: remember, warn: remember, error: remember };
}
