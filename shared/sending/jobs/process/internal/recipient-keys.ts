import type { KeyAddress } from '../../../idempotency/key-record';
import { jobKey, resultKey } from '../../../../platform/store/keys';
import type { Table, TransactItem } from '../../../../platform/store/table';
import { settleKey } from '../../../idempotency/settle-key';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { type Job, readJob } from '../../job';
import { jobMessageId, type JobPlace, readJobMessageId } from '../../results/job-message-id';
import { pageOf, type PageResults, readResults, type RecipientResult } from '../../results/result';

/** Settles the keys of recipients by their results. Idempotent. */
export async function settleRecipientKeys(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  results: PageResults,
): Promise<void> {
  await Promise.all(
    [...results].map(async ([position, result]) => {
      const key = recipientAt(work, position).idempotencyKey;
      const write = recipientKeyWrite({ job: work.job, place: placeOf(work, position), key, result });
      if (write) await send(deps.table, write);
    }),
  );
}

/** Releases keys of recipients that another worker finished; that worker settles the rest. */
export async function releaseKeysOfFinished(
  deps: Pick<ChunkDeps, 'table'>,
  work: ChunkWork,
  claimed: Array<{ position: number }>,
): Promise<void> {
  const positions = claimed
    .map(({ position }) => position)
    .filter((position) => recipientAt(work, position).idempotencyKey !== undefined);
  const pages = [...new Set(positions.map(pageOf))];
  const items = await deps.table.batchGet(pages.map((page) => resultKey(work.job.id, work.chunk, page)));
  const ended = items.flatMap((item) => [...readResults(item).results]);
  await settleRecipientKeys(deps, work, new Map(ended.filter(([position]) => positions.includes(position))));
}

/**
 * Settles a key whose holder is a job's recipient that has a result, when its worker died before it wrote the result to
 * the key. Does nothing while that recipient has no result, nor for a key that a single send holds.
 *
 * @param options.subjectId the message that the key stands for
 */
export async function settleKeyOfEndedHolder(
  deps: Pick<ChunkDeps, 'table'>,
  options: { key: string; subjectId: string },
): Promise<void> {
  const place = readJobMessageId(options.subjectId);
  if (!place) return;
  const { jobId, chunk, position } = place;
  const [jobItem, resultsItem] = await deps.table.batchGet([
    jobKey(jobId),
    resultKey(jobId, chunk, pageOf(position)),
  ]);
  const result = readResults(resultsItem).results.get(position);
  if (!jobItem || !result) return;
  const write = recipientKeyWrite({ job: readJob(jobItem), place, key: options.key, result });
  if (write) await send(deps.table, write);
}

/** Builds the write that settles a recipient's key by its result; `undefined` without a key. */
export function recipientKeyWrite(options: {
  job: Job;
  place: JobPlace;
  key: string | undefined;
  result: RecipientResult;
}): TransactItem | undefined {
  const { job, result } = options;
  const address = addressOf(job, options.key);
  if (!address) return undefined;
  const subjectId = jobMessageId(options.place);
  return settleKey({
    address,
    subjectId,
    revision: `${subjectId}:${result.status}`,
    end: result,
    at: new Date(result.atMs),
    // The caller can read the results of a job.
    isCallerTold: true,
    paid: job.chargePerRecipient,
  });
}

/** Returns the address of a recipient's key, in the scope of single sends. */
export function addressOf(job: Job, key: string | undefined): KeyAddress | undefined {
  return key === undefined ? undefined : { accountId: job.accountId, scope: 'message', key };
}

export function placeOf(work: ChunkWork, position: number): JobPlace {
  return { jobId: work.job.id, chunk: work.chunk, position };
}

/**
 * Sends one write outside a transaction, which costs half as much. A key that stands for another message by now stays
 * as it is.
 */
async function send(table: Table, write: TransactItem): Promise<void> {
  if ('Update' in write) await table.update(write.Update);
  else if ('Delete' in write) await table.delete(write.Delete);
}
