import { PREVIEW_AT_MOST_MS } from '../../../limits';
import { epochMs } from '../../../platform/clock';
import type { AudienceDeps, FoundAudience } from './campaign-audience';
import { pagesOf, type PlannedCampaign } from './recipient-turns';

/**
 * Counts the sendable contacts of an audience, as a preview does.
 *
 * @param options.enough the count stops once it is above this number
 * @returns `isComplete` is false when the count stopped before the end of the audience, also at the time limit of a
 *   preview
 */
export async function countSendable(
  deps: AudienceDeps,
  planned: PlannedCampaign,
  { found, enough = Infinity }: { found: FoundAudience; enough?: number },
): Promise<{ sendable: number; isComplete: boolean }> {
  const giveUpAtMs = epochMs(deps.clock) + PREVIEW_AT_MOST_MS;
  let sendable = 0;
  for await (const { members, isLast } of pagesOf(deps, planned, found)) {
    sendable += members.filter(({ gate }) => gate === 'allowed').length;
    const isOutOfTime = !isLast && epochMs(deps.clock) >= giveUpAtMs;
    if (sendable > enough || isOutOfTime) return { sendable, isComplete: false };
  }
  return { sendable, isComplete: true };
}
