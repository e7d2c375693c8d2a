import { decideKey, readKeyRecord } from '../../../shared/sending/idempotency/key-record';
import { type JobRecipient, readChunk } from '../../../shared/sending/jobs/chunk';
import { endedCount, type Job, NO_COUNTS, addCounts } from '../../../shared/sending/jobs/job';
import { jobMessageId } from '../../../shared/sending/jobs/results/job-message-id';
import { readProgress } from '../../../shared/sending/jobs/results/progress';
import { readReceipts, type RecipientReceipt } from '../../../shared/sending/jobs/results/recipient-receipt';
import { pageOf, readResults, type RecipientResult } from '../../../shared/sending/jobs/results/result';
import {
  chunkKey,
  idempotencyKey,
  progressKey,
  quotaKey,
  resultKey,
} from '../../../shared/platform/store/keys';
import type { Table } from '../../../shared/platform/store/table';
import { type JobsFixture, START } from './jobs-fixture';

/** Recipient of a job with its result, as stored in the table. */
export interface BookedRecipient {
  messageId: string;
  recipient: JobRecipient;
  result: RecipientResult | undefined;
}

/** Returns the recipients of a job, in order. */
export async function readRecipients(table: Table, job: Job): Promise<BookedRecipient[]> {
  const booked: BookedRecipient[] = [];
  for (let chunk = 1; chunk <= job.chunkCount; chunk++) {
    const item = await table.get(chunkKey(job.id, chunk));
    const recipients = item ? readChunk(item) : [];
    const pages = Array.from({ length: pageOf(recipients.length - 1) + 1 }, (_, page) => page);
    const items = await table.batchGet(pages.map((page) => resultKey(job.id, chunk, page)));
    const results = new Map(items.flatMap((found) => [...readResults(found).results]));
    for (const [position, recipient] of recipients.entries()) {
      booked.push({
        messageId: jobMessageId({ jobId: job.id, chunk, position }),
        recipient,
        result: results.get(position),
      });
    }
  }
  return booked;
}

/**
 * Compares the provider's messages with the table's records of all ended jobs of an account.
 *
 * @param options.before balances before the first job
 * @returns the violations; empty when all is well
 */
export async function auditJobs(
  fixture: JobsFixture,
  options: { jobIds: string[]; before: { sms: number; mms: number } },
): Promise<string[]> {
  const { table } = fixture;
  const wrong: string[] = [];
  const takenTimes = new Map<string, number>();
  for (const { messageId } of fixture.taken) {
    takenTimes.set(messageId, (takenTimes.get(messageId) ?? 0) + 1);
  }
  const spent = { sms: 0, mms: 0 };
  const holders = new Map<string, string[]>();
  let accepted = 0;
  for (const jobId of options.jobIds) {
    const job = await fixture.job(jobId);
    const recipients = await readRecipients(table, job);
    accepted += job.totalRecipients;
    wrong.push(...(await auditCounts(table, job, recipients)), ...auditEvents(fixture, job));
    const proofs = await readProofs(table, recipients);
    // A recipient that a receipt made sent had an unknown outcome before, and did not consume the key then.
    const isProvenLater = ({ messageId, result }: Pick<BookedRecipient, 'messageId' | 'result'>) =>
      proofs.get(messageId)?.firstAt === new Date(result?.atMs ?? 0).toISOString();
    let handedOver = 0;
    for (const { messageId, recipient, result } of recipients) {
      const times = takenTimes.get(messageId) ?? 0;
      takenTimes.delete(messageId);
      if (times > 1) wrong.push(`${messageId} was taken ${times} times`);
      if (!result) {
        wrong.push(`${messageId} was forgotten`);
        continue;
      }
      const isUnknown = result.status === 'unknown';
      if (result.status === 'sent' && times === 0) wrong.push(`${messageId} is sent and was never taken`);
      if (result.status !== 'sent' && !isUnknown && times > 0) {
        wrong.push(`${messageId} was taken and is ${JSON.stringify(result)}`);
      }
      if (result.status === 'sent' || isUnknown) handedOver++;
      const { idempotencyKey: key } = recipient;
      if (key === undefined) continue;
      if (result.status === 'sent' && !isProvenLater({ messageId, result })) {
        holders.set(key, [...(holders.get(key) ?? []), messageId]);
      }
    }
    spent.sms += handedOver * job.chargePerRecipient.sms + (handedOver > 0 ? job.baseCharge.sms : 0);
    spent.mms += handedOver * job.chargePerRecipient.mms + (handedOver > 0 ? job.baseCharge.mms : 0);
    wrong.push(...(await auditKeys(fixture, recipients, isProvenLater)));
  }
  for (const messageId of takenTimes.keys()) wrong.push(`${messageId} was taken for no recipient`);
  for (const [key, messageIds] of holders) {
    if (messageIds.length > 1) wrong.push(`${key} was sent as ${messageIds.join(' and ')}`);
  }
  wrong.push(...(await auditAccount(fixture, { ...options, spent, accepted })));
  return wrong;
}

/** Checks that the account has got one event of the job's end. */
function auditEvents({ events }: JobsFixture, { id, totalRecipients }: Job): string[] {
  const told = [...events.values()].filter(
    ({ type, job }) => type === 'messaging.job.completed' && job.id === id,
  );
  const [event] = told;
  if (!event || told.length > 1) return [`${id} has ${told.length} events`];
  const { sent, failed, skipped } = event.job.counts;
  return sent + failed + skipped === totalRecipients
    ? []
    : [`the event of ${id} counts ${sent + failed + skipped}`];
}

export async function readProofs(
  table: Table,
  recipients: BookedRecipient[],
): Promise<Map<string, RecipientReceipt>> {
  const receipts = await readReceipts(
    table,
    recipients.map(({ messageId }) => messageId),
  );
  return new Map(receipts.flatMap((receipt) => (receipt ? [[receipt.messageId, receipt] as const] : [])));
}

export async function auditCounts(table: Table, job: Job, recipients: BookedRecipient[]): Promise<string[]> {
  const wrong: string[] = [];
  if (job.completedAt === undefined) wrong.push(`${job.id} has not ended`);
  if (recipients.length !== job.totalRecipients) wrong.push(`${job.id} has ${recipients.length} recipients`);
  const counted = { ...NO_COUNTS };
  for (const { result } of recipients) {
    if (!result) continue;
    counted[result.status]++;
    if (result.status === 'unknown') counted.failed++;
  }
  const chunks = Array.from({ length: job.chunkCount }, (_, index) => progressKey(job.id, index + 1));
  const progress = (await table.batchGet(chunks)).map((item) =>
    item ? readProgress(item).counts : NO_COUNTS,
  );
  const ofChunks = progress.reduce(addCounts, NO_COUNTS);
  const text = JSON.stringify(counted);
  if (JSON.stringify(sorted(job.counts)) !== text) {
    wrong.push(`${job.id} counts ${JSON.stringify(job.counts)}, its results are ${text}`);
  }
  if (JSON.stringify(sorted(ofChunks)) !== text) {
    wrong.push(`${job.id}: the chunks count ${JSON.stringify(ofChunks)}, the results are ${text}`);
  }
  if (endedCount(job.counts) !== job.totalRecipients) {
    wrong.push(`${job.id} counts ${endedCount(job.counts)} of ${job.totalRecipients}`);
  }
  return wrong;
}

const sorted = ({ sent, failed, skipped, unknown }: Job['counts']) => ({ sent, failed, skipped, unknown });

/** Checks keys: one is consumed by a recipient that was sent to, records an unknown outcome, and is free otherwise. */
async function auditKeys(
  fixture: JobsFixture,
  recipients: BookedRecipient[],
  isProvenLater: (booked: BookedRecipient) => boolean,
): Promise<string[]> {
  const keyed = recipients.filter(({ recipient }) => recipient.idempotencyKey !== undefined);
  const items = await fixture.table.batchGet(
    keyed.map(({ recipient }) =>
      idempotencyKey(fixture.accountId, 'message', recipient.idempotencyKey ?? ''),
    ),
  );
  const wrong: string[] = [];
  for (const [index, booked] of keyed.entries()) {
    const { messageId, recipient, result } = booked;
    const item = items[index];
    const record = item && readKeyRecord(item);
    const decision = decideKey(record, fixture.clock.now());
    const name = `the key ${recipient.idempotencyKey} of ${messageId} (${result?.status})`;
    if (decision === 'running' || decision === 'abandoned') wrong.push(`${name} is ${decision}`);
    const isConsumed = decision === 'replay' && record?.subjectId === messageId;
    if (result?.status === 'sent' && !isConsumed && !isProvenLater(booked)) {
      wrong.push(`${name} is ${decision} for ${record?.subjectId}`);
    }
    const mustBeFree = result?.status === 'failed' || result?.status === 'skipped';
    if (record?.subjectId === messageId && mustBeFree) {
      wrong.push(`${name} is still held`);
    }
  }
  return wrong;
}

async function auditAccount(
  fixture: JobsFixture,
  options: { before: { sms: number; mms: number }; spent: { sms: number; mms: number }; accepted: number },
): Promise<string[]> {
  const { before, spent, accepted } = options;
  const wrong: string[] = [];
  const left = await fixture.credits();
  if (left.sms !== before.sms - spent.sms || left.mms !== before.mms - spent.mms) {
    wrong.push(
      `balances are ${JSON.stringify(left)}; ${JSON.stringify(before)} less ${JSON.stringify(spent)}`,
    );
  }
  const quota = await fixture.table.get(quotaKey(fixture.accountId, START.slice(0, 10)));
  const used = (quota?.used as number | undefined) ?? 0;
  if (used !== accepted) wrong.push(`the quota counts ${used} of ${accepted}`);
  return wrong;
}
