/**
 * Sends a broadcast through the whole local service, twice: as plain JSON, and in a gzip body with a key of 100
 * characters for each recipient. Checks that the provider got each recipient once, and that counts and balances are
 * right.
 *
 *   node --import tsx test/load/broadcast.ts
 *
 * RECIPIENTS (50000).
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  auditJob,
  type JobAnswer,
  seedSender,
  type Sender,
  untilJobEnded,
} from '../support/sending/job-audit';
import { phoneAt } from '../support/sending/jobs-fixture';
import { KillableService } from '../support/service/killable-service';
import { useTemporaryFolder } from '../support/run/temporary-folder';

const RECIPIENTS = Number(process.env.RECIPIENTS ?? 50_000);
const KEY_LENGTH = 100;

const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (ms: number) => (ms / 1000).toFixed(1);

useTemporaryFolder();
const dataDir = mkdtempSync(join(tmpdir(), 'broadcast-load-'));
const service = new KillableService({ dataDir });
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
try {
  const wrong = [...(await run({ hasKeys: false })), ...(await run({ hasKeys: true }))];
  for (const sentence of wrong.slice(0, 20)) say(`WRONG: ${sentence}`);
  say(wrong.length === 0 ? 'The books are right.' : `${wrong.length} things are wrong.`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await service.kill();
  rmSync(dataDir, { recursive: true, force: true });
}

async function run(options: { hasKeys: boolean }): Promise<string[]> {
  await service.start();
  await service.request('POST', '/_local/reset');
  const sender = await seedSender(service, { recipients: RECIPIENTS });
  const body = requestBody(sender, options);
  const startedAt = performance.now();
  const { id } = await service.request<JobAnswer>('POST', '/api/v1/messaging/broadcast', {
    authorization: sender.authorization,
    body: options.hasKeys ? gzipSync(body) : body,
    headers: options.hasKeys ? { 'content-encoding': 'gzip' } : {},
  });
  const acceptedMs = performance.now() - startedAt;
  const path = `/api/v1/messaging/broadcast/${id}`;
  const job = await untilJobEnded(service, { path, sender });
  const endedMs = performance.now() - startedAt;
  say(
    `${RECIPIENTS} recipients ${options.hasKeys ? `with keys of ${KEY_LENGTH} characters, gzip` : 'in plain JSON'}: ` +
      `accepted in ${seconds(acceptedMs)} s, completed after ${seconds(endedMs)} s ` +
      `(${Math.round((1000 * RECIPIENTS) / endedMs)}/s), ${JSON.stringify(job.counts)}; ` +
      `the whole local service took at most ${peakMegabytes()} MB`,
  );
  const found = await auditJob(service, { job, path, sender });
  await service.kill();
  return found;
}

function requestBody(sender: Sender, options: { hasKeys: boolean }): Buffer {
  const key = (index: number) => `recipient:${index}:`.padEnd(KEY_LENGTH, 'k');
  const recipients = Array.from({ length: RECIPIENTS }, (_, index) => ({
    to: phoneAt(index),
    ...(options.hasKeys && { idempotencyKey: key(index) }),
  }));
  return Buffer.from(JSON.stringify({ from: sender.from, body: 'Hello {{contact_first_name}}', recipients }));
}

/** Returns the peak resident memory of the process that runs the service with all its handlers. */
function peakMegabytes(): string {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return (Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024).toFixed(0);
}
