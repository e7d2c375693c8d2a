import { AsyncLocalStorage } from 'node:async_hooks';
import type { SdkCommand } from '../../../lib/local/access-requests';
import { checkTableGrant } from '../../support/stack/table-grants';

/**
 * Checks every call of a function to the table against its grants. Calls that a function only makes after an error are
 * made in its name by no other test.
 */
export class GrantCheck {
  /** Calls that functions made without a grant, or whose access is declared nowhere. */
  readonly denied = new Set<string>();
  private readonly callers = new AsyncLocalStorage<string>();

  /** @param entry such as `functions/workers/send-chunk.ts` */
  runAs<T>(entry: string, act: () => Promise<T>): Promise<T> {
    return this.callers.run(entry, act);
  }

  /** @throws AccessDeniedError, or Error for a function that is not deployed */
  check(command: SdkCommand): void {
    const entry = this.callers.getStore();
    if (entry === undefined) return;
    try {
      checkTableGrant(entry, command);
    } catch (error) {
      this.denied.add((error as Error).message);
      throw error;
    }
  }
}
