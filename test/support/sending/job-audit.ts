import { readCredits } from './read-credits';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../../../shared/accounts/api-keys';
import { createAccount } from '../../../shared/accounts/create-account';
import { addNumber } from '../../../shared/senders/number-store';
import { systemClock } from '../../../shared/platform/clock';
import { createIds } from '../../../shared/platform/ids';
import { contactItem, phoneAt } from './jobs-fixture';
import type { KillableService } from '../service/killable-service';
import { everyLimit } from '../routes/rate-limits';

/** Job as the API returns it. **Source:** rules 2.2. */
export interface JobAnswer {
  id: string;
  status: string;
  totalRecipients: number;
  counts: { pending: number; sent: number; failed: number; skipped: number };
  completedAt?: string;
}

interface RecipientRow {
  to: string;
  messageId: string;
  status: string;
  errorType?: string;
}

/** Account that can send, with a contact for each of `phoneAt(0…)`. */
export interface Sender {
  accountId: string;
  authorization: string;
  from: string;
  recipients: number;
}

const SENDER_NUMBER = '+12065550199';
const CREDITS = 1_000_000;
const GIVE_UP_AFTER_MS = 20 * 60_000;

export async function seedSender(
  service: KillableService,
  options: { recipients: number; ratePerSecond?: number | undefined },
): Promise<Sender> {
  const { recipients, ratePerSecond } = options;
  const deps = { table: service.table(), clock: systemClock, ids: createIds(systemClock) };
  const { id: accountId } = await createAccount(deps, {
    name: 'Sender',
    smsCredits: CREDITS,
    dailyQuota: CREDITS,
    rateLimits: everyLimit(1_000_000),
  });
  const created = await createApiKey(deps, accountId);
  if (!created) throw new Error('No key');
  await addNumber(deps, { accountId, number: SENDER_NUMBER, status: 'Active', ratePerSecond });
  await deps.table.batchPut(
    Array.from({ length: recipients }, (_, index) => contactItem(accountId, phoneAt(index))),
    4,
  );
  const credentials = `${created.key.id}:${created.secret}`;
  return {
    accountId,
    authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
    from: SENDER_NUMBER,
    recipients,
  };
}

/** Reads the job repeatedly until it has ended. */
export async function untilJobEnded(
  service: KillableService,
  options: { path: string; sender: Sender },
): Promise<JobAnswer> {
  const { authorization } = options.sender;
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  while (performance.now() < giveUpAt) {
    const job = await service.request<JobAnswer>('GET', options.path, { authorization });
    if (job.completedAt !== undefined) return job;
    await sleep(250);
  }
  throw new Error('The job did not come to its end');
}

/**
 * Compares the messages that the provider took with the job's read-back, its counts and the account's balance.
 *
 * @param options.job the account's only job, ended
 * @returns the violations; empty when all is well
 */
export async function auditJob(
  service: KillableService,
  options: { job: JobAnswer; path: string; sender: Sender },
): Promise<string[]> {
  const { job, path, sender } = options;
  const found: string[] = [];
  const { messages } = await service.request<{ messages: Array<{ to: string; messageId: string }> }>(
    'GET',
    '/_local/sent',
  );
  const took = new Map<string, string>();
  for (const { to, messageId } of messages) {
    if (took.has(to)) found.push(`${to} got ${took.get(to)} and ${messageId}`);
    took.set(to, messageId);
  }
  const rows = await readRows(service, path, sender);
  const unknown = rows.filter(({ errorType }) => errorType === 'outcome_unknown').length;
  for (const { to, messageId, status, errorType } of rows) {
    const wasTaken = took.get(to) === messageId;
    const isUnknown = errorType === 'outcome_unknown';
    if (status === 'sent' && !wasTaken) found.push(`${to} is sent and got nothing`);
    if (status !== 'sent' && !isUnknown && wasTaken) found.push(`${to} got it and is ${status}`);
    if (status === 'pending') found.push(`${to} was forgotten`);
  }
  const { sent, failed, skipped, pending } = job.counts;
  if (rows.length !== sender.recipients) {
    found.push(`${rows.length} of ${sender.recipients} recipients are listed`);
  }
  if (sent + failed + skipped !== job.totalRecipients || pending !== 0) {
    found.push(`the counts are ${JSON.stringify(job.counts)} of ${job.totalRecipients}`);
  }
  const credits = await readCredits(service.table(), sender.accountId);
  const handedOver = rows.filter(({ status }) => status === 'sent').length + unknown;
  if (credits.sms !== CREDITS - 2 * handedOver) {
    found.push(`${CREDITS - credits.sms} credits were taken for ${handedOver} recipients`);
  }
  process.stdout.write(`the provider took ${messages.length}; ${unknown} outcomes are unknown\n`);
  return found;
}

async function readRows(
  service: KillableService,
  path: string,
  { authorization }: Sender,
): Promise<RecipientRow[]> {
  const rows: RecipientRow[] = [];
  let cursor: string | undefined = '';
  while (cursor !== undefined) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: { results: RecipientRow[]; nextCursor?: string } = await service.request(
      'GET',
      `${path}/recipients?limit=1000${query}`,
      { authorization },
    );
    rows.push(...page.results);
    cursor = page.nextCursor;
  }
  return rows;
}
