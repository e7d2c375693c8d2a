import type { Account } from '../../accounts/account';
import { decideGate } from '../../audience/consent/compliance-gate';
import { findSchema } from '../../audience/custom-fields/define-fields';
import type { Contact } from '../../audience/contacts/contact';
import { BOOK_START, type BookPosition } from '../../audience/book/walk-book';
import type { Campaigns } from '../../audience/segments/campaigns';
import { matchesAudience } from '../../audience/segments/matches-audience';
import { type ResolvedAudience, resolveAudience } from '../../audience/segments/resolve-audience';
import { audienceOfSegment } from '../../audience/segments/segment';
import { walkAudience, walkPartsOfAudience } from '../../audience/segments/walk-audience';
import { type Clock, isoNow } from '../../platform/clock';
import { isWorthRetrying } from '../../platform/store/client/service-error';
import type { Table } from '../../platform/store/table';
import { type Campaign, campaignItem, hasEnded, type StoredAudience } from '../record/campaign';
import { sendsFrom } from '../record/campaign-timing';
import { peopleOf } from '../record/people-of-campaign';
import type { SelectedPage } from './internal/selected-page';
import { walkFailed } from './internal/walk-failed';

type People = Exclude<StoredAudience, { kind: 'retry' }>;

interface Deps {
  table: Table;
  clock: Clock;
  campaigns: Campaigns;
}

/**
 * Walks over the sendable contacts of a campaign's audience.
 *
 * @param options.from the position of an earlier page
 * @throws ServiceError when a resource of the audience is gone
 *
 * **Source:** rules E3, E4.1.
 */
export async function* walkRecipients(
  deps: Deps,
  options: { campaign: Campaign; account: Account; from: string[] | undefined },
): AsyncGenerator<SelectedPage> {
  const { campaign, account, from } = options;
  const { audience: stored, accountId, startedAt = campaign.createdAt } = campaign;
  if (stored.kind === 'retry') {
    yield* walkFailed(deps.table, { accountId, campaignId: stored.campaignId, startedAt, from });
    return;
  }
  const audience = await resolve(deps, { campaign, account, stored, startedAt });
  const pages = walkAudience(deps, audience, from ? { from: from as unknown as BookPosition } : {});
  for await (const { members, position } of pages) {
    const contacts = members
      .map(({ contact }) => asOf(contact, startedAt))
      .filter((contact) => contact.createdAt <= startedAt)
      .filter((contact) => matchesAudience(contact, audience) && decideGate(contact) === 'allowed');
    yield { contacts, position: [...position] };
  }
}

/** Looks up an audience. Today is the day on which the campaign sends, also when it is selected ahead. */
async function resolve(
  deps: Deps,
  options: { campaign: Campaign; account: Account; stored: People; startedAt: string },
): Promise<ResolvedAudience> {
  const { campaign, account, stored, startedAt } = options;
  const { accountId } = campaign;
  const schema = await findSchema(deps.table, accountId);
  const people = await peopleOf(deps.table, { accountId, campaign, stored });
  const startedAtMs = Date.parse(startedAt);
  return resolveAudience(deps, {
    account,
    schema,
    audience: audienceOfSegment(people, schema),
    now: new Date(Math.max(startedAtMs, sendsFrom(campaign, { account, nowMs: startedAtMs }))),
    retainedAt: deps.clock.now(),
  });
}

/**
 * Counts the sendable contacts of a campaign's audience as they are now, without those of a campaign that selects at
 * its time because it excludes recipients of one that still sends.
 *
 * @param options.isEnough ends the count early
 * @throws ServiceError when a resource of the audience is gone
 *
 * **Source:** rules E4.1.
 */
export async function countAhead(
  deps: Deps,
  options: { campaign: Campaign; account: Account; isEnough: (count: number) => boolean },
): Promise<number> {
  const { campaign, account, isEnough } = options;
  const { audience: stored, accountId } = campaign;
  const campaignOf = async (id: string) =>
    campaignItem.readIfAny(await deps.table.get(campaignItem.key({ accountId, id })));
  if (stored.kind === 'retry') return (await campaignOf(stored.campaignId))?.counts.failed ?? 0;
  const audience = await resolve(deps, { campaign, account, stored, startedAt: isoNow(deps.clock) });
  for (const id of audience.excludeCampaigns) {
    const excluded = await campaignOf(id);
    if (excluded && !hasEnded(excluded)) return 0;
  }
  let count = 0;
  let from = BOOK_START;
  for (;;) {
    const startedFrom = from;
    try {
      for await (const { members, position } of walkPartsOfAudience(deps, audience, { parts: [], from })) {
        count += members.filter(({ gate }) => gate === 'allowed').length;
        from = position;
        if (isEnough(count)) return count;
      }
      return count;
    } catch (error) {
      // A table that throttles the walk ends it. As long as it gets further, it goes on from there.
      if (from === startedFrom || !isWorthRetrying(error)) throw error;
    }
  }
}

/**
 * Returns the contact without groups that it joined later, because contacts that join later are not in the audience.
 */
function asOf<One extends Contact>(contact: One, at: string): One {
  const memberships = Object.entries(contact.memberships).filter(([, { optInAt }]) => optInAt <= at);
  return { ...contact, memberships: Object.fromEntries(memberships) };
}
