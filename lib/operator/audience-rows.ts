import type { LookUpsToCome } from '../../shared/audience/contacts/look-up';
import type { AudienceCounts } from '../../shared/audience/segments/gate-counts';
import type { AudienceEstimate } from '../../shared/audience/segments/shard-counts';
import type { Cell } from './report';

/** Returns the rows of a preview that count people. */
export const audienceRows = (audience: AudienceCounts & { estimate?: AudienceEstimate }): Cell[][] => [
  ['matched', audience.matched],
  ['sendable', audience.sendable],
  ['not opted in', audience.blocked.notOptedIn],
  ['opted out', audience.blocked.hardOptedOut],
  ['set aside', audience.blocked.setAside ?? 0],
  ...estimateRows(audience),
];

function estimateRows({ estimate }: { estimate?: AudienceEstimate }): Cell[][] {
  if (estimate === undefined) return [];
  const { matched, sendable, error } = estimate;
  return [
    ['estimated to match', `${matched}, right to within ${error}`],
    ['estimated sendable', sendable],
  ];
}

/** Returns the row of a preview that tells the look-ups and their price; none when there are none. */
export const lookUpRows = ({ lookups }: { lookups?: LookUpsToCome }): Cell[][] =>
  lookups === undefined ? [] : [['look-ups', `${lookups.count}, for which AWS charges $${lookups.price}`]];
