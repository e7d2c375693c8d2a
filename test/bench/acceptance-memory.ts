/**
 * Peak memory of the process that accepts a broadcast of 50,000 recipients with keys of 100 characters in a gzip body,
 * beside that of the same process with 100 recipients:
 *
 *   node --import tsx test/bench/acceptance-memory.ts
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { contactItem, phoneAt } from '../support/jobs-fixture';
import { startEngine } from '../support/engine';
import { createSendingAccount, type SendingAccount } from '../support/sending-account';
import { benchRow, type BenchRow, runAsProgram } from './bench-row';
import { bundleHandler } from './bundle-handler';

const MOST = 50_000;
const LEAST = 100;
const KEY_LENGTH = 100;
const LIMIT_MB = 512;

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'acceptance-'));
  const engine = await startEngine();
  try {
    engine.setEnvironment();
    const account = await createSendingAccount(engine, {
      smsCredits: 1_000_000,
      dailyQuota: 1_000_000,
      rateLimits: { broadcast: 1_000 },
    });
    await engine.table.batchPut(
      Array.from({ length: MOST }, (_, index) => contactItem(account.accountId, phoneAt(index))),
      8,
    );
    const bundle = join(folder, 'index.mjs');
    await bundleHandler('functions/http/send-broadcast.ts', bundle);
    const measured = peakMb(bundle, account, MOST);
    const floor = peakMb(bundle, account, LEAST);
    return [
      benchRow({
        name: `peak memory of accepting ${MOST} recipients with keys, gzip`,
        measured,
        floor,
        unit: 'MB',
        limit: LIMIT_MB,
        note: `resident memory of the whole process; bare: ${LEAST} recipients`,
      }),
    ];
  } finally {
    await engine.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One invocation in a process of its own, with the event as API Gateway hands it over. */
function peakMb(bundle: string, { authorization, from }: SendingAccount, recipients: number): number {
  const body = JSON.stringify({
    from,
    body: 'Hello all',
    recipients: Array.from({ length: recipients }, (_, index) => ({
      to: phoneAt(index),
      idempotencyKey: `${recipients}:${index}:`.padEnd(KEY_LENGTH, 'k'),
    })),
  });
  const event = {
    version: '2.0',
    headers: { authorization, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    requestContext: { requestId: 'bench', timeEpoch: Date.now() },
    isBase64Encoded: true,
    body: gzipSync(body).toString('base64'),
  };
  const program = `import { text } from 'node:stream/consumers';
    const { handler } = await import(${JSON.stringify(bundle)});
    const answer = await handler(JSON.parse(await text(process.stdin)), { awsRequestId: 'bench' });
    if (answer.statusCode !== 202) throw new Error(answer.body);
    process.stdout.write(String(process.resourceUsage().maxRSS / 1024));
    process.exit();`;
  return Number(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      encoding: 'utf8',
      input: JSON.stringify(event),
      maxBuffer: 1_000_000,
    }),
  );
}

void runAsProgram(import.meta.url, run);
