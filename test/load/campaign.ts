/**
 * Sends a campaign through the whole local service. Checks that each recipient got one text, and that the counts add
 * up, and measures the peak memory of the service and its engine.
 *
 *   node --import tsx test/load/campaign.ts
 *
 * RECIPIENTS (200000).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { contactIndexAttributes } from '../../shared/platform/store/keys';
import { seedSender, type Sender } from '../support/sending/job-audit';
import { contactItem, phoneAt } from '../support/sending/jobs-fixture';
import { KillableService } from '../support/service/killable-service';
import { useTemporaryFolder } from '../support/run/temporary-folder';

const RECIPIENTS = Number(process.env.RECIPIENTS ?? 200_000);
/** Memory limit of the service with all its handlers. */
const MOST_MEGABYTES = 600;
const GIVE_UP_AFTER_MS = 60 * 60_000;
const SEEDED_AT_ONCE = 10_000;

interface Campaign {
  id: string;
  status: string;
  completedAt?: string;
  counts: Record<'selected' | 'pending' | 'sent' | 'failed' | 'skipped', number>;
}

const say = (line: string) => process.stdout.write(`${line}\n`);

useTemporaryFolder();
const dataDir = mkdtempSync(join(tmpdir(), 'campaign-load-'));
const service = new KillableService({ dataDir });
process.on('SIGINT', () => process.exit(130));
process.on('SIGTERM', () => process.exit(143));
try {
  const wrong = await run();
  for (const sentence of wrong.slice(0, 20)) say(`WRONG: ${sentence}`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await service.kill();
  rmSync(dataDir, { recursive: true, force: true });
}

async function run(): Promise<string[]> {
  await service.start();
  const sender = await seedSender(service, { recipients: 0 });
  await seedContacts(sender);
  say(`${RECIPIENTS} contacts; ${describeMemory()}`);
  const startedAt = performance.now();
  const { id } = await service.request<Campaign>('POST', '/api/v1/campaigns', {
    authorization: sender.authorization,
    body: {
      ...{ name: 'Load', from: sender.from, body: 'Hello {{contact_first_name}}' },
      ...{ audience: { everyone: true }, purpose: 'informational', launch: true },
    },
  });
  const ended = await untilEnded(sender, id);
  const seconds = (performance.now() - startedAt) / 1000;
  const memory = memoryOf(service.pid ?? 0);
  say(
    `${RECIPIENTS} recipients: completed after ${seconds.toFixed(0)} s (${Math.round(RECIPIENTS / seconds)}/s), ` +
      `${JSON.stringify(ended.counts)}; ${describeMemory()}`,
  );
  const { selected, pending, sent } = ended.counts;
  const { messages } = await service.request<{ messages: Array<{ to: string }> }>('GET', '/_local/sent');
  const phones = new Set(messages.map(({ to }) => to));
  return [
    ...(selected === RECIPIENTS && sent === RECIPIENTS && pending === 0 ? [] : ['the counts']),
    ...(messages.length === phones.size ? [] : ['texts sent twice']),
    ...(phones.size === RECIPIENTS ? [] : [`${phones.size} of ${RECIPIENTS} got a text`]),
    ...(memory <= MOST_MEGABYTES ? [] : [`${memory.toFixed(0)} of ${MOST_MEGABYTES} MB`]),
  ];
}

async function seedContacts({ accountId }: Sender): Promise<void> {
  const table = service.table();
  for (let first = 0; first < RECIPIENTS; first += SEEDED_AT_ONCE) {
    const items = Array.from({ length: Math.min(SEEDED_AT_ONCE, RECIPIENTS - first) }, (_, offset) => {
      const id = `con_${String(first + offset).padStart(26, '0')}`;
      const contact = contactItem(accountId, phoneAt(first + offset));
      return { ...contact, id, ...contactIndexAttributes({ accountId, id }) };
    });
    await table.batchPut(items, 4);
  }
}

async function untilEnded({ authorization }: Sender, id: string): Promise<Campaign> {
  const giveUpAt = performance.now() + GIVE_UP_AFTER_MS;
  while (performance.now() < giveUpAt) {
    const campaign = await service.request<Campaign>('GET', `/api/v1/campaigns/${id}`, { authorization });
    if (campaign.completedAt !== undefined) return campaign;
    await sleep(1_000);
  }
  throw new Error('The campaign did not come to its end');
}

function describeMemory(): string {
  const pid = service.pid ?? 0;
  const children = childrenOf(pid).map((child) => memoryOf(child));
  const engine = children.reduce((sum, one) => sum + one, 0);
  return `the service took at most ${memoryOf(pid).toFixed(0)} MB, its engine ${engine.toFixed(0)} MB`;
}

/** Returns the peak resident memory of a process, in MB. */
function memoryOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}
