import { timingOfAccount } from '../../../../campaigns/record/campaign-timing';
import { expiryOf } from '../../../../campaigns/timing/send-time';
import type { Hold } from '../../../../holds/hold';
import { takeProbe } from '../../../../holds/record-answers';
import { epochMs } from '../../../../platform/clock';
import type { ChunkDeps, ChunkWork } from './chunk-work';

/** Longest time that the recipients of a job stay pending while sending is held. **Source:** rules E8.2. */
const HELD_FOR_AT_MOST_MS = 24 * 60 * 60 * 1000;
/** Time after which a chunk looks again whether sending is still held. */
const LOOK_AGAIN_AFTER_MS = 15_000;

/**
 * Decides what a chunk does while its sender's messages wait.
 *
 * @returns `probed`: one of its recipients is sent to, to see whether the provider is back; `untilMs`: it is parked
 *   until then; `expired`: its recipients have waited for too long
 */
export async function holdChunk(
  deps: ChunkDeps,
  held: Pick<ChunkWork, 'job' | 'campaign' | 'account'> & { hold: Hold },
): Promise<{ probed: Hold } | { untilMs: number } | 'expired'> {
  const { job, hold } = held;
  const nowMs = epochMs(deps.clock);
  if (nowMs >= givenUpAt(held)) return 'expired';
  const { accountId, from: number } = job;
  if (await takeProbe(deps, { accountId, number, hold })) return { probed: hold };
  return { untilMs: nowMs + LOOK_AGAIN_AFTER_MS };
}

/**
 * Returns when the recipients are given up: when their campaign expires, otherwise a day after the hold or the job has
 * begun, whichever was later; epoch milliseconds.
 */
function givenUpAt({
  job,
  campaign,
  account,
  hold,
}: Pick<ChunkWork, 'job' | 'campaign' | 'account'> & { hold: Hold }): number {
  const startedAtMs = Date.parse(campaign?.startedAt ?? job.startedAt ?? job.createdAt);
  if (campaign) return expiryOf(campaign, { startedAtMs, account: timingOfAccount(account) });
  return Math.max(Date.parse(hold.since), startedAtMs) + HELD_FOR_AT_MOST_MS;
}
