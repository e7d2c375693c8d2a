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
  /** As for `walkBook`. */
  shardsAtOnce?: number;
}

/** Contact in an audience, with the current decision of the compliance gate. A later STOP still takes precedence. */
interface AudienceMember<Contact = BookContact> {
  contact: Contact;
  gate: GateDecision;
}

interface AudiencePage<Contact = BookContact> {
  /** Shard of the contact book that the page is of. */
  shard: number;
  /** Can be empty. */
  members: Array<AudienceMember<Contact>>;
  /**
   * Position from which to continue, in this process or another, once this page and all before it are processed. It can
   * be written as JSON.
   */
  position: BookPosition;
}

/** Parts of a contact that a walk can read without the others. */
type PartName = 'tz' | 'address' | 'likelyOptOut' | 'setAsideAt' | 'setAsideReason' | 'lookedUp';
export type PartOfContact<Name extends PartName = never> = Pick<BookContact, 'id' | 'phoneNumber' | Name>;
const ATTRIBUTES: Record<PartName, readonly AttributePath[]> = {
  tz: [['tz']],
  address: [['address']],
  likelyOptOut: [['likelyOptOut']],
  setAsideAt: [['setAsideAt']],
  setAsideReason: [['setAsideReason']],
  lookedUp: [['lookedUp']],
};

/**
 * Walks over an audience as `walkAudience` does, but reads only some parts of each contact: parsing whole contacts
 * takes most of the time of a walk. With `shardsAtOnce`, contacts that are created before their shard begins are included.
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
 * Walks over all contacts in an audience, in no particular order, with little memory whatever their number. Each
 * contact is returned exactly once; contacts that are created during the walk are left out.
 *
 * @param options.from the position of a page: the walk continues after it
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
  // None of the requested tags exists.
  if (audience.tags?.length === 0) return;
  const { accountId } = audience;
  const pages = walkBook(deps.table, { ...options, accountId, filter: filterOfAudience(audience) });
  for await (const { shard, contacts, position } of pages) {
    const matched = contacts.filter((contact) => matchesAudience(contact, audience));
    const left = await withoutHandedOver(deps.campaigns, { audience, contacts: matched });
    yield { shard, members: left.map((contact) => ({ contact, gate: decideGate(contact) })), position };
  }
}

/** Leaves out contacts to whom one of the `excludeCampaigns` of an audience handed over a message. */
export async function withoutHandedOver<One extends { id: string; phoneNumber: string }>(
  campaigns: Campaigns,
  { audience, contacts }: { audience: ResolvedAudience; contacts: One[] },
): Promise<One[]> {
  const { accountId, excludeCampaigns } = audience;
  if (excludeCampaigns.length === 0 || contacts.length === 0) return contacts;
  const handedOver = await campaigns.findHandedOver(accountId, {
    campaignIds: [...excludeCampaigns],
    contacts,
  });
  return contacts.filter(({ phoneNumber }) => !handedOver.has(phoneNumber));
}
