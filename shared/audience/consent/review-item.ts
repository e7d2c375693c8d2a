import { string, object } from 'valibot';
import type { ConsentState } from '../groups/membership-transitions';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { reviewKey, reviewsPk } from '../../platform/store/keys';
import type { Table, TransactItem } from '../../platform/store/table';
import type { ConsentSubject } from './consent-writes';

/** Entry for a contact that is under review. It exists as long as the contact has a likely opt-out. */
const reviewItem = defineItem({
  entity: 'review',
  key: ({ accountId, ...review }: { accountId: string; at: string; phoneNumber: string }) =>
    reviewKey(accountId, review),
  value: object({ phoneNumber: string(), at: string(), messageId: string() }),
});
export type Review = ValueOf<typeof reviewItem>;

/**
 * Returns the writes that a change of consent makes to the list of reviews, for its transaction. Another spelling of
 * the phone without a contact is under review too, in case a contact is created for it, but is not listed.
 */
export function reviewWrites(subject: ConsentSubject, state: ConsentState): TransactItem[] {
  const { accountId, phoneNumber, contact } = subject;
  const before = contact?.likelyOptOut;
  const after = state.likelyOptOut;
  if (before?.messageId === after?.messageId) return [];
  const place = { accountId, phoneNumber };
  return [
    ...(before ? [{ Delete: { Key: reviewItem.key({ ...place, at: before.at }) } }] : []),
    ...(after && contact?.id !== undefined
      ? [{ Put: { Item: reviewItem.item({ ...place, at: after.at }, { phoneNumber, ...after }) } }]
      : []),
  ];
}

/** Lists the contacts of an account that are under review, the oldest first. */
export async function listReviews(
  table: Table,
  { accountId, limit }: { accountId: string; limit: number },
): Promise<Review[]> {
  const { items } = await table.queryPage({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': reviewsPk(accountId) },
    ConsistentRead: true,
    Limit: limit,
  });
  return items.map(reviewItem.read);
}
