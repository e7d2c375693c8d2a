import { readAccount } from '../../accounts/account';
import type { Platform } from '../../platform/platform';
import { commit, required } from '../../platform/store/commit';
import { accountKey, automationShardOf, chunkKey, jobKey, resultKey } from '../../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { isErasedRecipient, readChunk } from '../../sending/jobs/chunk';
import { readJob } from '../../sending/jobs/job';
import { pageOf, readResults, type RecipientResult } from '../../sending/jobs/results/result';
import { readSendId } from '../record/automation';
import { CountChanges } from '../record/counts';
import { findWays, type Person } from '../record/person';
import { ended } from './decide-way';
import { putPerson } from './internal/move-people';

type Deps = Pick<Platform, 'table' | 'clock'>;

/**
 * Ends the ways of people whom a job did not reach: `failed` when their text was refused, `exited` when they may not be
 * sent to any more, or it is too late. Who was left out for another reason, such as the cap, goes on, with that reason.
 * Idempotent.
 *
 * **Source:** rules E10.3, E10.4.
 */
export async function settleJob(deps: Deps, { jobId }: { jobId: string }): Promise<void> {
  const [jobRead, chunkRead] = await deps.table.batchGet([jobKey(jobId), chunkKey(jobId, 1)]);
  if (!jobRead || !chunkRead) return;
  const job = readJob(jobRead);
  const place = readSendId(job.campaignId);
  if (!place) return;
  const recipients = readChunk(chunkRead);
  const pages = new Set(recipients.map((_, position) => pageOf(position)));
  for (const page of pages) {
    const { results } = readResults(await deps.table.get(resultKey(jobId, 1, page)));
    for (const [position, result] of results) {
      const end = endOf(result);
      const recipient = recipients[position];
      if (!end || !recipient || isErasedRecipient(recipient)) continue;
      const sent = { ...place, accountId: job.accountId, at: job.createdAt, phoneNumber: recipient.to };
      await endWay(deps, sent, end);
    }
  }
}

interface WayEnd {
  status: 'exited' | 'failed' | 'leftOut';
  reason: string;
}

function endOf(result: RecipientResult): WayEnd | undefined {
  if (result.status === 'failed') return { status: 'failed', reason: result.errorType };
  if (result.status !== 'skipped') return undefined;
  const { reason } = result;
  switch (reason) {
    case 'opted_out':
    case 'not_opted_in':
    case 'erased':
      return { status: 'exited', reason };
    case 'expired':
      return { status: 'exited', reason: 'missed' };
    case 'cancelled':
      return { status: 'exited', reason: 'stopped' };
    case 'review':
    case 'frequency_cap':
    case 'key_consumed':
    case 'key_in_use':
      return { status: 'leftOut', reason };
  }
}

async function endWay(
  deps: Deps,
  sent: { accountId: string; automationId: string; step: number; at: string; phoneNumber: string },
  { status, reason }: WayEnd,
): Promise<void> {
  const shard = automationShardOf(sent.phoneNumber);
  const accountItem = await deps.table.get(accountKey(sent.accountId));
  if (!accountItem) return;
  const account = readAccount(accountItem);
  await retryOnConflict(deps.table.waits, async () => {
    const person = (await findWays(deps.table, sent)).find(
      ({ lastSend }) => lastSend?.step === sent.step && lastSend.at === sent.at,
    );
    if (!person || person.status === 'exited' || person.status === 'failed') return 'done';
    const after =
      status === 'leftOut'
        ? { ...person, reason, lastSend: undefined }
        : { ...ended(person, status, { reason, now: deps.clock.now() }), step: sent.step };
    const counts = status === 'leftOut' ? [] : [countsOf(person, after).write({ ...person, shard })];
    const result = await commit(deps.table, [
      { write: putPerson(person, after, account), onFail: 'moved' },
      ...required(counts),
    ]);
    return result.committed ? 'done' : CONFLICT;
  });
}

/** Counts the end of a way at the step of its text, and takes back what was counted beyond it. */
function countsOf(before: Person, { status, step, reason }: Person): CountChanges {
  const counts = new CountChanges().takeBack(before, step);
  if (before.status === 'completed') counts.end('completed', before.step, { count: -1 });
  return status === 'exited' || status === 'failed' ? counts.end(status, step, { reason }) : counts;
}
