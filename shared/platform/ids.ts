import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { BASE62 } from '../text/base62';
import { type Clock, epochMs } from './clock';

export type IdPrefix =
  | 'acc'
  | 'key'
  | 'con'
  | 'grp'
  | 'tag'
  | 'msg'
  | 'brc'
  | 'evt'
  | 'out'
  | 'end'
  | 'log'
  | 'clk'
  | 'own'
  | 'ers'
  | 'seg'
  | 'cmp'
  | 'imp'
  | 'exp'
  | 'usr'
  | 'inv'
  | 'frm'
  | 'aut'
  | 'snd'
  | 'rpl'
  | 'not'
  | 'aud';

/** Source of ids and secrets, as a port, so that tests can predict them. */
export interface Ids {
  /** Returns `<prefix>_<ULID>`, which sorts by creation time, so that "newest first" is the order of keys. */
  next(prefix: IdPrefix): string;
  /** Returns 256 random bits in base64url, for secrets that are shown once. */
  secret(): string;
  /** Returns a short random token in base62, such as the link token of a message. */
  token(characters: number): string;
}

export function createIds(clock: Clock): Ids {
  const nextUlid = monotonicFactory();
  return {
    next: (prefix) => `${prefix}_${nextUlid(epochMs(clock))}`,
    secret: () => randomBytes(32).toString('base64url'),
    token: (characters) => randomToken(characters),
  };
}

/** Returns a token that is uniform over base62: bytes that would favour some characters are discarded. */
function randomToken(characters: number): string {
  const usableBelow = 256 - (256 % BASE62.length);
  let token = '';
  while (token.length < characters) {
    for (const byte of randomBytes(characters * 2)) {
      if (byte < usableBelow && token.length < characters) token += BASE62[byte % BASE62.length];
    }
  }
  return token;
}
