/**
 * Kills the whole local service again and again while a broadcast is accepted and processed, restarts it each time, and
 * checks the result when the job has ended:
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
import { auditJob, type JobAnswer, seedSender, untilJobEnded } from '../support/sending/job-audit';
import { phoneAt } from '../support/sending/jobs-fixture';
import { KillableService } from '../support/service/killable-service';
import { seededRandom } from '../support/run/seeded-random';
import { useTemporaryFolder } from '../support/run/temporary-folder';

const KILLS = Number(process.env.KILLS ?? 20);
const RECIPIENTS = Number(process.env.RECIPIENTS ?? 2_000);
const RATE = Number(process.env.RATE ?? 100);
const SEED = Number(process.env.SEED ?? randomInt(1_000_000_000));
/** More than a lease and the timer's interval, so that the timer takes over the work of the dead at once. */
const JUMP_SECONDS = 95;
const LONGEST_LIFE_MS = 2_000;

const say = (line: string) => process.stdout.write(`${line}\n`);
const random = seededRandom(SEED);
useTemporaryFolder();
const dataDir = mkdtempSync(join(tmpdir(), 'kill-service-'));
const service = new KillableService({ dataDir });
process.on('exit', () => {
  void service.kill();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
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
  const sender = await seedSender(service, {
    recipients: RECIPIENTS,
    ratePerSecond: RATE === 0 ? undefined : RATE,
  });
  const { authorization } = sender;
  const post = async () =>
    service.request<JobAnswer>('POST', '/api/v1/messaging/broadcast', {
      authorization,
      body: {
        from: sender.from,
        body: 'Hello {{contact_first_name}}',
        idempotencyKey: 'the-broadcast',
        recipients: Array.from({ length: RECIPIENTS }, (_, index) => ({ to: phoneAt(index) })),
      },
    });

  // 1. Kills it while the job is being accepted; the same request again is the same job.
  void post().catch(() => undefined);
  await sleep(random() * 400);
  await restart();
  const { id } = await post();
  const path = `/api/v1/messaging/broadcast/${id}`;

  // 2. Kills it while the job is being processed.
  for (let kill = 2; kill <= KILLS; kill++) {
    await sleep(random() * LONGEST_LIFE_MS);
    const job = await service.request<JobAnswer>('GET', path, { authorization });
    say(`kill ${kill}: ${JSON.stringify(job.counts)}`);
    await restart();
  }

  // 3. Waits for the job's end.
  const job = await untilJobEnded(service, { path, sender });
  say(`ended: ${JSON.stringify(job.counts)}`);
  return auditJob(service, { job, path, sender });
}

async function restart(): Promise<void> {
  await service.kill();
  await service.start();
  await service.request('POST', '/_local/clock', { body: { advanceSeconds: JUMP_SECONDS } });
}
