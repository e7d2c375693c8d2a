import type { Clock } from '../../shared/platform/clock';

/** A service as found, before any client is made. */
export interface FoundService {
  tableName: string;
  baseUrl: string;
  clock: Clock;
  /** Who runs the command: the ARN of the AWS identity, locally the user of the computer. */
  findCaller: () => Promise<string>;
  /** The stack's outputs by name; older stacks lack some. */
  outputs: Readonly<Record<string, string | undefined>>;
  /** What the AWS clients read from the environment; `undefined` takes a variable away. */
  environment: Record<string, string | undefined>;
}
