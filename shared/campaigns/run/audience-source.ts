import type { Account } from '../../accounts/account';
import { decideGate } from '../../audience/consent/compliance-gate';
import { findSchema } from '../../audience/custom-fields/define-fields';
import type { Contact } from '../../audience/contacts/contact';
import type { BookPosition } from '../../audience/book/walk-book';
import type { Campaigns } from '../../audience/segments/campaigns';
import { matchesAudience } from '../../audience/segments/matches-audience';
import { resolveAudience } from '../../audience/segments/resolve-audience';
import { audienceOfSegment } from '../../audience/segments/segment';
import { walkAudience } from '../../audience/segments/walk-audience';
import type { Clock } from '../../platform/clock';
import type { Table } from '../../platform/store/table';
import type { Campaign } from '../record/campaign';
import { peopleOf } from '../record/people-of-campaign';
import type { SelectedPage } from './internal/selected-page';
import { walkFailed } from './internal/walk-failed';

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
  const schema = await findSchema(deps.table, accountId);
  const people = await peopleOf(deps.table, { accountId, campaign, stored });
  const audience = await resolveAudience(deps, {
    account,
    schema,
    audience: audienceOfSegment(people, schema),
    now: new Date(startedAt),
    retainedAt: deps.clock.now(),
  });
  const pages = walkAudience(deps, audience, from ? { from: from as unknown as BookPosition } : {});
  for await (const { members, position } of pages) {
    const contacts = members
      .map(({ contact }) => asOf(contact, startedAt))
      .filter((contact) => contact.createdAt <= startedAt)
      .filter((contact) => matchesAudience(contact, audience) && decideGate(contact) === 'allowed');
    yield { contacts, position: [...position] };
  }
}

/**
 * Returns the contact without groups that it joined later, because contacts that join later are not in the audience.
 */
function asOf<One extends Contact>(contact: One, at: string): One {
  const memberships = Object.entries(contact.memberships).filter(([, { optInAt }]) => optInAt <= at);
  return { ...contact, memberships: Object.fromEntries(memberships) };
}
