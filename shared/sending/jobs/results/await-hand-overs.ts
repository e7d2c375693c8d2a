import { MOST_SENT_AFTER_STOP } from '../../../limits';
import type { Platform } from '../../../platform/platform';
import { isHeld } from '../../../platform/store/lease';
import { progressKey } from '../../../platform/store/keys';
import type { Table } from '../../../platform/store/table';
import { type Progress, readProgress } from './progress';
import { progressQuery } from './read-counts';

const LOOKS_EVERY_MS = 100;
/**
 * Longest wait: no hand-over begins more than 5 s after the worker has read the job's status, and none takes longer
 * than 15 s.
 */
const WAITS_AT_MOST_MS = 20_000;

/**
 * Waits until no more recipients of these jobs are being handed over than may be sent to after the answer to a
 * cancellation or a pause. Call it after the cancellation or pause has been stored: then no send batch is handed over
 * except those that are found here.
 *
 * **Source:** rules E2, E4.
 */
export async function awaitHandOvers(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  jobIds: readonly string[],
): Promise<void> {
  const found = await Promise.all(jobIds.map(async (jobId) => readInFlight(table, jobId)));
  let chunks = found.flat();
  for (let waitedMs = 0; waitedMs < WAITS_AT_MOST_MS; waitedMs += LOOKS_EVERY_MS) {
    // A worker hands nothing over after its lease has run out.
    chunks = chunks.filter((progress) => isHeld(progress, clock.now()));
    if (countInFlight(chunks) <= MOST_SENT_AFTER_STOP) return;
    await table.waits.pause(LOOKS_EVERY_MS);
    chunks = await withoutEnded(table, chunks);
  }
}

/** Returns the chunks whose send batch is still the same. A different one was begun after the campaign was resumed. */
async function withoutEnded(table: Table, chunks: Progress[]): Promise<Progress[]> {
  const items = await table.batchGet(chunks.map(({ jobId, chunk }) => progressKey(jobId, chunk)));
  return chunks.filter(({ revision }, index) => {
    const item = items[index];
    return item !== undefined && readProgress(item).revision === revision;
  });
}

/**
 * Finds, of jobs with one chunk each, those that hand something over. They are too many to be asked one by one.
 */
export async function findHandingOver(table: Table, jobIds: readonly string[]): Promise<string[]> {
  const items = await table.batchGet(jobIds.map((jobId) => progressKey(jobId, 1)));
  return jobIds.filter((_, index) => {
    const item = items[index];
    return item !== undefined && readProgress(item).inFlight !== undefined;
  });
}

async function readInFlight(table: Table, jobId: string): Promise<Progress[]> {
  const items = await table.queryAll({
    ...progressQuery(jobId),
    FilterExpression: 'attribute_exists(inFlight)',
    ConsistentRead: true,
  });
  return items.map(readProgress);
}

const countInFlight = (chunks: Progress[]): number =>
  chunks.reduce((sum, { inFlight }) => sum + (inFlight?.positions.length ?? 0), 0);
