import type { AudienceCounts } from '../../shared/audience/segments/gate-counts';
import type { Cell } from './report';

/** Returns the rows of a preview that count people. */
export const audienceRows = (audience: AudienceCounts): Cell[][] => [
  ['matched', audience.matched],
  ['sendable', audience.sendable],
  ['not opted in', audience.blocked.notOptedIn],
  ['opted out', audience.blocked.hardOptedOut],
  ['set aside', audience.blocked.setAside ?? 0],
];
