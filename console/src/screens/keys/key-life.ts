import type { ApiKey } from '../../api/schemas';

const HOUR_MS = 60 * 60 * 1000;
const DAY_HOURS = 24;
/** Days before its end from which on a key stands out. */
const SOON_DAYS = 14;

/** State of a key. One that `endsSoon` still works. */
type KeyState = 'revoked' | 'expired' | 'endsSoon' | 'works';

export function stateOfKey({ revokedAt, expiresAt }: ApiKey, nowMs: number): KeyState {
  if (revokedAt !== undefined) return 'revoked';
  if (expiresAt === undefined) return 'works';
  const leftMs = Date.parse(expiresAt) - nowMs;
  if (leftMs <= 0) return 'expired';
  return leftMs <= SOON_DAYS * DAY_HOURS * HOUR_MS ? 'endsSoon' : 'works';
}

/** Returns the time until which the secret before the last rotation works; `undefined` when it does not any more. */
export function otherSecretUntil({ previousUntil }: ApiKey, nowMs: number): string | undefined {
  return previousUntil !== undefined && Date.parse(previousUntil) > nowMs ? previousUntil : undefined;
}

/** End of a key that a person chooses: after some days, with a day, never, or the present one. */
export type KeyEnd = '30' | '90' | '365' | 'day' | 'never' | 'same';

/**
 * Returns the hours after which a key ends, which is how the service takes it; `undefined` for an end that is not to be
 * set.
 *
 * @param lastMoment end of the chosen day; the key ends within the hour before it
 */
export function hoursUntilEnd(end: KeyEnd, { nowMs, lastMoment }: { nowMs: number; lastMoment: string }) {
  switch (end) {
    case 'never':
    case 'same':
      return undefined;
    case 'day':
      return Math.floor((Date.parse(lastMoment) - nowMs) / HOUR_MS);
    default:
      return Number(end) * DAY_HOURS;
  }
}

/** Returns the time so many hours from now. */
export const inHours = (hours: number, nowMs: number): string =>
  new Date(nowMs + hours * HOUR_MS).toISOString();
