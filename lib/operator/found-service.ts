import type { Clock } from '../../shared/platform/clock';

/** Service that was found, before any client is made. */
export interface FoundService {
  tableName: string;
  baseUrl: string;
  clock: Clock;
  /** Finds the caller: the ARN of the AWS identity, locally the user of the computer. */
  findCaller: () => Promise<string>;
  /** The stack's outputs by name; older stacks lack some. */
  outputs: Readonly<Record<string, string | undefined>>;
  /** Environment of the AWS clients; `undefined` removes a variable. */
  environment: Record<string, string | undefined>;
}
