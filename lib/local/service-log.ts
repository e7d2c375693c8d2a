import { closeSync, openSync, writeSync } from 'node:fs';
import { format } from 'node:util';
import { FILE_MODE } from './files';
import type { Log } from './mappings';

const CONSOLE_METHODS = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const;

export interface ServiceLog {
  log: Log;
  /** Restores the console and closes the file. */
  close(): void;
}

/**
 * Collects the logs of functions and of the local cloud in one file, as CloudWatch would, so that standard output stays
 * readable.
 *
 * @param options.isVerbose also writes everything to standard error
 */
export function openServiceLog(options: { path: string; isVerbose: boolean }): ServiceLog {
  const file = openSync(options.path, 'a', FILE_MODE);
  let isOpen = true;
  const write = (line: string): void => {
    if (isOpen) {
      writeSync(file, `${line}\n`);
    }
    if (options.isVerbose) {
      process.stderr.write(`${line}\n`);
    }
  };
  const original = { ...console };
  for (const method of CONSOLE_METHODS) {
    console[method] = (...values: unknown[]) => write(format(...values));
  }
  const writeEntry = (level: string, message: string, fields?: object): void =>
    write(JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }));
  return {
    log: {
      info: (message, fields) => writeEntry('INFO', message, fields),
      warn: (message, fields) => writeEntry('WARN', message, fields),
      error: (message, error, fields) =>
        writeEntry('ERROR', message, {
          ...fields,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    },
    close: () => {
      Object.assign(console, original);
      isOpen = false;
      closeSync(file);
    },
  };
}
