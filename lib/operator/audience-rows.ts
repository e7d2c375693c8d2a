import type { LookUpsToCome } from '../../shared/audience/contacts/look-up';
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

/** Returns the row of a preview that tells the look-ups and their price; none when there are none. */
export const lookUpRows = ({ lookups }: { lookups?: LookUpsToCome }): Cell[][] =>
  lookups === undefined ? [] : [['look-ups', `${lookups.count}, for which AWS charges $${lookups.price}`]];
