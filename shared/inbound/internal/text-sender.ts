import { findErasedPerson } from '../../audience/contacts/erased-person';
import type { Contact } from '../../audience/contacts/contact';
import { findContact } from '../../audience/contacts/find-contact';
import type { E164 } from '../../phone-numbers/e164';
import { spellingsOf } from '../../phone-numbers/spellings';
import type { Table } from '../../platform/store/table';

/** Phone that sent a text, as the contact book knows it. */
export interface TextSender {
  /** Spelling of the number under which there is a contact; without one, the spelling of the text. */
  phoneNumber: E164;
  contact: Contact | undefined;
  isOptedOut: boolean;
  isUnderReview: boolean;
}

/** Finds the contact of a phone, and what any spelling of its number has refused. */
export async function findTextSender(
  table: Table,
  { accountId, from }: { accountId: string; from: E164 },
): Promise<TextSender> {
  const known = await Promise.all(
    spellingsOf(from).map(async (phoneNumber) => {
      const address = { accountId, phoneNumber };
      const contact = await findContact(table, address);
      const { hardOptOut } = contact ?? (await findErasedPerson(table, address)) ?? {};
      return { phoneNumber, contact, hardOptOut };
    }),
  );
  const own = known.find(({ contact }) => contact?.id !== undefined) ?? known[0];
  return {
    phoneNumber: own?.phoneNumber ?? from,
    contact: own?.contact,
    isOptedOut: known.some(({ hardOptOut }) => hardOptOut !== undefined),
    isUnderReview: known.some(({ contact }) => contact?.likelyOptOut !== undefined),
  };
}
