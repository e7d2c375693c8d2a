/** Digits of the ids of the service, which are ULIDs. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const HEX_DIGITS = 32;
const ULID_DIGITS = 26;
const BITS_OF_A_DIGIT = 5n;

/**
 * Returns the AccountSid of an account: `AC` and the 128 bits of its id in 32 hex digits.
 *
 * @returns `undefined` for an id that is no ULID, such as one that an operator chose
 */
export const accountSidOf = (accountId: string): string | undefined => toSid('AC', accountId, 'acc');

/** Returns the id of the account; `undefined` for a text that is no AccountSid. */
export const accountIdOf = (accountSid: string): string | undefined => toId('AC', accountSid, 'acc');

/**
 * Returns the Sid of a single message: `SM`, or `MM` when it has a media file.
 *
 * @returns `undefined` for the message of a job's recipient, whose id has more than 128 bits
 */
export const messageSidOf = (message: { id: string; mediaUrl?: unknown }): string | undefined =>
  toSid(message.mediaUrl === undefined ? 'SM' : 'MM', message.id, 'msg');

/** Returns the id of the message; `undefined` for a text that is no Sid of a message. */
export const messageIdOf = (sid: string): string | undefined =>
  toId('SM', sid, 'msg') ?? toId('MM', sid, 'msg');

/** Returns the Sid of a sender, as of a messaging service: `MG` and its id. */
export const serviceSidOf = (senderId: string): string | undefined => toSid('MG', senderId, 'snd');

/** Returns the id of the sender; `undefined` for a text that is no Sid of one. */
export const senderIdOf = (serviceSid: string): string | undefined => toId('MG', serviceSid, 'snd');

function toSid(prefix: string, id: string, idPrefix: string): string | undefined {
  const ulid = id.startsWith(`${idPrefix}_`) ? id.slice(idPrefix.length + 1) : '';
  if (!ULID.test(ulid)) return undefined;
  const bits = [...ulid].reduce(
    (value, digit) => (value << BITS_OF_A_DIGIT) | BigInt(ALPHABET.indexOf(digit)),
    0n,
  );
  return prefix + bits.toString(16).padStart(HEX_DIGITS, '0');
}

function toId(prefix: string, sid: string, idPrefix: string): string | undefined {
  const hex = sid.startsWith(prefix) ? sid.slice(prefix.length) : '';
  if (!/^[0-9a-f]{32}$/.test(hex)) return undefined;
  let bits = BigInt(`0x${hex}`);
  let ulid = '';
  while (ulid.length < ULID_DIGITS) {
    ulid = ALPHABET.charAt(Number(bits & 31n)) + ulid;
    bits >>= BITS_OF_A_DIGIT;
  }
  return `${idPrefix}_${ulid}`;
}
