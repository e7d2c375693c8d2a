import { readAccount } from '../../accounts/account';
import type { Platform } from '../../platform/platform';
import { commit, required } from '../../platform/store/commit';
import {
  accountKey,
  automationPeoplePk,
  automationPersonPrefix,
  automationShardOf,
  chunkKey,
  jobKey,
  resultKey,
} from '../../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { isErasedRecipient, readChunk } from '../../sending/jobs/chunk';
import { readJob } from '../../sending/jobs/job';
import { pageOf, readResults, type RecipientResult } from '../../sending/jobs/results/result';
import { readSendId } from '../record/automation';
import { CountChanges } from '../record/counts';
import { type Person, personItem } from '../record/person';
import { ended } from './internal/decide-way';
import { putPerson } from './internal/move-people';

type Deps = Pick<Platform, 'table' | 'clock'>;

/**
 * Ends the ways of people whom a job did not reach: `failed` when their text was refused, `exited` when they are opted
 * out. Who was left out for another reason, such as the cap, goes on. Idempotent.
 *
 * **Source:** rules E10.1.
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
  status: 'exited' | 'failed';
  reason: string;
}

function endOf(result: RecipientResult): WayEnd | undefined {
  if (result.status === 'failed') return { status: 'failed', reason: result.errorType };
  if (result.status !== 'skipped') return undefined;
  const { reason } = result;
  const hasLeft = reason === 'opted_out' || reason === 'not_opted_in' || reason === 'erased';
  return hasLeft ? { status: 'exited', reason } : undefined;
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
    const items = await deps.table.queryAll({
      KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
      ExpressionAttributeValues: {
        ':pk': automationPeoplePk({ ...sent, shard }),
        ':prefix': automationPersonPrefix(sent.phoneNumber),
      },
      ConsistentRead: true,
    });
    const person = items
      .map(personItem.read)
      .find(({ lastSend }) => lastSend?.step === sent.step && lastSend.at === sent.at);
    if (!person || person.status === 'exited' || person.status === 'failed') return 'done';
    const after = { ...ended(person, status, { reason, now: deps.clock.now() }), step: sent.step };
    const result = await commit(deps.table, [
      { write: putPerson(person, after, account), onFail: 'moved' },
      ...required([countsOf(person, after).write({ ...person, shard })]),
    ]);
    return result.committed ? 'done' : CONFLICT;
  });
}

function countsOf(before: Person, { status, step }: Person): CountChanges {
  const counts = new CountChanges();
  if (before.status === 'completed') counts.end('completed', before.step, -1);
  return status === 'exited' || status === 'failed' ? counts.end(status, step) : counts;
}
