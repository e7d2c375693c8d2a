import type { Contact } from '../../../audience/contacts/contact';
import { isLookUpDue } from '../../../audience/contacts/look-up';
import { findContacts } from '../../../audience/contacts/find-contact';
import { findCaution } from '../../../audience/consent/compliance-gate';
import { type AudienceCounts, presentCounts } from '../../../audience/segments/gate-counts';
import { type AudienceEstimate, ShardCounts } from '../../../audience/segments/shard-counts';
import { newestOf } from '../../../audience/segments/newest-of';
import { MAX_PREVIEW_SAMPLE, PREVIEW_AT_MOST_MS } from '../../../limits';
import { epochMs } from '../../../platform/clock';
import type { PacedGroup } from '../../timing/pace';
import { type AudienceDeps, findAudience } from './campaign-audience';
import { pagesOf, type PlannedCampaign, type Recipient, type Turn, turnsOf } from './recipient-turns';

/** Recipients of a campaign, and the times at which it reaches them. */
export interface AudiencePlan extends AudienceCounts {
  /** False when the time ran out: the figures then cover the contacts read so far. */
  isComplete: boolean;
  /** Estimate of the whole audience; absent of a complete count, of a retry, and before a first shard has ended. */
  estimate?: AudienceEstimate | undefined;
  /** Recipients by time zone. `atMs` is absent when none of them can be reached. */
  byTimeZone: Array<{ timeZone: string; recipients: number; atMs: number | undefined }>;
  /** Reachable recipients, grouped by their due time and their hours. */
  groups: PacedGroup[];
  /** Recipients who are under review and would be skipped; none of the other figures below counts them. */
  underReview: number;
  /** Recipients without a known zone. */
  withoutZone: number;
  /** Recipients whose hours open after their scheduled time. */
  waitForHours: number;
  /** Recipients who are not due before the campaign expires. */
  unreachable: number;
  /** Recipients whose number is looked up before their text. */
  lookUps: number;
  /** Newest recipients. */
  sample: Contact[];
}

/**
 * Walks over the audience of a campaign and decides when each recipient is due, counted from its begin, or from now if
 * it has not begun.
 *
 * @throws ServiceError as `findAudience` does
 */
export async function planAudience(deps: AudienceDeps, options: PlannedCampaign): Promise<AudiencePlan> {
  const nowMs = epochMs(deps.clock);
  const giveUpAtMs = nowMs + PREVIEW_AT_MOST_MS;
  const { account, campaign } = options;
  const areLookedUp = account.carrierLookup && campaign.purpose !== 'emergency';
  const turns = turnsOf(deps, options);
  const found = await findAudience(deps, options);
  const counted = new ShardCounts();
  let estimate: AudienceEstimate | undefined;
  const zones = new Map<string, { recipients: number; atMs: number | undefined }>();
  const groups = new GroupedTurns();
  const plan = { underReview: 0, withoutZone: 0, waitForHours: 0, unreachable: 0, lookUps: 0 };
  let sample: Recipient[] = [];
  let isComplete = true;
  for await (const { members, isLast, shard = 0, position } of pagesOf(deps, options, found)) {
    const sendable: Recipient[] = [];
    for (const { contact, gate } of members) {
      if (areLookedUp && gate === 'allowed' && isLookUpDue(contact, nowMs)) plan.lookUps += 1;
      const caution = gate === 'allowed' ? findCaution(campaign, contact) : undefined;
      counted.add(shard, caution === 'set_aside' ? 'setAside' : gate);
      if (gate !== 'allowed' || caution === 'set_aside') continue;
      sendable.push(contact);
      if (caution === 'review') {
        plan.underReview += 1;
        continue;
      }
      const turn = turns(contact);
      const { zone, atMs, waits, isUnreachable } = turn;
      if (contact.tz === undefined) plan.withoutZone += 1;
      if (waits) plan.waitForHours += 1;
      if (isUnreachable) plan.unreachable += 1;
      else groups.add(turn);
      const { recipients = 0, atMs: earliestMs = Infinity } = zones.get(zone) ?? {};
      const firstMs = isUnreachable ? earliestMs : Math.min(earliestMs, atMs);
      zones.set(zone, { recipients: recipients + 1, atMs: Number.isFinite(firstMs) ? firstMs : undefined });
    }
    sample = newestOf([...sample, ...sendable], MAX_PREVIEW_SAMPLE);
    isComplete = isLast || epochMs(deps.clock) < giveUpAtMs;
    if (!isComplete) {
      estimate = position && counted.estimate(position);
      break;
    }
  }
  const byTimeZone = [...zones].map(([timeZone, zone]) => ({ timeZone, ...zone }));
  byTimeZone.sort(
    (a, b) => (a.atMs ?? Infinity) - (b.atMs ?? Infinity) || (a.timeZone < b.timeZone ? -1 : 1),
  );
  return {
    ...plan,
    ...presentCounts(counted.total()),
    ...{ isComplete, estimate },
    groups: groups.all(),
    byTimeZone,
    sample: await findContacts(deps.table, {
      accountId: account.id,
      phoneNumbers: sample.map((contact) => contact.phoneNumber),
    }),
  };
}

/** Counts of recipients by their due time and their hours. */
class GroupedTurns {
  private readonly groups = new Map<string, PacedGroup>();
  /** Group by turn, since many recipients share a turn. */
  private readonly groupOfTurn = new Map<Turn, PacedGroup>();

  add(turn: Turn): void {
    const group = this.groupOfTurn.get(turn) ?? this.groupOf(turn);
    group.recipients += 1;
  }

  all(): PacedGroup[] {
    return [...this.groups.values()];
  }

  private groupOf(turn: Turn): PacedGroup {
    const { atMs: dueAtMs, hours } = turn;
    const key = JSON.stringify([dueAtMs, hours]);
    const group = this.groups.get(key) ?? { recipients: 0, dueAtMs, hours };
    this.groups.set(key, group);
    this.groupOfTurn.set(turn, group);
    return group;
  }
}
