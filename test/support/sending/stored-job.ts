import { chunkItem, type JobRecipient } from '../../../shared/sending/jobs/chunk';
import { addCounts, type Job, jobItem, NO_COUNTS } from '../../../shared/sending/jobs/job';
import { newProgress, type Progress, progressItem } from '../../../shared/sending/jobs/results/progress';
import {
  RESULT_PAGE_SIZE,
  pageOf,
  type RecipientResult,
  resultItem,
  countsOf,
} from '../../../shared/sending/jobs/results/result';
import { jobListKey } from '../../../shared/platform/store/keys';
import type { Item } from '../../../shared/platform/store/item';
import type { Table } from '../../../shared/platform/store/table';
import { phoneAt, START } from './jobs-fixture';

export interface StoredJobOptions {
  accountId: string;
  /** A ULID's 26 characters follow `brc_`. */
  id: string;
  chunks: number;
  /** Recipients in each chunk. */
  size: number;
  /** Returns the result of a recipient; `undefined` while it is pending. */
  resultOf?: (place: { chunk: number; position: number }) => RecipientResult | undefined;
  /** Returns the difference from the progress that follows from the results; `undefined`: the chunk has none stored. */
  progressOf?: (chunk: number) => Partial<Progress> | undefined;
  job?: Partial<Job>;
}

/** Returns the recipient at a place of a stored job. */
export const storedPhone = (options: StoredJobOptions, place: { chunk: number; position: number }) =>
  phoneAt((place.chunk - 1) * options.size + place.position);

/** Stores a job, its chunks and their progress, as the workers do. */
export async function storeJob(table: Table, options: StoredJobOptions): Promise<Job> {
  const { accountId, id, chunks, size, resultOf = () => undefined, progressOf = () => ({}) } = options;
  const items: Item[] = [];
  const numbers = Array.from({ length: chunks }, (_, index) => index + 1);
  const resultsOf = (chunk: number) =>
    new Map(
      Array.from(
        { length: size },
        (_, position) => [position, resultOf({ chunk, position })] as const,
      ).filter((entry): entry is [number, RecipientResult] => entry[1] !== undefined),
    );
  const all = new Map(numbers.map((chunk) => [chunk, resultsOf(chunk)]));
  const isDone = [...all.values()].every((results) => results.size === size);
  const job: Job = {
    id,
    accountId,
    kind: 'broadcast',
    from: '+12065550100',
    body: 'Hello',
    mediaUrl: undefined,
    totalRecipients: chunks * size,
    status: isDone ? 'completed' : 'processing',
    chunkCount: chunks,
    chunksDone: [...all.values()].filter((results) => results.size === size).length,
    chunksAtOnce: chunks,
    counts: [...all.values()].reduce(
      (counts, results) => addCounts(counts, countsOf(results.values())),
      NO_COUNTS,
    ),
    chargePerRecipient: { sms: 2, mms: 0 },
    baseCharge: { sms: 0, mms: 0 },
    linkToken: undefined,
    retentionDays: 90,
    createdAt: START,
    startedAt: START,
    completedAt: isDone ? START : undefined,
    ...options.job,
  };
  items.push(jobItem(job), { ...jobListKey(accountId, id), jobId: id });
  for (const [chunk, results] of all) {
    const recipients: JobRecipient[] = Array.from({ length: size }, (_, position) => ({
      to: storedPhone(options, { chunk, position }),
      idempotencyKey: undefined,
      body: undefined,
      mediaUrl: undefined,
    }));
    items.push(chunkItem({ job, chunk, recipients }));
    for (let page = 0; page * RESULT_PAGE_SIZE < size; page++) {
      const ofPage = new Map([...results].filter(([position]) => pageOf(position) === page));
      if (ofPage.size > 0) items.push(resultItem({ job, chunk, page, results: ofPage, revision: 1 }));
    }
    const changes = progressOf(chunk);
    const hasBegun = results.size > 0 || (changes !== undefined && Object.keys(changes).length > 0);
    if (changes === undefined || !hasBegun) continue;
    const progress: Progress = {
      ...newProgress({ job, chunk, size }),
      revision: 1,
      state: results.size === size ? 'done' : 'open',
      nextPosition: results.size === 0 ? 0 : Math.max(...results.keys()) + 1,
      counts: countsOf(results.values()),
      ...changes,
    };
    items.push(progressItem(progress, job));
  }
  await table.batchPut(items, 8);
  return job;
}
