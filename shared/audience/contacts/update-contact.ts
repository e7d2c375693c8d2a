import { isDeepStrictEqual } from 'node:util';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import type { E164 } from '../../phone-numbers/e164';
import { updateExpression } from '../../platform/store/expressions';
import { contactKey } from '../../platform/store/keys';
import { readByName } from '../../platform/store/read-by-name';
import { pauseWithJitter } from '../../platform/pause';
import { type Table, TableUnavailableError, type UpdateInput } from '../../platform/store/table';
import { type Contact, readContact } from './contact';
import type { ContactBody } from './contact.schema';
import { type ContactItems, keysOfContact, readContactItems } from './contact-items';
import { patchProfile, type Profile } from './profile';

const MAX_ROUNDS = 15;

/**
 * Patches a contact's profile. Only the attributes that the patch touches are written, so that it never undoes what
 * happens at the same time to the rest: another patch, a membership, a STOP.
 *
 * @param options.items what `keysOfContact` names, as read
 * @returns the contact after the patch, and the schema that its values were read by
 * @throws ServiceError ContactNotFound, InvalidCustomField, InvalidRequest
 *
 * **Source:** rules 4.4.
 */
export async function updateContact(
  table: Table,
  options: { accountId: string; phoneNumber: E164; body: ContactBody; items: ContactItems },
): Promise<{ contact: Contact; schema: CustomFieldSchema }> {
  const { accountId, phoneNumber, body } = options;
  const keys = keysOfContact(accountId, phoneNumber);
  let { items } = options;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const { contact, schema } = readContactItems(items);
    const profile = patchProfile(contact, { body, schema, phoneNumber });
    const write = profileUpdate(contact, profile);
    if (!write) return { contact, schema };
    const result = await table.update(write);
    if (result.written && result.item) return { contact: readContact(result.item), schema };
    await pauseWithJitter(round);
    items = await readByName(table, keys);
  }
  throw new TableUnavailableError('The contact kept changing');
}

/** Attributes that are written as a whole after parts of them were merged: only onto the version that was read. */
const MERGED_ATTRIBUTES: ReadonlyArray<keyof Profile> = ['address', 'tz', 'customFields'];

/** The write that turns the contact's profile into another; `undefined` when they are the same. */
function profileUpdate(contact: Contact, profile: Profile): UpdateInput | undefined {
  const { names, set, remove } = changedAttributes(contact, profile);
  if (names.length === 0) return undefined;
  const isMerged = names.some((name) => MERGED_ATTRIBUTES.includes(name));
  return {
    Key: contactKey(contact.accountId, contact.phoneNumber),
    ...updateExpression(
      { set, remove, add: { version: 1 } },
      { names: { '#id': 'id' }, ...(isMerged && { values: { ':readVersion': contact.version } }) },
    ),
    ConditionExpression: `attribute_exists(#id)${isMerged ? ' AND #version = :readVersion' : ''}`,
  };
}

const PROFILE_ATTRIBUTES: ReadonlyArray<keyof Profile> = [
  'firstName',
  'lastName',
  'email',
  'birthDate',
  'gender',
  'address',
  'tz',
  'isFavorite',
  'customFields',
];

/** Where two profiles differ, and what to do to the first to get the second. */
export function changedAttributes(
  before: Profile,
  after: Profile,
): { names: Array<keyof Profile>; set: Partial<Profile>; remove: Array<keyof Profile> } {
  const names = PROFILE_ATTRIBUTES.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return {
    names,
    set: Object.fromEntries(names.map((name) => [name, after[name]])),
    remove: names.filter((name) => after[name] === undefined),
  };
}
