import { AsyncLocalStorage } from 'node:async_hooks';
import type { SdkCommand } from '../../../lib/local/access-requests';
import { AccessDeniedError, checkTableGrant } from '../../support/table-grants';

/**
 * Holds every call of a function to the table against its grants. What a function does only when something goes wrong no
 * other test does in its name.
 */
export class GrantCheck {
  /** What functions did without a grant. */
  readonly denied = new Set<string>();
  private readonly callers = new AsyncLocalStorage<string>();

  /** @param entry such as `functions/workers/send-chunk.ts` */
  runAs<T>(entry: string, act: () => Promise<T>): Promise<T> {
    return this.callers.run(entry, act);
  }

  /** @throws AccessDeniedError */
  check(command: SdkCommand): void {
    const entry = this.callers.getStore();
    if (entry === undefined) return;
    try {
      checkTableGrant(entry, command);
    } catch (error) {
      if (error instanceof AccessDeniedError) this.denied.add(error.message);
      throw error;
    }
  }
}
