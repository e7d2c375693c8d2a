import type { AttributePath } from '../../platform/store/projection';
import type { Table } from '../../platform/store/table';
import type { BookContact } from '../book/read-shard';
import { type BookPosition, walkBook } from '../book/walk-book';
import { decideGate, type GateDecision } from '../consent/compliance-gate';
import type { Campaigns } from './campaigns';
import { matchesAudience } from './matches-audience';
import { attributesOfAudience, filterOfAudience, type ResolvedAudience } from './resolve-audience';

interface WalkDeps {
  table: Table;
  campaigns: Campaigns;
}

interface WalkOptions {
  from?: BookPosition;
  contactsAPage?: number;
}

/** A contact in an audience, and whether it may be sent to at this moment: a later STOP wins all the same. */
export interface AudienceMember<Contact = BookContact> {
  contact: Contact;
  gate: GateDecision;
}

export interface AudiencePage<Contact = BookContact> {
  /** Perhaps none. */
  members: Array<AudienceMember<Contact>>;
  /** Where to go on, in this process or another, when this page and all before it are done with; goes into JSON. */
  position: BookPosition;
}

/** Parts of a contact that a walk can read without the others. */
type PartName = 'tz' | 'address' | 'likelyOptOut';
export type PartOfContact<Name extends PartName = never> = Pick<BookContact, 'id' | 'phoneNumber' | Name>;
const ATTRIBUTES: Record<PartName, readonly AttributePath[]> = {
  tz: [['tz']],
  address: [['address']],
  likelyOptOut: [['likelyOptOut']],
};

/**
 * Walks over an audience as `walkAudience` does, and reads only some parts of each contact: to take whole contacts apart
 * costs most of the time of a walk.
 */
export function walkPartsOfAudience<Name extends PartName = never>(
  deps: WalkDeps,
  audience: ResolvedAudience,
  options: WalkOptions & { parts: readonly Name[] },
): AsyncGenerator<AudiencePage<PartOfContact<Name>>> {
  const { parts, ...others } = options;
  const attributes = [
    ...attributesOfAudience(audience),
    ['hardOptOut'],
    ...parts.flatMap((name) => ATTRIBUTES[name]),
  ];
  return walk(deps, audience, { ...others, attributes });
}

/**
 * Walks over all contacts that are in an audience, in no particular order, with little memory however many they are. Each
 * is met exactly once; contacts that are made meanwhile are not met.
 *
 * @param options.from the position of a page: the walk goes on after it
 */
export function walkAudience(
  deps: WalkDeps,
  audience: ResolvedAudience,
  options: WalkOptions = {},
): AsyncGenerator<AudiencePage> {
  return walk(deps, audience, options);
}

async function* walk(
  deps: WalkDeps,
  audience: ResolvedAudience,
  options: WalkOptions & { attributes?: readonly AttributePath[] },
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
