import { number, object } from 'valibot';
import { defineItem } from '../platform/store/define-item';
import { outageKey } from '../platform/store/keys';
import { storedBreaker } from './breaker';

/**
 * Breaker of a sender number, with what the provider has answered for it lately. Absent while the provider answers as it
 * should: an answer costs a write only once one was bad.
 *
 * **Source:** rules E8.1.
 */
export const outageItem = defineItem({
  entity: 'outage',
  key: ({ accountId, number: sender }: { accountId: string; number: string }) => outageKey(accountId, sender),
  value: object({
    /** Number of the change: an answer is counted on what was read. */
    revision: number(),
    breaker: storedBreaker,
  }),
});
