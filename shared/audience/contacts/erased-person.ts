import { createHmac } from 'node:crypto';
import { object, string } from 'valibot';
import { type ErasureKey, getErasureKey } from '../../platform/secrets/erasure-key';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import type { Item } from '../../platform/store/item';
import { erasedPersonKey } from '../../platform/store/keys';
import { orAbsent } from '../../platform/store/or-absent';
import type { Table } from '../../platform/store/table';
import { type Contact, HARD_OPT_OUT } from './contact';

/** Twice as long as queues and their dead-letter queues can hold messages from before the erasure. */
const KEPT_FOR_MS = 60 * 24 * 60 * 60 * 1000;

/**
 * Record of an erased person under a keyed hash of the phone number: time of the erasure, and the hard opt-out. It
 * applies only while there is no contact item for the number; a new contact item takes over both.
 *
 * **Source:** rules E2.
 */
const erasedPersonItem = defineItem({
  entity: 'erasedPerson',
  key: ({ accountId, numberHash }: { accountId: string; numberHash: string }) =>
    erasedPersonKey(accountId, numberHash),
  value: object({
    erasedAt: string(),
    /** Stored without evidence, which can name the person. */
    hardOptOut: orAbsent(HARD_OPT_OUT),
  }),
});
export type ErasedPerson = ValueOf<typeof erasedPersonItem>;

interface Address {
  accountId: string;
  phoneNumber: string;
}

/** Hashes a phone number; the same number has a different hash in each account. */
function hashPhoneNumber(key: ErasureKey, { accountId, phoneNumber }: Address): string {
  return createHmac('sha256', key).update(`${accountId}/${phoneNumber}`, 'utf8').digest('base64url');
}

/** Returns the hash under which the person at a number is kept after an erasure. */
export async function hashOfPerson(address: Address): Promise<string> {
  return hashPhoneNumber(await getErasureKey(), address);
}

async function keyOf(address: Address) {
  return { accountId: address.accountId, numberHash: await hashOfPerson(address) };
}

/** @returns records in the order of the addresses, `undefined` for a person who was never erased */
export async function findErasedPeople(
  table: Table,
  addresses: Address[],
): Promise<Array<ErasedPerson | undefined>> {
  if (addresses.length === 0) return [];
  const keys = await Promise.all(addresses.map(keyOf));
  const items = await table.batchGet(keys.map(erasedPersonItem.key));
  return items.map(erasedPersonItem.readIfAny);
}

/** Finds the record of a person of whom only the hash is known. */
export async function findErasedPersonUnder(
  table: Table,
  key: { accountId: string; numberHash: string },
): Promise<ErasedPerson | undefined> {
  return erasedPersonItem.readIfAny(await table.get(erasedPersonItem.key(key)));
}

export async function findErasedPerson(table: Table, address: Address): Promise<ErasedPerson | undefined> {
  const [person] = await findErasedPeople(table, [address]);
  return person;
}

/**
 * Builds the record of a person who is being erased. A record without an opt-out expires, because only messages that
 * are still in queues need it.
 */
export async function erasedPersonOf(
  contact: Pick<Contact, 'accountId' | 'phoneNumber' | 'hardOptOut'>,
  erasedAt: string,
): Promise<Item> {
  const { at, againAt, source } = contact.hardOptOut ?? {};
  const hardOptOut = at !== undefined && source !== undefined ? { at, againAt, source } : undefined;
  return erasedPersonUnder(await keyOf(contact), { erasedAt, hardOptOut });
}

/** Builds the record of a person of whom only the hash is known. */
export function erasedPersonUnder(
  key: { accountId: string; numberHash: string },
  { erasedAt, hardOptOut }: ErasedPerson,
): Item {
  return {
    ...erasedPersonItem.item(key, { erasedAt, hardOptOut }),
    ...(!hardOptOut && {
      expiresAtEpochSeconds: Math.floor((Date.parse(erasedAt) + KEPT_FOR_MS) / 1000),
    }),
  };
}
