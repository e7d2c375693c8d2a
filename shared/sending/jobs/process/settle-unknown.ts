import type { Platform } from '../../../platform/platform';
import { chunkKey, jobKey, progressKey, resultKey } from '../../../platform/store/keys';
import { commit, omittable, type Part } from '../../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import { readChunk } from '../chunk';
import { type Job, readJob, type JobCounts } from '../job';
import { type JobPlace, jobMessageId } from '../results/job-message-id';
import { readProgress } from '../results/progress';
import { readReceipts } from '../results/recipient-receipt';
import { recipientKeyWrite } from './internal/recipient-keys';
import { pageOf, positionsOf, readResults, type RecipientResult } from '../results/result';
import { resultPut } from './result-store';
import { countInCampaign } from './internal/campaign-counts';
import { countsExpression } from './internal/count-writes';

type Deps = Pick<Platform, 'table'>;

const UNKNOWN_TURNED_SENT: JobCounts = { sent: 1, failed: -1, skipped: 0, unknown: -1 };

/**
 * Marks a recipient as `sent` in the results, the counts and the key, after a receipt has proved that the provider has
 * the message although the hand-over had no answer. Does nothing for any other recipient. Idempotent. While the chunk
 * is being worked on, this is left to the check that follows its end.
 *
 * @param options.sentAt ISO time
 */
export async function settleUnknownRecipient(
  deps: Deps,
  options: { place: JobPlace; sentAt: string },
): Promise<void> {
  const { place } = options;
  const { jobId, chunk, position } = place;
  const page = pageOf(position);
  return retryOnConflict(deps.table.waits, async () => {
    const [progressItem, resultItem] = await deps.table.batchGet([
      progressKey(jobId, chunk),
      resultKey(jobId, chunk, page),
    ]);
    if (!progressItem || readProgress(progressItem).state !== 'done') return;
    const known = readResults(resultItem);
    const unknown = known.results.get(position);
    if (unknown?.status !== 'unknown') return;

    const [jobItem, chunkItem] = await deps.table.batchGet([jobKey(jobId), chunkKey(jobId, chunk)]);
    const recipient = chunkItem && readChunk(chunkItem)[position];
    if (!jobItem || !recipient) return;
    const job = readJob(jobItem);
    const sent: RecipientResult = { ...unknown, status: 'sent', atMs: Date.parse(options.sentAt) };
    const results = new Map(known.results).set(position, sent);
    const keyWrite = recipientKeyWrite({ job, place, key: recipient.idempotencyKey, result: sent });
    const result = await commit(deps.table, [
      { write: { Put: resultPut({ job, chunk, page, results, known }) }, onFail: 'moved' },
      ...countParts(job, chunk),
      // A key that stands for another message by now stays as it is.
      ...omittable(keyWrite ? [keyWrite] : []),
    ]);
    return result.committed ? undefined : CONFLICT;
  });
}

/** Looks for receipts of all recipients of a chunk whose outcome is unknown. */
export async function settleUnknownsOfChunk(
  deps: Deps,
  options: { jobId: string; chunk: number; size: number },
): Promise<void> {
  const { jobId, chunk, size } = options;
  const pages = Array.from({ length: pageOf(size - 1) + 1 }, (_, page) => page);
  const items = await deps.table.batchGet(pages.map((page) => resultKey(jobId, chunk, page)));
  const places = pages.flatMap((page) => {
    const { results } = readResults(items[page]);
    return positionsOf(page, size)
      .filter((position) => results.get(position)?.status === 'unknown')
      .map((position) => ({ jobId, chunk, position }));
  });
  const receipts = await readReceipts(deps.table, places.map(jobMessageId));
  for (const [index, place] of places.entries()) {
    const receipt = receipts[index];
    if (receipt) await settleUnknownRecipient(deps, { place, sentAt: receipt.firstAt });
  }
}

/** Builds the writes for the counts of chunk and job. The counts of a job that has ended are also in its campaign's. */
function countParts(job: Job, chunk: number): Array<Part<'moved'>> {
  const hasEnded = job.completedAt !== undefined;
  const ofChunk = {
    Key: progressKey(job.id, chunk),
    ...countsExpression(
      UNKNOWN_TURNED_SENT,
      {},
      { names: { '#state': 'state' }, values: { ':done': 'done' } },
    ),
    ConditionExpression: '#state = :done',
  };
  const ofJob = {
    Key: jobKey(job.id),
    ...countsExpression(UNKNOWN_TURNED_SENT),
    ConditionExpression: `attribute_exists(pk) AND attribute_${hasEnded ? '' : 'not_'}exists(completedAt)`,
  };
  return [
    { write: { Update: ofChunk }, onFail: 'moved' },
    { write: { Update: ofJob }, onFail: 'moved' },
    ...(hasEnded ? omittable(countInCampaign(job, UNKNOWN_TURNED_SENT)) : []),
  ];
}
