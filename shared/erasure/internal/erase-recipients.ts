import { decodeTime } from 'ulid';
import { commit, type Part } from '../../platform/store/commit';
import { isHeld } from '../../platform/store/lease';
import { progressKey, resultKey } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import { eraseRecipient, type JobRecipient, packRecipients, readChunk } from '../../sending/jobs/chunk';
import { packDropped, readDropped } from '../../sending/jobs/dropped-recipients';
import type { Job } from '../../sending/jobs/job';
import { resultPut } from '../../sending/jobs/process/result-store';
import { readProgress } from '../../sending/jobs/results/progress';
import { pageOf, readResults, type RecipientResult } from '../../sending/jobs/results/result';
import { ERASED_NUMBER } from '../../phone-numbers/e164';
import { PARTITIONS } from '../../platform/store/keys';
import type { Erased, Eraser, EraserDeps } from './eraser';

/**
 * Erases the person's number in a chunk, and the text in the result. The text goes first, while the number still tells
 * at which position it is.
 */
export const eraseChunk: Eraser = async (deps, item) => {
  const job = await deps.findJob(jobIdOf(item));
  if (!job) return dropUnaccepted(deps, item);
  if (!deps.people.isOfAccount(job.accountId)) return 'done';
  const recipients = readChunk(item);
  const positions = [...recipients.keys()].filter((position) =>
    isErased(deps, job, recipients[position]?.to),
  );
  if (positions.length === 0) return 'done';
  if ((await eraseResults(deps, { job, chunk: numberOf(item), positions })) === 'later') return 'later';
  const erased = recipients.map((recipient, position) =>
    positions.includes(position) ? withoutNamedKey(deps, job, eraseRecipient(recipient)) : recipient,
  );
  return replaceData(deps, item, packRecipients(erased));
};

/** Removes an idempotency key that names the person; the record of the key expires by itself. */
function withoutNamedKey({ people }: EraserDeps, { accountId }: Job, recipient: JobRecipient): JobRecipient {
  const { idempotencyKey: key } = recipient;
  return key !== undefined && people.isNamedIn(accountId, key)
    ? { ...recipient, idempotencyKey: undefined }
    : recipient;
}

/** Erases recipients that were dropped at acceptance. */
export const eraseDropped: Eraser = async (deps, item) => {
  const job = await deps.findJob(jobIdOf(item));
  if (!job) return dropUnaccepted(deps, item);
  if (!deps.people.isOfAccount(job.accountId)) return 'done';
  const dropped = readDropped(item);
  if (!dropped.some(({ to }) => isErased(deps, job, to))) return 'done';
  const erased = dropped.map((one) => (isErased(deps, job, one.to) ? { ...one, to: ERASED_NUMBER } : one));
  return replaceData(deps, item, packDropped(erased));
};

/** Deletes the item of a job that was never accepted. It waits while the acceptance may still run, and then looks again. */
async function dropUnaccepted(deps: EraserDeps, item: Item): Promise<Erased> {
  const madeAtMs = decodeTime(jobIdOf(item).slice(-ULID_CHARACTERS));
  if (deps.clock.now().getTime() - madeAtMs < ACCEPTANCE_TAKES_AT_MOST_MS) return 'later';
  await deps.table.batchDelete([item]);
  return 'done';
}

function isErased(
  { people }: EraserDeps,
  { accountId, createdAt: at }: Job,
  to: string | undefined,
): boolean {
  return to !== undefined && people.has({ accountId, phoneNumber: to, at });
}

/**
 * Replaces data that only acceptance writes, and only once, so that the condition has to guard only against a deletion.
 */
async function replaceData(deps: EraserDeps, { pk, sk }: Item, data: Uint8Array): Promise<Erased> {
  await deps.table.update({
    Key: { pk, sk },
    UpdateExpression: 'SET #data = :data',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#data': 'data' },
    ExpressionAttributeValues: { ':data': data },
  });
  return 'done';
}

/**
 * Empties the texts of results. A worker that holds the chunk has pages in memory and would write the text again, so
 * the erasure waits for it; the transaction fails when a worker takes the chunk at the same moment.
 */
async function eraseResults(
  deps: EraserDeps,
  place: { job: Job; chunk: number; positions: number[] },
): Promise<Erased> {
  const { job, chunk, positions } = place;
  const progressItem = await deps.table.get(progressKey(job.id, chunk));
  // A worker that begins from now on reads that the person was erased before it resolves a text.
  if (!progressItem) return 'done';
  const progress = readProgress(progressItem);
  if (progress.state === 'open' && isHeld(progress, deps.clock.now())) return 'later';
  for (const page of new Set(positions.map(pageOf))) {
    const known = readResults(await deps.table.get(resultKey(job.id, chunk, page)));
    const erased = positions.flatMap((position) => {
      const result = pageOf(position) === page ? known.results.get(position) : undefined;
      const emptied = result && withoutText(deps, job, result);
      return emptied ? [[position, emptied] as const] : [];
    });
    if (erased.length === 0) continue;
    const results = new Map([...known.results, ...erased]);
    const parts: Array<Part<'moved'>> = [
      { write: { Put: resultPut({ job, chunk, page, results, known }) }, onFail: 'moved' },
      {
        write: {
          ConditionCheck: {
            Key: progressKey(job.id, chunk),
            ConditionExpression: 'revision = :revision',
            ExpressionAttributeValues: { ':revision': progress.revision },
          },
        },
        onFail: 'moved',
      },
    ];
    if (!(await commit(deps.table, parts)).committed) return 'later';
  }
  return 'done';
}

/** @returns `undefined` when there is nothing to remove */
function withoutText(deps: EraserDeps, job: Job, result: RecipientResult): RecipientResult | undefined {
  const errorMessage = 'errorMessage' in result ? result.errorMessage : undefined;
  const cleanMessage = errorMessage && deps.people.withoutPeople(errorMessage, placeOf(job));
  if (result.body === undefined && cleanMessage === errorMessage) return undefined;
  const { body: _body, ...rest } = result;
  return rest.status === 'failed' ? { ...rest, errorMessage: cleanMessage } : rest;
}

const placeOf = ({ accountId, createdAt: at }: Job) => ({ accountId, at });

/** Longer than any handler may run. */
const ACCEPTANCE_TAKES_AT_MOST_MS = 2 * 60_000;
const ULID_CHARACTERS = 26;

const jobIdOf = ({ pk }: Item) => pk.slice(PARTITIONS.job.length);
const numberOf = ({ sk }: Item) => Number(sk.split('#')[1]);
