import { MAX_PREVIEW_SAMPLE } from '../../../limits';
import { type Clock, epochMs } from '../../../platform/clock';
import type { Table } from '../../../platform/store/table';
import type { BookContact } from '../../book/read-shard';
import { findContacts } from '../../contacts/find-contact';
import { isLookUpDue, LOOK_UP_PARTS, type LookUpsToCome, presentLookUps } from '../../contacts/look-up';
import type { Campaigns } from '../campaigns';
import type { ResolvedAudience } from '../resolve-audience';
import { type AudienceCounts, presentCounts } from '../gate-counts';
import { newestOf } from '../newest-of';
import { type AudienceEstimate, COUNTED_IN_PARTS, ShardCounts } from '../shard-counts';
import { type PartOfContact, walkPartsOfAudience } from '../walk-audience';
import { COUNT_START, type CountPlace } from './count-place';

interface AudienceCount extends AudienceCounts {
  /** False when the time ran out: the figures then cover the contacts read so far. */
  isComplete: boolean;
  /** Estimate of the whole audience; absent of a complete count, and before a first shard has ended. */
  estimate?: AudienceEstimate;
  /** Place at which the count goes on; absent of a complete count. */
  next?: CountPlace;
  /** Look-ups before a text to them; absent when there are none. */
  lookups?: LookUpsToCome;
  /** Newest of the contacts that this count has matched. */
  sample: BookContact[];
}

/**
 * Counts the contacts in an audience, by the decision of the compliance gate.
 *
 * @param options.from place at which an earlier count of the same audience ended; its figures are counted in
 * @param options.atMostMs time limit for counting, milliseconds
 * @param options.carrierLookup true when the numbers of the account are looked up
 *
 * **Source:** rules E3.
 */
export async function countAudience(
  deps: { table: Table; clock: Clock; campaigns: Campaigns },
  audience: ResolvedAudience,
  options: { from?: CountPlace | undefined; atMostMs: number; carrierLookup: boolean },
): Promise<AudienceCount> {
  const nowMs = epochMs(deps.clock);
  const giveUpAtMs = nowMs + options.atMostMs;
  const parts = options.carrierLookup ? LOOK_UP_PARTS : (['setAsideAt'] as const);
  const from = options.from ?? COUNT_START;
  const counted = new ShardCounts(from.counts);
  let { position, lookUps } = from;
  let sample: PartOfContact[] = [];
  const pages = walkPartsOfAudience(deps, audience, {
    ...{ parts, from: position },
    ...COUNTED_IN_PARTS,
  });
  let isComplete = true;
  for await (const page of pages) {
    for (const { contact, gate } of page.members) {
      const isAside = gate === 'allowed' && contact.setAsideAt !== undefined;
      counted.add(page.shard, isAside ? 'setAside' : gate);
      if (options.carrierLookup && gate === 'allowed' && isLookUpDue(contact, nowMs)) lookUps++;
    }
    sample = newestOf([...sample, ...page.members.map(({ contact }) => contact)], MAX_PREVIEW_SAMPLE);
    ({ position } = page);
    isComplete = position.every((shard) => shard === 'end');
    if (!isComplete && epochMs(deps.clock) >= giveUpAtMs) break;
  }
  const estimate = isComplete ? undefined : counted.estimate(position);
  return {
    ...presentCounts(counted.total()),
    ...presentLookUps(lookUps),
    isComplete,
    ...(estimate && { estimate }),
    ...(!isComplete && { next: { position, counts: counted.counts, lookUps } }),
    sample: await findContacts(deps.table, {
      ...audience,
      phoneNumbers: sample.map((contact) => contact.phoneNumber),
    }),
  };
}
