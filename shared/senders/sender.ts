import { array, type InferOutput, number, object, string } from 'valibot';
import { parsePhoneCountry, type PhoneCountry } from '../phone-numbers/country';
import { parseNumber } from '../phone-numbers/e164';
import { defineItem } from '../platform/store/define-item';
import type { Item } from '../platform/store/item';
import { accountNumberKey, SENDER_PREFIX } from '../platform/store/keys';
import { orAbsent } from '../platform/store/or-absent';
import { storedText } from '../platform/store/stored-text';

const POOL = 'pool:';
const SENDER_ID = 'id:';

/** Member of a sender: an identity that messages leave from, and the countries that it serves. */
const MEMBER = object({
  /** Number of the account, `pool:NAME` or `id:NAME`. */
  identity: string(),
  /** Countries of recipients; absent: all. */
  countries: orAbsent(array(storedText<PhoneCountry>())),
});
export type SenderMember = InferOutput<typeof MEMBER>;

/** Name for several identities of an account. **Source:** rules 2.8. */
export const senderItem = defineItem({
  entity: 'sender',
  key: ({ accountId, senderId }: { accountId: string; senderId: string }) =>
    accountNumberKey(accountId, senderId),
  value: object({
    id: string(),
    accountId: string(),
    name: string(),
    members: array(MEMBER),
    /** Counts the changes, from 1 on. */
    version: number(),
    createdAt: string(),
    updatedAt: string(),
  }),
});
export type Sender = ReturnType<typeof senderItem.read>;

/** Returns true for the item of a sender, among items that `from` can name. */
export const isSenderItem = (item: Item): boolean =>
  typeof item.sk === 'string' && item.sk.startsWith(SENDER_PREFIX);

/** Returns true for a pool of End User Messaging, which chooses the number itself. */
export const isPool = (identity: string): boolean => identity.startsWith(POOL);

/** Returns true for a sender id, a word that takes no replies. */
export const isWord = (identity: string): boolean => identity.startsWith(SENDER_ID);

/** Returns true for an identity that is a number of the account. */
export const isOwnNumber = (identity: string): boolean => !isPool(identity) && !isWord(identity);

const POOL_NAME = /^pool:[A-Za-z0-9_-]{1,64}$/;
const WORD = /^id:(?=[A-Za-z0-9]{1,11}$)\d*[A-Za-z][A-Za-z0-9]*$/;

/** Parses a member of a sender without its countries; `undefined` for a text that is none. */
const parseIdentity = (raw: string): string | undefined =>
  POOL_NAME.test(raw) || WORD.test(raw) ? raw : parseNumber(raw);

/**
 * Parses a member with its countries, such as `+12065550100=US,CA`.
 *
 * @returns `undefined` for a text that is no member
 */
export function parseMember(raw: string): SenderMember | undefined {
  const [name = '', codes, ...others] = raw.split('=');
  const identity = parseIdentity(name);
  if (identity === undefined || others.length > 0) return undefined;
  if (codes === undefined) return { identity, countries: undefined };
  const countries = codes.split(',').map((code) => parsePhoneCountry(code.trim()));
  if (countries.includes(undefined)) return undefined;
  return { identity, countries: [...new Set(countries.filter((country) => country !== undefined))].sort() };
}

/** Writes a member as `parseMember` reads it. */
export const memberText = ({ identity, countries }: SenderMember): string =>
  countries === undefined ? identity : `${identity}=${countries.join(',')}`;
