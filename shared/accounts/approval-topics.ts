import { createHash } from 'node:crypto';
import { putIntoOutbox } from '../outbox/outbox';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';

/** Returns the part of a topic's name that stands for an address, so that queues and logs do not have the address. */
export const approvalTopicOf = (email: string): string =>
  createHash('sha256').update(email).digest('hex').slice(0, 32);

/**
 * Builds the write by which the worker makes the topics of added addresses and deletes those of removed ones, for the
 * transaction that changes the addresses. The list is empty when none was added or removed.
 *
 * **Source:** rules E4.7.
 */
export function followApprovalEmails(
  ids: Ids,
  options: { accountId: string; before: readonly string[]; after: readonly string[]; now: Date },
): TransactItem[] {
  const { accountId, before, after, now } = options;
  const added = after.filter((email) => !before.includes(email));
  const removed = before.filter((email) => !after.includes(email));
  const topics = [...added, ...removed].map(approvalTopicOf);
  if (topics.length === 0) return [];
  return [putIntoOutbox({ id: ids.next('out'), entry: { kind: 'approvalTopics', accountId, topics }, now })];
}
