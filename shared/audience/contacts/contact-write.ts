import { contactIndexAttributes } from '../../platform/store/keys';

/**
 * Returns the attributes that every write of a contact sets: the time of the write and the keys of the contact index.
 *
 * @param contact without `id`: only the opt-out of a number, which is not a contact and appears in no list
 * @param at ISO time of the write
 */
export function attributesOfWrite(contact: { accountId: string; id: string | undefined }, at: string) {
  const { accountId, id } = contact;
  return { updatedAt: at, ...(id !== undefined && contactIndexAttributes({ accountId, id })) };
}
