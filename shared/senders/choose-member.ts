import { countryOf, isOfCountry, type PhoneCountry } from '../phone-numbers/country';
import type { E164 } from '../phone-numbers/e164';

/** Member among which the one is chosen that sends to a recipient. */
interface Choosable {
  identity: string;
  /** Countries of recipients that it serves; absent: all. */
  countries?: readonly PhoneCountry[] | undefined;
  /** Messages per second; absent: only the provider's throttling limits it. */
  ratePerSecond?: number | undefined;
}

/** Weight of a member without a rate, in messages per second. */
const WEIGHT_WITHOUT_RATE = 20;

/**
 * Chooses the member that sends to a recipient, by weighted rendezvous hashing: each member draws a number from the
 * recipient's, and the greatest wins. So a recipient keeps its member as long as that is among `members`, and a member
 * that is added or removed moves only its own share of recipients. Shares are as the rates.
 *
 * @returns `undefined` when no member serves the recipient's country
 *
 * **Source:** rules 2.8.
 */
export function chooseMember<Member extends Choosable>(
  members: readonly Member[],
  to: E164,
): Member | undefined {
  return rankMembers(members, to)[0];
}

/** Returns the members that serve the recipient's country in the order in which they are chosen. */
export function rankMembers<Member extends Choosable>(members: readonly Member[], to: E164): Member[] {
  const recipient = hashOf(to);
  return members
    .filter((member) => serves(member, to))
    .map((member) => ({ member, drawn: drawOf(member, recipient) }))
    .sort((a, b) => b.drawn - a.drawn || (a.member.identity < b.member.identity ? -1 : 1))
    .map(({ member }) => member);
}

function serves({ countries }: Choosable, to: E164): boolean {
  if (countries === undefined) return true;
  const country = countryOf(to);
  return country === undefined ? isOfCountry(to, countries) : countries.includes(country);
}

/** Draws a member's number for a recipient: the greatest is a member's as often as its weight says. */
function drawOf({ identity, ratePerSecond = WEIGHT_WITHOUT_RATE }: Choosable, recipient: number): number {
  const hash = mix(recipient ^ identityHash(identity));
  return -ratePerSecond / Math.log((hash + 0.5) / 2 ** 32);
}

const identityHashes = new Map<string, number>();
/** Largest number of identities that are remembered. */
const MOST_REMEMBERED = 10_000;

function identityHash(identity: string): number {
  const known = identityHashes.get(identity);
  if (known !== undefined) return known;
  if (identityHashes.size >= MOST_REMEMBERED) identityHashes.clear();
  const hash = hashOf(identity);
  identityHashes.set(identity, hash);
  return hash;
}

/** Hashes a text to 32 bits, by FNV-1a and a mixing step. It is part of the rule: a change moves all recipients. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/** Mixes the bits of a number, by the last step of MurmurHash3. @returns 32 bits, unsigned */
function mix(bits: number): number {
  let mixed = bits;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
