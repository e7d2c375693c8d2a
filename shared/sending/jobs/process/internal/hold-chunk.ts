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
  { job, campaign, hold }: Pick<ChunkWork, 'job' | 'campaign'> & { hold: Hold },
): Promise<{ probed: Hold } | { untilMs: number } | 'expired'> {
  const nowMs = epochMs(deps.clock);
  if (nowMs >= expiryOf(campaign, hold)) return 'expired';
  const { accountId, from: number } = job;
  if (await takeProbe(deps, { accountId, number, hold })) return { probed: hold };
  return { untilMs: nowMs + LOOK_AGAIN_AFTER_MS };
}

function expiryOf(campaign: ChunkWork['campaign'], { since }: Hold): number {
  const { expiresAt } = campaign ?? {};
  return expiresAt === undefined ? Date.parse(since) + HELD_FOR_AT_MOST_MS : Date.parse(expiresAt);
}
