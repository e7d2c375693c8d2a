import { array, number, object, string } from 'valibot';
import { defineItem, type ValueOf } from '../../../platform/store/define-item';
import { campaignPartKey } from '../../../platform/store/keys';
import type { NewChunk } from './recipient-buffer';

/**
 * Maps a shard range to the chunks of its recipients. It only counts when the campaign has the jobs and chunks that it
 * names: a worker that lost its lease may have left others.
 */
export const campaignPartItem = defineItem({
  entity: 'campaignPart',
  key: (part: { campaignId: string; shard: number; lastContactId: string; leaseId: string }) =>
    campaignPartKey(part.campaignId, part),
  value: object({
    /** Newest and oldest contact of the range, by id. */
    firstContactId: string(),
    lastContactId: string(),
    chunks: array(object({ jobId: string(), chunk: number() })),
  }),
});
export type CampaignPart = ValueOf<typeof campaignPartItem>;

/** Chunk that was written. */
export interface PlacedChunk extends NewChunk {
  jobId: string;
  chunk: number;
}

/** Builds the parts for some chunks, one for each shard. */
export function partsOf(chunks: PlacedChunk[]): Array<CampaignPart & { shard: number }> {
  const byShard = new Map<number, CampaignPart>();
  for (const { jobId, chunk, contacts } of chunks) {
    for (const { shard, contactId } of contacts) {
      const part = byShard.get(shard) ?? { firstContactId: contactId, lastContactId: contactId, chunks: [] };
      byShard.set(shard, part);
      if (contactId > part.firstContactId) part.firstContactId = contactId;
      if (contactId < part.lastContactId) part.lastContactId = contactId;
      const last = part.chunks.at(-1);
      if (last?.jobId !== jobId || last.chunk !== chunk) part.chunks.push({ jobId, chunk });
    }
  }
  return [...byShard].map(([shard, part]) => ({ shard, ...part }));
}
