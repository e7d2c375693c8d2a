import type { Readable } from 'node:stream';

/** What a command reaches of the process that it runs in. */
export interface OperatorIo {
  stdin: Readable;
  /** Results: with `--json` exactly one JSON value. */
  writeOut: (text: string) => void;
  /** Errors and progress. */
  writeError: (text: string) => void;
  /** Where a progress bar may be drawn; absent where nobody watches. */
  terminal: NodeJS.WriteStream | undefined;
  environment: NodeJS.ProcessEnv;
}
