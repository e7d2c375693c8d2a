import type { Cell } from './report';

/** Returns the rows of a preview that count people. */
export const audienceRows = (audience: {
  matched: number;
  sendable: number;
  blocked: { notOptedIn: number; hardOptedOut: number; setAside: number };
}): Cell[][] => [
  ['matched', audience.matched],
  ['sendable', audience.sendable],
  ['not opted in', audience.blocked.notOptedIn],
  ['opted out', audience.blocked.hardOptedOut],
  ['set aside', audience.blocked.setAside],
];
