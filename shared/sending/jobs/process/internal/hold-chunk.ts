import { readSendId } from '../../../../automations/record/send-id';
import { timingOfAccount } from '../../../../campaigns/record/campaign-timing';
import { expiryOf } from '../../../../campaigns/timing/send-time';
import type { Hold } from '../../../../holds/hold';
import { probeProvider } from '../../../probe-provider';
import { epochMs, isoNow } from '../../../../platform/clock';
import { jobMessageId } from '../../results/job-message-id';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';

/** Longest time that the recipients of a job stay pending while sending is held. **Source:** rules E8.2. */
const HELD_FOR_AT_MOST_MS = 24 * 60 * 60 * 1000;
/** Time after which a chunk looks again whether sending is still held. */
const LOOK_AGAIN_AFTER_MS = 15_000;

/**
 * Decides what a chunk does while its sender's messages wait.
 *
 * @param options.position recipient whose turn it is
 * @returns `probed`: one of its recipients is sent to, to see whether the provider is back; `untilMs`: it is parked
 *   until then; `expired`: its recipients have waited for too long; `over`: the provider is back, and sending grows
 */
export async function holdChunk(
  deps: ChunkDeps,
  work: ChunkWork,
  { hold, position }: { hold: Hold; position: number },
): Promise<{ probed: Hold } | { untilMs: number } | 'expired' | 'over'> {
  const { job, chunk, from } = work;
  const nowMs = epochMs(deps.clock);
  if (nowMs >= givenUpAt({ ...work, hold })) return 'expired';
  const { id: jobId, accountId } = job;
  const messageId = jobMessageId({ jobId, chunk, position });
  const { to } = recipientAt(work, position);
  switch (await probeProvider(deps, { accountId, messageId, from, to, hold })) {
    case 'send':
      return { probed: hold };
    case 'wait':
      return { untilMs: nowMs + LOOK_AGAIN_AFTER_MS };
    case 'back':
      Object.assign(work, { hold: undefined, closedAt: isoNow(deps.clock) });
      return 'over';
  }
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
  return (
    expiryOfCampaign({ job, campaign, account }) ??
    Math.max(Date.parse(hold.since), startOf({ job, campaign })) + HELD_FOR_AT_MOST_MS
  );
}

/** Returns when the campaign of a job expires, epoch milliseconds; `undefined` for other jobs. */
export function expiryOfCampaign({
  job,
  campaign,
  account,
}: Pick<ChunkWork, 'job' | 'campaign' | 'account'>): number | undefined {
  if (!campaign || readSendId(campaign.id)) return undefined;
  return expiryOf(campaign, { startedAtMs: startOf({ job, campaign }), account: timingOfAccount(account) });
}

const startOf = ({ job, campaign }: Pick<ChunkWork, 'job' | 'campaign'>) =>
  Date.parse(campaign?.startedAt ?? job.startedAt ?? job.createdAt);
