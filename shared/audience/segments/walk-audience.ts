import type { Table } from '../../platform/store/table';
import type { BookContact } from '../book/read-shard';
import { type BookPosition, walkBook } from '../book/walk-book';
import { decideGate, type GateDecision } from '../consent/compliance-gate';
import type { Campaigns } from './campaigns';
import { matchesAudience } from './matches-audience';
import { filterOfAudience, type ResolvedAudience } from './resolve-audience';

/** A contact in an audience, and whether it may be sent to at this moment: a later STOP wins all the same. */
export interface AudienceMember {
  contact: BookContact;
  gate: GateDecision;
}

export interface AudiencePage {
  /** Perhaps none. */
  members: AudienceMember[];
  /** Where to go on, in this process or another, when this page and all before it are done with; goes into JSON. */
  position: BookPosition;
}

/**
 * Walks over all contacts that are in an audience, in no particular order, with little memory however many they are. Each
 * is met exactly once; contacts that are made meanwhile are not met.
 *
 * @param options.from the position of a page: the walk goes on after it
 */
export async function* walkAudience(
  deps: { table: Table; campaigns: Campaigns },
  audience: ResolvedAudience,
  options: { from?: BookPosition; contactsAPage?: number } = {},
): AsyncGenerator<AudiencePage> {
  // None of the tags that are asked for exists.
  if (audience.tags?.length === 0) return;
  const { accountId } = audience;
  const pages = walkBook(deps.table, { ...options, accountId, filter: filterOfAudience(audience) });
  for await (const { contacts, position } of pages) {
    const matched = contacts.filter((contact) => matchesAudience(contact, audience));
    const left = await withoutHandedOver(deps.campaigns, { audience, contacts: matched });
    yield { members: left.map((contact) => ({ contact, gate: decideGate(contact) })), position };
  }
}

async function withoutHandedOver(
  campaigns: Campaigns,
  { audience, contacts }: { audience: ResolvedAudience; contacts: BookContact[] },
): Promise<BookContact[]> {
  const { accountId, excludeCampaigns } = audience;
  if (excludeCampaigns.length === 0 || contacts.length === 0) return contacts;
  const handedOver = await campaigns.findHandedOver(accountId, {
    campaignIds: [...excludeCampaigns],
    contacts,
  });
  return contacts.filter(({ phoneNumber }) => !handedOver.has(phoneNumber));
}
