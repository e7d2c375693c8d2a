import { array, number, object, tuple } from 'valibot';
import type { Item } from '../../platform/store/item';
import type { E164 } from '../../phone-numbers/e164';
import { droppedKey } from '../../platform/store/keys';
import { expiryOf, type Job } from './job';
import { DROP_REASONS, type DropCounts, type DropReason, NONE_DROPPED } from './drop-reason';
import { defineItem } from '../../platform/store/define-item';
import { storedText } from '../../platform/store/stored-text';
import { pack, packed } from '../../platform/store/packing';

/** A recipient of a request that acceptance dropped. */
export interface DroppedRecipient {
  /** `ERASED_NUMBER` for a recipient who was erased. */
  to: E164;
  reason: DropReason;
}

/** Dropped recipients that share an item: about 13 KB of numbers. */
const DROPPED_PAGE_SIZE = 2_000;

export function countDropped(recipients: DroppedRecipient[]): DropCounts {
  const counts = { ...NONE_DROPPED };
  for (const { reason } of recipients) counts[reason]++;
  return counts;
}

export function droppedPages({ dropped = NONE_DROPPED }: Pick<Job, 'dropped'>): number {
  const total = DROP_REASONS.reduce((sum, reason) => sum + dropped[reason], 0);
  return Math.ceil(total / DROPPED_PAGE_SIZE);
}

/** Builds the items of dropped recipients, in their order. */
export function droppedItems(job: Job, recipients: DroppedRecipient[]): Item[] {
  return Array.from({ length: Math.ceil(recipients.length / DROPPED_PAGE_SIZE) }, (_, index) => {
    const page = recipients.slice(index * DROPPED_PAGE_SIZE, (index + 1) * DROPPED_PAGE_SIZE);
    return {
      ...droppedKey(job.id, index + 1),
      data: packDropped(page),
      expiresAtEpochSeconds: expiryOf(job),
    };
  });
}

/** Packs the recipients of a page, to replace the stored ones. */
export const packDropped = (recipients: DroppedRecipient[]) =>
  pack(recipients.map(({ to, reason }) => [to, DROP_REASONS.indexOf(reason)]));

const storedDropped = defineItem({
  entity: 'dropped',
  key: ({ jobId, page }: { jobId: string; page: number }) => droppedKey(jobId, page),
  /** Phone number, and index of the reason in `DROP_REASONS`. */
  value: object({ data: packed(array(tuple([storedText<E164>(), number()]))) }),
});

export function readDropped(item: Item): DroppedRecipient[] {
  return storedDropped
    .read(item)
    .data.map(([to, number]) => ({ to, reason: DROP_REASONS[number] ?? 'notOptedIn' }));
}
