import type { Readable } from 'node:stream';

/** The parts of its process that a command uses. */
export interface OperatorIo {
  stdin: Readable;
  /** Writes results: with `--json` exactly one JSON value. */
  writeOut: (text: string) => void;
  /** Writes errors and progress. */
  writeError: (text: string) => void;
  /** Terminal for a progress bar; absent when there is none. */
  terminal: NodeJS.WriteStream | undefined;
  /** Asks a question at the terminal and reads a line; absent when the terminal is not interactive. */
  ask?: ((question: string) => Promise<string>) | undefined;
  environment: NodeJS.ProcessEnv;
}
