import { findErasedPerson } from '../contacts/erased-person';
import type { Contact } from '../contacts/contact';
import { findContact } from '../contacts/find-contact';
import type { E164 } from '../../phone-numbers/e164';
import { spellingsOf } from '../../phone-numbers/spellings';
import { isUnderReview } from './compliance-gate';
import type { Table } from '../../platform/store/table';

/** Phone of a person who texts or fills in a form, as the contact book knows it. */
export interface KnownPhone {
  /** Spelling of the number under which there is a contact; without one, the spelling that was asked for. */
  phoneNumber: E164;
  contact: Contact | undefined;
  isOptedOut: boolean;
  isUnderReview: boolean;
}

/** Finds the contact of a phone, and what any spelling of its number has refused. */
export async function findPhone(
  table: Table,
  { accountId, phone }: { accountId: string; phone: E164 },
): Promise<KnownPhone> {
  const known = await Promise.all(
    spellingsOf(phone).map(async (phoneNumber) => {
      const address = { accountId, phoneNumber };
      const contact = await findContact(table, address);
      const { hardOptOut } = contact ?? (await findErasedPerson(table, address)) ?? {};
      return { phoneNumber, contact, hardOptOut };
    }),
  );
  const own = known.find(({ contact }) => contact?.id !== undefined) ?? known[0];
  return {
    phoneNumber: own?.phoneNumber ?? phone,
    contact: own?.contact,
    isOptedOut: known.some(({ hardOptOut }) => hardOptOut !== undefined),
    isUnderReview: known.some(({ contact }) => isUnderReview(contact)),
  };
}
