/**
 * Two concurrent broadcasts from one sender number with a rate, each with two workers, through the whole local service:
 * the most messages that the provider got within any one second, and the share of the rate that was used:
 *
 *   node --import tsx test/bench/pacing.ts
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type JobAnswer, seedSender, untilJobEnded } from '../support/sending/job-audit';
import { phoneAt } from '../support/sending/jobs-fixture';
import { KillableService } from '../support/service/killable-service';
import { benchRow, type BenchRow, runAsProgram } from './bench-row';

const RATE_PER_SECOND = 20;
const JOBS = 2;
const RECIPIENTS = 500;
const LEAST_SHARE = 0.95;

export async function run(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pacing-'));
  const service = new KillableService({ dataDir });
  try {
    await service.start();
    const times = await sendPaced(service);
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
    const note = `${times.length} messages of ${JOBS} jobs in ${seconds.toFixed(1)} s`;
    return [
      benchRow({
        name: `paced at ${RATE_PER_SECOND}/s, most within any second`,
        measured: mostWithinSecond(times),
        unit: 'messages',
        limit: RATE_PER_SECOND,
        note,
      }),
      benchRow({
        name: `paced at ${RATE_PER_SECOND}/s, rate reached`,
        measured: (times.length - 1) / seconds,
        floor: RATE_PER_SECOND,
        unit: 'messages/s',
        isRate: true,
        target: 1 / LEAST_SHARE,
        note,
      }),
    ];
  } finally {
    await service.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** @returns the times at which the provider took the messages, in epoch milliseconds, oldest first */
async function sendPaced(service: KillableService): Promise<number[]> {
  const sender = await seedSender(service, { recipients: JOBS * RECIPIENTS, ratePerSecond: RATE_PER_SECOND });
  const jobs = await Promise.all(
    Array.from({ length: JOBS }, async (_, job) =>
      service.request<JobAnswer>('POST', '/api/v1/messaging/broadcast', {
        authorization: sender.authorization,
        body: {
          from: sender.from,
          body: 'Hello all',
          recipients: Array.from({ length: RECIPIENTS }, (_, index) => ({
            to: phoneAt(job * RECIPIENTS + index),
          })),
        },
      }),
    ),
  );
  for (const { id } of jobs) {
    await untilJobEnded(service, { path: `/api/v1/messaging/broadcast/${id}`, sender });
  }
  const { messages } = await service.request<{ messages: Array<{ at: string }> }>('GET', '/_local/sent');
  return messages.map(({ at }) => Date.parse(at)).sort((a, b) => a - b);
}

/** Counts the messages in the fullest window of a second, wherever it begins. */
function mostWithinSecond(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [last, time] of times.entries()) {
    while (time - (times[first] ?? time) >= 1000) first++;
    most = Math.max(most, last - first + 1);
  }
  return most;
}

void runAsProgram(import.meta.url, run);
