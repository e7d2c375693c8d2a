import { readAccount } from '../../accounts/account';
import type { CampaignTask } from '../../outbox/relay-outbox';
import type { Platform } from '../../platform/platform';
import { commit, required } from '../../platform/store/commit';
import {
  accountKey,
  automationShardOf,
  chunkKey,
  jobKey,
  outboxKey,
  resultKey,
} from '../../platform/store/keys';
import { updateExpression } from '../../platform/store/expressions';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import { isErasedRecipient, type JobRecipient, readChunk } from '../../sending/jobs/chunk';
import { type Job, readJob } from '../../sending/jobs/job';
import { pageOf, readResults, type RecipientResult } from '../../sending/jobs/results/result';
import { automationVersionItem, type StoredStep } from '../record/automation';
import { readSendId } from '../record/send-id';
import { wakeAutomation } from '../record/automation-due';
import { CountChanges } from '../record/counts';
import { findWays, lastSendOf, type Person, personItem } from '../record/person';
import { ended } from './decide-way';
import { awaitsText, putPerson } from './internal/move-people';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Ends the ways of people whom a job did not reach: `failed` when their text was refused, `exited` when they may not be
 * sent to any more, or it is too late. Who was left out for another reason, such as the cap, goes on, with that reason.
 * People who waited for the end of the job go on. Idempotent.
 *
 * @param task.outboxId entry of the outbox that repeats the task until it is done
 *
 * **Source:** rules E10.3, E10.4.
 */
export async function settleJob(
  deps: Deps,
  { jobId, outboxId }: Pick<CampaignTask, 'outboxId'> & { jobId: string },
): Promise<void> {
  await settleWays(deps, jobId);
  if (outboxId !== undefined) await deps.table.delete({ Key: outboxKey(outboxId) });
}

async function settleWays(deps: Deps, jobId: string): Promise<void> {
  const [jobRead, chunkRead] = await deps.table.batchGet([jobKey(jobId), chunkKey(jobId, 1)]);
  if (!jobRead || !chunkRead) return;
  const job = readJob(jobRead);
  const place = readSendId(job.campaignId);
  if (!place) return;
  const { accountId } = job;
  const version = automationVersionItem.readIfAny(
    await deps.table.get(automationVersionItem.key({ ...place, accountId })),
  );
  const steps = version?.plan.steps ?? [];
  const recipients = readChunk(chunkRead);
  const pages = new Set(recipients.map((_, position) => pageOf(position)));
  for (const page of pages) {
    const { results } = readResults(await deps.table.get(resultKey(jobId, 1, page)));
    for (const [position, result] of results) {
      const end = endOf(result);
      const recipient = recipients[position];
      if (!end || !recipient || isErasedRecipient(recipient)) continue;
      const { to: phoneNumber, entry } = recipient;
      const sent = { ...place, steps: steps.length, accountId, at: job.createdAt, phoneNumber, entry };
      await endWay(deps, sent, end);
    }
  }
  await deps.table.update({
    Key: jobKey(jobId),
    ...updateExpression({ set: { isSettled: true } }),
    ConditionExpression: 'attribute_exists(pk)',
  });
  if (job.isAwaited) await goOn(deps, { job, place, steps, recipients });
}

/** Has people go on who waited for their text. */
async function goOn(
  deps: Deps,
  {
    job,
    place,
    steps,
    recipients,
  }: {
    job: Job;
    place: { automationId: string; version: number; step: number };
    steps: readonly StoredStep[];
    recipients: JobRecipient[];
  },
): Promise<void> {
  const { accountId } = job;
  const address = { accountId, automationId: place.automationId };
  const dueAt = deps.clock.now().toISOString();
  for (const recipient of recipients) {
    if (isErasedRecipient(recipient)) continue;
    await retryOnConflict(deps.table.waits, async () => {
      const { to: phoneNumber, entry } = recipient;
      const sent = { ...place, ...address, steps: steps.length, at: job.createdAt, phoneNumber, entry };
      const person = await findWay(deps, sent);
      // Other steps have a time of their own, and the text of another job may be awaited.
      if (person?.status !== 'waiting' || !awaitsText(steps[person.step])) return 'done';
      const lastSend = lastSendOf(person);
      if (lastSend && lastSend.jobId !== job.id) return 'done';
      const write = putPerson(person, { ...person, dueAt }, job);
      return (await commit(deps.table, [{ write, onFail: 'moved' }])).committed ? 'done' : CONFLICT;
    });
  }
  await wakeAutomation(deps, { ...address, dueAt, now: deps.clock.now() });
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
    case 'set_aside':
    case 'frequency_cap':
    case 'country_budget':
    case 'key_consumed':
    case 'key_in_use':
      return { status: 'leftOut', reason };
  }
}

/** Text of a way. */
interface SentText {
  accountId: string;
  automationId: string;
  step: number;
  /** Number of steps of its version. */
  steps: number;
  at: string;
  phoneNumber: string;
  entry: string | undefined;
}

const isOf = ({ step, at }: SentText, send: Person['sends'][number] | undefined) =>
  send?.step === step && send.at === at;

/** Finds the way of a text: a person can have several in one job, and may be past the step of the text. */
async function findWay({ table }: Deps, sent: SentText): Promise<Person | undefined> {
  const { entry } = sent;
  if (entry !== undefined) return personItem.readIfAny(await table.get(personItem.key({ ...sent, entry })));
  return (await findWays(table, sent)).find((way) => isOf(sent, lastSendOf(way)));
}

async function endWay(deps: Deps, sent: SentText, { status, reason }: WayEnd): Promise<void> {
  const shard = automationShardOf(sent.phoneNumber);
  const accountItem = await deps.table.get(accountKey(sent.accountId));
  if (!accountItem) return;
  const account = readAccount(accountItem);
  await retryOnConflict(deps.table.waits, async () => {
    const person = await findWay(deps, sent);
    if (!person || person.status === 'exited' || person.status === 'failed') return 'done';
    const after =
      status === 'leftOut'
        ? { ...person, reason, sends: person.sends.filter((send) => !isOf(sent, send)) }
        : { ...ended(person, status, { reason, now: deps.clock.now() }), step: sent.step };
    const counts = status === 'leftOut' ? [] : [countsOf(person, after, sent).write({ ...person, shard })];
    const result = await commit(deps.table, [
      { write: putPerson(person, after, account), onFail: 'moved' },
      ...required(counts),
    ]);
    return result.committed ? 'done' : CONFLICT;
  });
}

/** Counts the end of a way at the step of its text, and takes back what was counted beyond it. */
function countsOf(before: Person, after: Person, { steps }: SentText): CountChanges {
  const { status, step } = after;
  const counts = new CountChanges().takeBack(before, step, steps);
  if (before.status === 'completed') counts.end(before, 'completed', -1);
  return status === 'exited' || status === 'failed' ? counts.end(after, status) : counts;
}
