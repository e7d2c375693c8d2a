import { type Contact, contactItem } from '../audience/contacts/contact';
import { erasedPersonOf, findErasedPerson } from '../audience/contacts/erased-person';
import { findContact, idsOfContact } from '../audience/contacts/find-contact';
import { NO_PROFILE } from '../audience/contacts/no-profile';
import { reviewWrites } from '../audience/consent/review-item';
import { NO_CONSENT } from '../audience/groups/membership-transitions';
import { ServiceError } from '../errors/service-error';
import { putIntoOutbox } from '../outbox/outbox';
import { type E164, parseE164 } from '../phone-numbers/e164';
import { spellingsOf } from '../phone-numbers/spellings';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit, type Part, required } from '../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Table } from '../platform/store/table';
import { hasNotes } from '../texts/conversation-note';
import { hasTextsSince } from '../texts/has-texts-since';
import { type Erasure, toErasureItem } from './erasure';

/**
 * Begins the erasure of a person, under every spelling of the number. From its transaction on the contact does not
 * exist and no message is sent to the person: the rest of the contact item refuses every message that was accepted
 * before. The worker removes everything else.
 *
 * @throws ServiceError ContactNotFound when the number is no contact, and no text and no opt-out of it is stored;
 *   InvalidPhoneNumber when it has not the length of its country either
 *
 * **Source:** rules E2.
 */
export async function requestErasure(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  { accountId, phoneNumber }: { accountId: string; phoneNumber: E164 },
): Promise<Erasure> {
  const { table, ids } = deps;
  return retryOnConflict(table.waits, async () => {
    // 1. Read what is stored of the person.
    const phoneNumbers = spellingsOf(phoneNumber);
    const found = await Promise.all(
      phoneNumbers.map((spelling) => findContact(table, { accountId, phoneNumber: spelling })),
    );
    const [contact, ...others] = found;
    if (!(await isKnown(table, { accountId, phoneNumber, contact }))) {
      throw parseE164(phoneNumber) === undefined
        ? new ServiceError('InvalidPhoneNumber', { cause: 'notE164' })
        : new ServiceError('ContactNotFound', { cause: 'addressed' });
    }
    const contacts = [
      contact ?? (await noContactAt(table, { accountId, phoneNumber })),
      ...others.filter((other) => other !== undefined),
    ];

    // 2. Write everything in one transaction.
    const requestedAt = isoNow(deps.clock);
    const erasure: Erasure = {
      id: ids.next('ers'),
      kind: 'person',
      accountId,
      status: 'running',
      phoneNumbers,
      contactIds: contacts.flatMap(idsOfContact),
      profiles: contacts.map(({ firstName, lastName, email }) => ({ firstName, lastName, email })),
      metByOthers: [],
      areNamesKnown: false,
      leavingGroupIds: contacts.flatMap(({ memberships }) => Object.keys(memberships)),
      isTableErased: false,
      hasUnended: false,
      searchedFiles: [],
      requestedAt,
    };
    const parts = await Promise.all(contacts.map((contact) => eraseContactItem(contact, erasure)));
    const result = await commit(table, [
      ...parts.flat(),
      { write: { Put: { Item: toErasureItem(erasure) } } },
      {
        write: putIntoOutbox({
          id: ids.next('out'),
          entry: { kind: 'erasure', erasureId: erasure.id, accountId },
          now: deps.clock.now(),
        }),
      },
    ]);
    return result.committed ? erasure : CONFLICT;
  });
}

/**
 * Returns true when there is something to erase: a contact or an opt-out, a text since the number was last erased, or a
 * note.
 */
async function isKnown(
  table: Table,
  { contact, ...address }: { accountId: string; phoneNumber: E164; contact: Contact | undefined },
): Promise<boolean> {
  if (contact && (contact.id !== undefined || contact.erasureId === undefined)) return true;
  return (await hasTextsSince(table, { ...address, since: contact?.erasedAt })) || hasNotes(table, address);
}

/**
 * Returns an empty contact for a number of which only texts are stored; it may have been erased before, with an
 * opt-out.
 */
async function noContactAt(
  table: Table,
  address: { accountId: string; phoneNumber: E164 },
): Promise<Contact> {
  const person = await findErasedPerson(table, address);
  return {
    ...NO_PROFILE,
    ...address,
    hardOptOut: person?.hardOptOut,
    version: 0,
    createdAt: '',
    updatedAt: '',
  };
}

/**
 * Reduces the contact to its opt-out and the time. The number goes with the item when the erasure ends: until then
 * workers see by the item that the person was erased.
 */
async function eraseContactItem(
  contact: Contact,
  { id: erasureId, requestedAt }: Erasure,
): Promise<Array<Part<'changedMeanwhile'>>> {
  const { accountId, phoneNumber, version, hardOptOut } = contact;
  const left: Contact = {
    ...NO_PROFILE,
    accountId,
    phoneNumber,
    hardOptOut,
    version: version + 1,
    createdAt: requestedAt,
    updatedAt: requestedAt,
    erasedAt: requestedAt,
    erasureId,
  };
  return [
    {
      write: {
        Put: {
          Item: contactItem.item(contact, left),
          ConditionExpression: version === 0 ? 'attribute_not_exists(version)' : 'version = :versionRead',
          ...(version > 0 && { ExpressionAttributeValues: { ':versionRead': version } }),
        },
      },
      onFail: 'changedMeanwhile',
    },
    { write: { Put: { Item: await erasedPersonOf(contact, requestedAt) } } },
    ...required(reviewWrites({ accountId, phoneNumber, contact }, NO_CONSENT)),
  ];
}
