import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { FILE_MODE } from './data-dir-modes';
import { StartupError } from './startup-error';

/** Reads the offset that the clock had when the service last ran; 0 when it was never moved. */
export function readClockOffset(path: string): number {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return 0;
    }
    throw error;
  }
  const offsetMs = parseOffset(text);
  if (offsetMs === undefined) {
    throw new StartupError(`${path} does not say how far the clock was moved; start with --fresh.`);
  }
  return offsetMs;
}

/** Writes the offset. Call it before the clock shows the new time: after a restart the time must not run backwards. */
export function writeClockOffset(path: string, offsetMs: number): void {
  writeFileSync(`${path}.new`, JSON.stringify({ offsetMs }), { mode: FILE_MODE });
  renameSync(`${path}.new`, path);
}

function parseOffset(text: string): number | undefined {
  try {
    const { offsetMs } = JSON.parse(text) as { offsetMs?: unknown };
    return typeof offsetMs === 'number' && offsetMs >= 0 ? offsetMs : undefined;
  } catch {
    return undefined;
  }
}
