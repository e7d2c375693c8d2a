/**
 * Peak memory of the process that accepts the largest possible jobs, in gzip bodies: a broadcast to 50,000 recipients
 * with keys of 100 characters, and batches of 5,000 bodies of 640 emoji, plain (13 MB) and escaped (19 MB), compared
 * with the same process and the fewest recipients:
 *
 *   node --import tsx test/bench/acceptance-memory.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { contactItem, phoneAt } from '../support/sending/jobs-fixture';
import { startEngine } from '../support/engines/engine';
import { everyLimit } from '../support/routes/rate-limits';
import { createSendingAccount, type SendingAccount } from '../support/sending/sending-account';
import { benchRow, type BenchRow, runAsProgram } from './bench-row';
import { bundleHandler } from './bundle-handler';
import { peakMb } from './peak-memory';

const MOST = 50_000;
const KEY_LENGTH = 100;
const LIMIT_MB = 512;

/** Kind of job, with the bodies of its requests. */
interface Acceptance {
  kind: 'broadcast' | 'batch';
  name: string;
  most: number;
  least: number;
  /** Returns the JSON of the request without its sender, by the number of its recipients. */
  request: (recipients: number) => object;
  /** Rewrites the JSON, such as with escapes. */
  write?: (json: string) => string;
}

const phones = (count: number) => Array.from({ length: count }, (_, index) => phoneAt(index));
const batchOf = (recipients: number, character: string) => ({
  recipients: phones(recipients).map((to) => ({ to, body: character.repeat(640) })),
});

const ACCEPTANCES: Acceptance[] = [
  {
    kind: 'broadcast',
    name: `${MOST} recipients with keys`,
    most: MOST,
    least: 100,
    request: (recipients) => ({
      body: 'Hello all',
      recipients: phones(recipients).map((to, index) => ({
        to,
        idempotencyKey: `${recipients}:${index}:`.padEnd(KEY_LENGTH, 'k'),
      })),
    }),
  },
  {
    kind: 'batch',
    name: '5,000 bodies of 640 emoji (13 MB)',
    most: 5_000,
    least: 10,
    request: (recipients) => batchOf(recipients, '😀'),
  },
  {
    kind: 'batch',
    name: '5,000 bodies of 640 escapes (19 MB)',
    most: 5_000,
    least: 10,
    request: (recipients) => batchOf(recipients, '☺'),
    write: (json) => json.replaceAll('☺', String.raw`\u263a`),
  },
];

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'acceptance-'));
  const engine = await startEngine({ usesSdk: true });
  try {
    engine.setEnvironment();
    const account = await createSendingAccount(engine, {
      smsCredits: 1_000_000,
      dailyQuota: 1_000_000,
      rateLimits: everyLimit(1_000),
    });
    await engine.table.batchPut(
      phones(MOST).map((phone) => contactItem(account.accountId, phone)),
      8,
    );
    const rows: BenchRow[] = [];
    for (const acceptance of ACCEPTANCES) {
      const { kind, name, most, least } = acceptance;
      const bundle = join(folder, `${kind}.cjs`);
      await bundleHandler(`functions/http/send-${kind}.ts`, bundle);
      rows.push(
        benchRow({
          name: `peak memory of accepting ${name}, gzip`,
          measured: peakMb(bundle, { event: eventOf(acceptance, account, most), status: 202 }),
          floor: peakMb(bundle, { event: eventOf(acceptance, account, least), status: 202 }),
          unit: 'MB',
          limit: LIMIT_MB,
          note: `resident memory of the whole process; bare: ${least} recipients`,
        }),
      );
    }
    return rows;
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Builds the event as API Gateway passes it on. */
function eventOf(
  acceptance: Acceptance,
  { authorization, from }: SendingAccount,
  recipients: number,
): object {
  const { request, write = (json: string) => json } = acceptance;
  const body = write(JSON.stringify({ from, ...request(recipients) }));
  return {
    version: '2.0',
    headers: { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    requestContext: { requestId: 'bench', timeEpoch: Date.now() },
    isBase64Encoded: true,
    body: gzipSync(body).toString('base64'),
  };
}

void runAsProgram(import.meta.url, run);
