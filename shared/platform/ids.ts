import { randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { BASE62 } from './base62';
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
  | 'aud';

/** Ids and secrets, as a port, so that tests can foresee them. */
export interface Ids {
  /** `<prefix>_<ULID>`: sorts by creation time, so that "newest first" is a key order. */
  next(prefix: IdPrefix): string;
  /** 256 random bits in base64url, for secrets that are shown once. */
  secret(): string;
  /** A short random token in base62, such as the click token of a tracking link. */
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

/** Uniform over base62: bytes that would favour some letters are thrown away. */
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
