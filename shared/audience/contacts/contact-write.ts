import { contactIndexAttributes } from '../../platform/store/keys';

/**
 * What every write of a contact sets beside what it changes: when it was, and its place in the index of contacts.
 *
 * @param contact without `id`: only the opt-out of a number, which is no contact and in no list
 * @param at ISO time of the write
 */
export function attributesOfWrite(contact: { accountId: string; id: string | undefined }, at: string) {
  const { accountId, id } = contact;
  return { updatedAt: at, ...(id !== undefined && contactIndexAttributes({ accountId, id })) };
}
