import {
  campaignPartKey,
  campaignPartPrefix,
  chunkKey,
  contactShardOf,
  resultKey,
} from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { readChunk } from '../../sending/jobs/chunk';
import { pageOf, readResults } from '../../sending/jobs/results/result';
import { campaignItem } from '../record/campaign';
import { type CampaignPart, campaignPartItem } from './internal/part-item';
import { type CampaignRun, findRun } from './run-item';

interface Member {
  id: string;
  phoneNumber: string;
}
type ChunkPlace = CampaignPart['chunks'][number];

/**
 * Finds the contacts to whom a campaign handed over a message, with the time. An unknown outcome counts, because the
 * contact may have the message.
 *
 * Nothing is stored for each recipient. The audience was selected in the order of the contact book, so that contacts
 * that are neighbours there are in few chunks: a walk over the book reads each chunk and its results about once.
 *
 * @returns epoch milliseconds by phone number
 */
export async function findHandOvers(
  table: Table,
  options: { accountId: string; campaignId: string; contacts: readonly Member[] },
): Promise<Map<string, number>> {
  return handedOver(table, await findInCampaign(table, options));
}

/** Finds contacts among the recipients of a campaign, whatever their outcome. */
export async function findInCampaign(
  table: Table,
  options: { accountId: string; campaignId: string; contacts: readonly Member[] },
): Promise<FoundRecipient[]> {
  const { accountId, campaignId, contacts } = options;
  const [campaign, run] = await Promise.all([
    table.get(campaignItem.key({ accountId, id: campaignId })).then(campaignItem.readIfAny),
    findRun(table, campaignId),
  ]);
  if (!campaign || !run || campaign.jobCount === 0 || contacts.length === 0) return [];
  const places = await chunksWith(table, { run, contacts });
  const wanted = new Set<string>(contacts.map(({ phoneNumber }) => phoneNumber));
  return positionsIn(table, { places, wanted });
}

/** Returns the chunks that can contain the contacts. */
async function chunksWith(
  table: Table,
  { run, contacts }: { run: CampaignRun; contacts: readonly Member[] },
): Promise<ChunkPlace[]> {
  const chunkCounts = new Map(run.jobs.map(({ jobId, chunkCount }) => [jobId, chunkCount]));
  const idsByShard = new Map<number, string[]>();
  for (const { id } of contacts) {
    const shard = contactShardOf(id);
    idsByShard.set(shard, [...(idsByShard.get(shard) ?? []), id]);
  }
  const places = new Map<string, ChunkPlace>();
  for (const [shard, ids] of idsByShard) {
    const parts = table.query({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: {
        ':pk': campaignPartKey(run.campaignId, { shard, lastContactId: '', leaseId: '' }).pk,
        ':prefix': campaignPartPrefix(shard),
      },
    });
    for await (const item of parts) {
      const part = campaignPartItem.read(item);
      if (!ids.some((id) => part.lastContactId <= id && id <= part.firstContactId)) continue;
      for (const place of part.chunks) {
        if (place.chunk <= (chunkCounts.get(place.jobId) ?? 0))
          places.set(`${place.jobId} ${place.chunk}`, place);
      }
    }
  }
  return [...places.values()];
}

interface FoundRecipient extends ChunkPlace {
  position: number;
  phoneNumber: string;
}

async function positionsIn(
  table: Table,
  { places, wanted }: { places: ChunkPlace[]; wanted: ReadonlySet<string> },
): Promise<FoundRecipient[]> {
  const items = await table.batchGet(
    places.map(({ jobId, chunk }) => chunkKey(jobId, chunk)),
    { eventuallyConsistent: true },
  );
  return places.flatMap((place, index) => {
    const item = items[index];
    return (item ? readChunk(item) : []).flatMap(({ to }, position) =>
      wanted.has(to) ? [{ ...place, position, phoneNumber: to }] : [],
    );
  });
}

async function handedOver(table: Table, found: FoundRecipient[]): Promise<Map<string, number>> {
  const items = await table.batchGet(
    found.map(({ jobId, chunk, position }) => resultKey(jobId, chunk, pageOf(position))),
  );
  const read = new Map<unknown, ReturnType<typeof readResults>>();
  return new Map(
    found.flatMap(({ position, phoneNumber }, index) => {
      const item = items[index];
      const page = read.get(item) ?? readResults(item);
      read.set(item, page);
      const result = page.results.get(position);
      return result?.status === 'sent' || result?.status === 'unknown' ? [[phoneNumber, result.atMs]] : [];
    }),
  );
}

/** Returns the phone numbers to which one of some campaigns handed over a message. **Source:** rules E3. */
export async function findHandedOver(
  table: Table,
  accountId: string,
  { campaignIds, contacts }: { campaignIds: string[]; contacts: readonly Member[] },
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const campaignId of campaignIds) {
    const left = contacts.filter(({ phoneNumber }) => !found.has(phoneNumber));
    const handOvers = await findHandOvers(table, { accountId, campaignId, contacts: left });
    for (const phoneNumber of handOvers.keys()) found.add(phoneNumber);
  }
  return found;
}
