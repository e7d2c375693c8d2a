import { putIntoOutbox } from '../outbox/outbox';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';

/**
 * Builds the write that has the provider told that a person got a message, for the transaction of the click or answer
 * that shows it; none for a message that the provider has no id of.
 *
 * **Source:** rules E12.
 */
export function queueFeedback(
  ids: Ids,
  options: { accountId: string; providerMessageId?: string | undefined; now: Date },
): TransactItem[] {
  const { accountId, providerMessageId, now } = options;
  if (providerMessageId === undefined) return [];
  return [
    putIntoOutbox({
      id: ids.next('out'),
      entry: { kind: 'feedback', accountId, providerMessageId },
      now,
    }),
  ];
}
