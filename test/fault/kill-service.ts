/**
 * Kills the whole local service again and again while a broadcast is accepted and worked on, starts it anew each time,
 * and looks into the books when the job has come to its end:
 *
 *   node --import tsx test/fault/kill-service.ts
 *
 * KILLS (20), RECIPIENTS (2000), RATE of the sender number (100; 0 for none), SEED of the moments.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createApiKey } from '../../shared/accounts/api-keys';
import { findAccount } from '../../shared/accounts/account-store';
import { createAccount } from '../../shared/accounts/create-account';
import { addNumber } from '../../shared/numbers/number-store';
import { systemClock } from '../../shared/platform/clock';
import { createIds } from '../../shared/platform/ids';
import { contactItem, phoneAt } from '../support/jobs-fixture';
import { seededRandom } from '../support/seeded-random';
import { KillableService } from './killable-service';

const KILLS = Number(process.env.KILLS ?? 20);
const RECIPIENTS = Number(process.env.RECIPIENTS ?? 2_000);
const RATE = Number(process.env.RATE ?? 100);
const SEED = Number(process.env.SEED ?? randomInt(1_000_000_000));
const FROM = '+12065550199';
const CREDITS = 1_000_000;
/** More than a lease and the timer's interval: what the dead had begun is looked after at once. */
const JUMP_SECONDS = 95;
const LONGEST_LIFE_MS = 2_000;
const GIVE_UP_AFTER_MS = 10 * 60_000;

interface JobAnswer {
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

const say = (line: string) => process.stdout.write(`${line}\n`);
const random = seededRandom(SEED);
const dataDir = mkdtempSync(join(tmpdir(), 'kill-service-'));
const service = new KillableService({ dataDir });
process.on('exit', () => {
  service.kill();
  rmSync(dataDir, { recursive: true, force: true });
});
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));

say(`${RECIPIENTS} recipients, ${KILLS} kills, rate ${RATE || 'none'}, SEED=${SEED}`);
const wrong = await run();
for (const sentence of wrong.slice(0, 20)) say(`WRONG: ${sentence}`);
say(wrong.length === 0 ? 'The books are right.' : `${wrong.length} things are wrong.`);
process.exit(wrong.length === 0 ? 0 : 1);

async function run(): Promise<string[]> {
  await service.start();
  const { accountId, authorization } = await seed();
  const post = async () =>
    service.request<JobAnswer>('POST', '/api/v1/messaging/broadcast', {
      authorization,
      body: {
        from: FROM,
        body: 'Hello {{contact_first_name}}',
        idempotencyKey: 'the-broadcast',
        recipients: Array.from({ length: RECIPIENTS }, (_, index) => ({ to: phoneAt(index) })),
      },
    });

  // 1. Killed while the job is being accepted; the same request again is the same job.
  void post().catch(() => undefined);
  await sleep(random() * 400);
  await restart();
  const { id } = await post();
  const path = `/api/v1/messaging/broadcast/${id}`;

  // 2. Killed while it is being worked on.
  for (let kill = 2; kill <= KILLS; kill++) {
    await sleep(random() * LONGEST_LIFE_MS);
    const job = await service.request<JobAnswer>('GET', path, { authorization });
    say(`kill ${kill}: ${JSON.stringify(job.counts)}`);
    await restart();
  }

  // 3. Left alone to its end.
  const job = await untilEnded(path, authorization);
  say(`ended: ${JSON.stringify(job.counts)}`);
  return audit({ job, path, accountId, authorization });
}

async function seed(): Promise<{ accountId: string; authorization: string }> {
  const deps = { table: service.table(), clock: systemClock, ids: createIds(systemClock) };
  const { id: accountId } = await createAccount(deps, {
    name: 'Killed',
    smsCredits: CREDITS,
    rateLimits: { broadcast: 1_000 },
  });
  const created = await createApiKey(deps, accountId);
  if (!created) throw new Error('No key');
  await addNumber(deps, {
    accountId,
    number: FROM,
    status: 'Active',
    ratePerSecond: RATE === 0 ? undefined : RATE,
  });
  await deps.table.batchPut(
    Array.from({ length: RECIPIENTS }, (_, index) => contactItem(accountId, phoneAt(index))),
    4,
  );
  const credentials = `${created.key.id}:${created.secret}`;
  return { accountId, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

async function restart(): Promise<void> {
  service.kill();
  await service.start();
  await service.request('POST', '/_local/clock', { body: { advanceSeconds: JUMP_SECONDS } });
}

async function untilEnded(path: string, authorization: string): Promise<JobAnswer> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  while (performance.now() < giveUpAt) {
    const job = await service.request<JobAnswer>('GET', path, { authorization });
    if (job.completedAt !== undefined) return job;
    await sleep(500);
  }
  throw new Error('The job did not come to its end');
}

async function audit(options: {
  job: JobAnswer;
  path: string;
  accountId: string;
  authorization: string;
}): Promise<string[]> {
  const { job, path, accountId, authorization } = options;
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
  const rows = await readRows(path, authorization);
  const unknown = rows.filter(({ errorType }) => errorType === 'outcome_unknown').length;
  for (const { to, messageId, status, errorType } of rows) {
    const wasTaken = took.get(to) === messageId;
    const isUnknown = errorType === 'outcome_unknown';
    if (status === 'sent' && !wasTaken) found.push(`${to} is sent and got nothing`);
    if (status !== 'sent' && !isUnknown && wasTaken) found.push(`${to} got it and is ${status}`);
    if (status === 'pending') found.push(`${to} was forgotten`);
  }
  const { sent, failed, skipped, pending } = job.counts;
  if (rows.length !== RECIPIENTS) found.push(`${rows.length} of ${RECIPIENTS} recipients are listed`);
  if (sent + failed + skipped !== job.totalRecipients || pending !== 0) {
    found.push(`the counts are ${JSON.stringify(job.counts)} of ${job.totalRecipients}`);
  }
  const account = await findAccount(service.table(), accountId);
  const handedOver = rows.filter(({ status }) => status === 'sent').length + unknown;
  if (account?.smsCredits !== CREDITS - 2 * handedOver) {
    found.push(`${CREDITS - (account?.smsCredits ?? 0)} credits were taken for ${handedOver} recipients`);
  }
  say(`the provider took ${messages.length}; ${unknown} outcomes are unknown`);
  return found;
}

async function readRows(path: string, authorization: string): Promise<RecipientRow[]> {
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
