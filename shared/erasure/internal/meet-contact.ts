import { readContactPk } from '../../platform/store/keys';
import type { Eraser } from './eraser';

/** Records the names of a contact who is not erased: comparisons with them stay in filters. */
export const meetContact: Eraser = ({ people }, item) => {
  const { accountId, phoneNumber } = readContactPk(item.pk);
  const { id, createdAt: at, firstName, lastName } = item;
  const isOther = id !== undefined && typeof at === 'string' && !people.has({ accountId, phoneNumber, at });
  if (isOther) people.meet({ accountId, firstName, lastName });
  return Promise.resolve('done');
};
