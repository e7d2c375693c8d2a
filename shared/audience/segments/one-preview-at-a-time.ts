import { object, string } from 'valibot';
import { ServiceError } from '../../errors/service-error';
import { PREVIEW_LEASE_MS, PREVIEW_RETRY_SECONDS } from '../../limits';
import type { Platform } from '../../platform/platform';
import { defineItem } from '../../platform/store/define-item';
import { previewLeaseKey } from '../../platform/store/keys';
import { leaseIsFree, leaseIsMine, newLease } from '../../platform/store/lease';

/** Lease of a preview. The preview deletes it when it ends; otherwise it expires. */
const previewLeaseItem = defineItem({
  entity: 'previewLease',
  key: previewLeaseKey,
  value: object({ leaseId: string(), leaseUntil: string() }),
});

/**
 * Runs a preview of a segment or campaign, one at a time for each account, because each may read all contacts.
 *
 * @throws ServiceError TooManyAtOnce
 *
 * **Source:** rules E3.
 */
export async function onePreviewAtATime<Answer>(
  { table, clock, ids, log }: Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>,
  accountId: string,
  preview: () => Promise<Answer>,
): Promise<Answer> {
  const now = clock.now();
  const lease = newLease({ leaseId: ids.token(20), now, durationMs: PREVIEW_LEASE_MS });
  const isFree = leaseIsFree(now);
  const taken = await table.put({
    Item: {
      ...previewLeaseItem.item(accountId, lease),
      expiresAtEpochSeconds: Math.ceil(Date.parse(lease.leaseUntil) / 1000),
    },
    ConditionExpression: isFree.ConditionExpression,
    ExpressionAttributeValues: isFree.values,
  });
  if (!taken.written) {
    throw new ServiceError('TooManyAtOnce', { cause: 'preview', retryAfterSeconds: PREVIEW_RETRY_SECONDS });
  }
  try {
    return await preview();
  } finally {
    const isMine = leaseIsMine(lease);
    await table
      .delete({
        Key: previewLeaseKey(accountId),
        ConditionExpression: isMine.ConditionExpression,
        ExpressionAttributeValues: isMine.values,
      })
      // The caller still gets the answer; the lease expires.
      .catch((error: unknown) => log.error('Cannot end the lease of a preview', error));
  }
}
