/**
 * Texts in a second through the whole local service, beside Kannel on the same machine in the same run:
 *
 *   node --import tsx test/bench/peers.ts
 *
 * Kannel takes a text, writes it into its file store and hands it to a fake SMSC. It has no contacts, no consent, no
 * credits, no idempotency, no events and no read-back. Where Kannel is not installed (Debian: `kannel`), the service's
 * own figures stand alone.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { type JobAnswer, seedSender, type Sender, untilJobEnded } from '../support/job-audit';
import { phoneAt } from '../support/jobs-fixture';
import { KillableService } from '../support/killable-service';
import { benchRow, type BenchRow, runAsProgram } from './bench-row';
import { isKannelInstalled, Kannel } from './kannel';

const CONNECTIONS = 32;
const SECONDS = 5;
const RECIPIENTS = 10_000;

export async function run(): Promise<BenchRow[]> {
  const kannel = isKannelInstalled() ? await measureKannel() : undefined;
  if (!kannel) process.stdout.write('NOT RUN: Kannel is not installed (apt-get install kannel)\n');
  const { singleSends, broadcast } = await measureService();
  const beside = kannel === undefined ? '' : '; bare: Kannel, a request for each text';
  return [
    benchRow({
      name: `single sends through the whole local service over ${CONNECTIONS} connections`,
      ...{ measured: singleSends, unit: 'texts/s', isRate: true },
      ...(kannel && { floor: kannel.accepted }),
      note: `answered in ${SECONDS} s${beside}`,
    }),
    benchRow({
      name: `broadcast of ${RECIPIENTS.toLocaleString('en')} through the whole local service`,
      ...{ measured: broadcast, unit: 'texts/s', isRate: true },
      ...(kannel && { floor: kannel.handedOver }),
      note: `from the request to the end of the job${beside}, to the last text that its SMSC took`,
    }),
  ];
}

async function measureKannel(): Promise<{ accepted: number; handedOver: number }> {
  const kannel = new Kannel();
  try {
    await kannel.start();
    const began = performance.now();
    const answers = await autocannon({ url: kannel.sendUrl, connections: CONNECTIONS, duration: SECONDS });
    if (answers.non2xx > 0 || answers.errors > 0) throw new Error('Kannel did not take all texts');
    const { total } = answers.requests;
    while (kannel.taken < total && performance.now() - began < 60_000) await sleep(20);
    return {
      accepted: answers.requests.average,
      handedOver: (1000 * kannel.taken) / (performance.now() - began),
    };
  } finally {
    kannel.stop();
  }
}

async function measureService(): Promise<{ singleSends: number; broadcast: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'peers-'));
  const service = new KillableService({ dataDir, environment: { CONSOLE_BUILD: 'off' } });
  try {
    await service.start();
    const sender = await seedSender(service, { recipients: RECIPIENTS });
    const broadcast = await measureBroadcast(service, sender);
    return { broadcast, singleSends: await measureSingleSends(service, sender) };
  } finally {
    await service.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureBroadcast(service: KillableService, sender: Sender): Promise<number> {
  const recipients = Array.from({ length: RECIPIENTS }, (_, index) => ({ to: phoneAt(index) }));
  const began = performance.now();
  const { id } = await service.request<JobAnswer>('POST', '/api/v1/messaging/broadcast', {
    authorization: sender.authorization,
    body: { from: sender.from, body: 'Hello', recipients },
  });
  const job = await untilJobEnded(service, { path: `/api/v1/messaging/broadcast/${id}`, sender });
  if (job.counts.sent !== RECIPIENTS) throw new Error(`Not all were sent: ${JSON.stringify(job.counts)}`);
  return (1000 * RECIPIENTS) / (performance.now() - began);
}

async function measureSingleSends(service: KillableService, sender: Sender): Promise<number> {
  const answers = await autocannon({
    url: new URL('/api/v1/messaging/message', service.url).href,
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: sender.authorization },
    body: JSON.stringify({ from: sender.from, to: phoneAt(0), body: 'Hello' }),
    ...{ connections: CONNECTIONS, duration: SECONDS },
  });
  if (answers.non2xx > 0 || answers.errors > 0) throw new Error('The service did not take all texts');
  return answers.requests.average;
}

void runAsProgram(import.meta.url, run);
