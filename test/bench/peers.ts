/**
 * Texts per second through the whole local service, compared with Kannel on the same machine in the same run:
 *
 *   node --import tsx test/bench/peers.ts
 *
 * Kannel takes a text, writes it into its file store and hands it to a fake SMSC. It has no contacts, no consent, no
 * credits, no idempotency, no events and no read-back. Without an installed Kannel (Debian: `kannel`), only the
 * service's own figures are printed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { type JobAnswer, seedSender, type Sender, untilJobEnded } from '../support/sending/job-audit';
import { phoneAt } from '../support/sending/jobs-fixture';
import { KillableService } from '../support/service/killable-service';
import { prepareBareSend } from './bare-send';
import { withEngine } from './bench-engine';
import { benchRow, type BenchRow, runAsProgram } from './bench-row';
import { isKannelInstalled, Kannel } from './kannel';
import { requestsPerSecond } from './throughput';

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 5;
const SECONDS = 10;
const ROUNDS = 3;
const SENDERS_CONTACTS = 2;
const RECIPIENTS = 10_000;
/** Time after a text at which the simulator sends its receipt. */
const RECEIPT_DELAY_MS = 1_000;

export async function run(): Promise<BenchRow[]> {
  const kannel = isKannelInstalled() ? await measureKannel() : undefined;
  if (!kannel) process.stdout.write('NOT RUN: Kannel is not installed (apt-get install kannel)\n');
  const singleSends = await withService(SENDERS_CONTACTS, measureSingleSends);
  const broadcast = await withService(RECIPIENTS, measureBroadcast);
  // Last: it sets the engine in the environment of this process, which the services would inherit.
  const bareSends = await measureBareSends();
  const throughService = `through the whole local service over ${CONNECTIONS} connections`;
  return [
    benchRow({
      name: `single sends ${throughService}`,
      ...{ measured: singleSends, floor: bareSends, unit: 'texts/s', isRate: true, target: 2 },
      note: `of ${SECONDS} s, until the last receipt is in, best of ${ROUNDS} rounds; bare: the same DynamoDB calls`,
    }),
    ...(kannel === undefined
      ? []
      : [
          benchRow({
            name: `single sends ${throughService}, beside Kannel`,
            ...{ measured: singleSends, floor: kannel.accepted, unit: 'texts/s', isRate: true },
            note: 'bare: Kannel, a request for each text',
          }),
        ]),
    benchRow({
      name: `broadcast of ${RECIPIENTS.toLocaleString('en')} through the whole local service`,
      ...{ measured: broadcast, unit: 'texts/s', isRate: true },
      ...(kannel && { floor: kannel.handedOver }),
      note: `from the request to the end of the job${kannel ? '; bare: Kannel, to the last text that its SMSC took' : ''}`,
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

async function withService(
  recipients: number,
  measure: (service: KillableService, sender: Sender) => Promise<number>,
): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'peers-'));
  const service = new KillableService({ dataDir, environment: { CONSOLE_BUILD: 'off' } });
  try {
    await service.start();
    return await measure(service, await seedSender(service, { recipients }));
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

/**
 * Measures the sends per second that were answered and reported as delivered; the first seconds warm the service up.
 */
async function measureSingleSends(service: KillableService, sender: Sender): Promise<number> {
  const sendFor = async (seconds: number): Promise<number> => {
    const answers = await autocannon({
      url: new URL('/api/v1/messaging/message', service.url).href,
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: sender.authorization },
      body: JSON.stringify({ from: sender.from, to: phoneAt(0), body: 'Hello' }),
      ...{ connections: CONNECTIONS, duration: seconds, workers: 1 },
    });
    if (answers.non2xx > 0 || answers.errors > 0) throw new Error('The service did not take all texts');
    await untilReported(service, sender);
    return answers.requests.total;
  };
  await sendFor(WARM_UP_SECONDS);
  let fastest = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const sent = await sendFor(SECONDS);
    fastest = Math.max(fastest, (1000 * sent) / (performance.now() - began - RECEIPT_DELAY_MS));
  }
  return fastest;
}

/** Waits for the receipts. They arrive in the order of the texts, so that of one more text is the last. */
async function untilReported(service: KillableService, sender: Sender): Promise<void> {
  const { authorization, from } = sender;
  const path = '/api/v1/messaging/message';
  const body = { from, to: phoneAt(1), body: 'Last' };
  const { id } = await service.request<{ id: string }>('POST', path, { authorization, body });
  for (;;) {
    const message = await service.request<{ deliveryStatus?: string }>('GET', `${path}/${id}`, {
      authorization,
    });
    if (message.deliveryStatus !== undefined && message.deliveryStatus !== 'pending') return;
    await sleep(50);
  }
}

/** Measures the DynamoDB calls of a send without any other code, answered by a server in this process. */
async function measureBareSends(): Promise<number> {
  return withEngine(async (engine) => {
    const { requestBody, sendBare } = await prepareBareSend(engine);
    let sends = 0;
    const bare = async (request: IncomingMessage) => {
      await text(request);
      await sendBare((sends += 1))();
      return 'bare';
    };
    let fastest = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const body = requestBody('bench:any');
      fastest = Math.max(fastest, await requestsPerSecond(bare, { connections: CONNECTIONS, body }));
    }
    return fastest;
  });
}

void runAsProgram(import.meta.url, run);
