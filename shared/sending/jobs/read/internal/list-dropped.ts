import type { DropReason } from '../../drop-reason';
import { droppedKey } from '../../../../platform/store/keys';
import type { Item } from '../../../../platform/store/item';
import type { Table } from '../../../../platform/store/table';
import { droppedPages, type DroppedRecipient, readDropped } from '../../dropped-recipients';
import type { Job } from '../../job';
import { type PresentedRecipient, presentRecipient } from '../recipient-entry';
import { writeCursor } from '../recipient-cursor';
import type { RecipientsQuery } from '../recipients-query';

/** Entry of a dropped recipient in the answer; it never had a message. */
export interface DroppedEntry extends PresentedRecipient {
  status: 'dropped';
  reason: DropReason;
}

/** Reads a page of a job's dropped recipients, in the order of the request. */
export async function listDropped(
  table: Table,
  options: RecipientsQuery & { job: Job },
): Promise<{ results: DroppedEntry[]; nextCursor?: string }> {
  const { job, filter, limit, from } = options;
  const results: DroppedEntry[] = [];
  let { position } = from;
  // A dropped recipient has no delivery status.
  const pages = filter.deliveryStatus === undefined ? droppedPages(job) : 0;
  for (let page = from.chunk; page <= pages; page++, position = 0) {
    const recipients = await readPage(table, { jobId: job.id, page });
    for (; position < recipients.length; position++) {
      if (results.length === limit) {
        const place = { chunk: page, position };
        return { results, nextCursor: writeCursor({ jobId: job.id, list: 'dropped' }, place) };
      }
      const { to, reason } = recipients[position] as DroppedRecipient;
      if (filter.reason === undefined || filter.reason === reason)
        results.push({ ...presentRecipient(to), status: 'dropped', reason });
    }
  }
  return { results };
}

async function readPage(
  table: Table,
  { jobId, page }: { jobId: string; page: number },
): Promise<DroppedRecipient[]> {
  const key = droppedKey(jobId, page);
  const [read] = await table.batchGet([key], { eventuallyConsistent: true });
  // The item was written before the job: a read that does not find it is too old.
  const item: Item | undefined = read ?? (await table.get(key));
  return item ? readDropped(item) : [];
}
