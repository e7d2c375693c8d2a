import type { Readable } from 'node:stream';

/** What a command reaches of the process that it runs in. */
export interface OperatorIo {
  stdin: Readable;
  /** Results: with `--json` exactly one JSON value. */
  writeOut: (text: string) => void;
  /** Errors and progress. */
  writeError: (text: string) => void;
  /** Where a progress bar may be drawn; absent where there is none. */
  terminal: NodeJS.WriteStream | undefined;
  /** Asks a question at the terminal and reads a line; absent where no one is there to answer. */
  ask?: ((question: string) => Promise<string>) | undefined;
  environment: NodeJS.ProcessEnv;
}
