import { decideGate } from '../../../audience/consent/compliance-gate';
import { type Contact, contactItem } from '../../../audience/contacts/contact';
import { chunkKey, contactKey, resultKey } from '../../../platform/store/keys';
import type { Table } from '../../../platform/store/table';
import { isErasedRecipient, readChunk } from '../../../sending/jobs/chunk';
import { pageOf, readResults } from '../../../sending/jobs/results/result';
import type { SelectedPage } from './selected-page';
import { findRun } from '../run-item';

/**
 * Walks over the failed recipients of a campaign, chunk by chunk, as far as they are sendable. Recipients with an
 * unknown outcome are left out, because they may have the message.
 *
 * @param options.from job and chunk after which to continue
 *
 * **Source:** rules E4.
 */
export async function* walkFailed(
  table: Table,
  options: { accountId: string; campaignId: string; startedAt: string; from: string[] | undefined },
): AsyncGenerator<SelectedPage> {
  const { accountId, campaignId, startedAt, from } = options;
  const run = await findRun(table, campaignId);
  if (run?.accountId !== accountId) return;
  const [fromJob, fromChunk] = (from ?? ['0', '0']).map(Number) as [number, number];
  for (const [index, { jobId, chunkCount }] of run.jobs.entries()) {
    if (index < fromJob) continue;
    for (let chunk = index === fromJob ? fromChunk + 1 : 1; chunk <= chunkCount; chunk++) {
      const numbers = await failedNumbers(table, { jobId, chunk });
      const items = await table.batchGet(numbers.map((number) => contactKey(accountId, number)));
      const contacts = items
        .flatMap((item) => (item ? [contactItem.read(item)] : []))
        .filter((contact): contact is Contact & { id: string } => contact.id !== undefined)
        .filter((contact) => contact.createdAt <= startedAt && decideGate(contact) === 'allowed');
      yield { contacts, position: [String(index), String(chunk)] };
    }
  }
}

async function failedNumbers(table: Table, place: { jobId: string; chunk: number }): Promise<string[]> {
  const { jobId, chunk } = place;
  const item = await table.get(chunkKey(jobId, chunk));
  if (!item) return [];
  const recipients = readChunk(item);
  const pages = Array.from({ length: pageOf(Math.max(0, recipients.length - 1)) + 1 }, (_, page) => page);
  const pageItems = await table.batchGet(pages.map((page) => resultKey(jobId, chunk, page)));
  const results = new Map(pageItems.flatMap((one) => [...readResults(one).results]));
  return recipients.flatMap((recipient, position) =>
    results.get(position)?.status === 'failed' && !isErasedRecipient(recipient) ? [recipient.to] : [],
  );
}
