import { MAX_PREVIEW_SAMPLE } from '../../../limits';
import { type Clock, epochMs } from '../../../platform/clock';
import type { Table } from '../../../platform/store/table';
import type { BookContact } from '../../book/read-shard';
import { findContacts } from '../../contacts/find-contact';
import { isLookUpDue, LOOK_UP_PARTS, type LookUpsToCome, presentLookUps } from '../../contacts/look-up';
import type { Campaigns } from '../campaigns';
import type { ResolvedAudience } from '../resolve-audience';
import { type AudienceCounts, NOBODY, presentCounts } from '../gate-counts';
import { newestOf } from '../newest-of';
import { type PartOfContact, walkPartsOfAudience } from '../walk-audience';

interface AudienceCount extends AudienceCounts {
  /** False when the time ran out: the figures then cover the contacts read so far. */
  isComplete: boolean;
  /** Look-ups before a text to them; absent when there are none. */
  lookups?: LookUpsToCome;
  /** Newest matched contacts. */
  sample: BookContact[];
}

/**
 * Counts the contacts in an audience, by the decision of the compliance gate.
 *
 * @param options.atMostMs time limit for counting, milliseconds
 * @param options.carrierLookup true when the numbers of the account are looked up
 *
 * **Source:** rules E3.
 */
export async function countAudience(
  deps: { table: Table; clock: Clock; campaigns: Campaigns },
  audience: ResolvedAudience,
  options: { atMostMs: number; carrierLookup: boolean },
): Promise<AudienceCount> {
  const nowMs = epochMs(deps.clock);
  const giveUpAtMs = nowMs + options.atMostMs;
  const parts = options.carrierLookup ? LOOK_UP_PARTS : (['setAsideAt'] as const);
  const count = { ...NOBODY };
  let sample: PartOfContact[] = [];
  let isComplete = true;
  let lookUps = 0;
  for await (const { members, position } of walkPartsOfAudience(deps, audience, { parts })) {
    for (const { contact, gate } of members) {
      count[gate === 'allowed' && contact.setAsideAt !== undefined ? 'setAside' : gate]++;
      if (options.carrierLookup && gate === 'allowed' && isLookUpDue(contact, nowMs)) lookUps++;
    }
    sample = newestOf([...sample, ...members.map(({ contact }) => contact)], MAX_PREVIEW_SAMPLE);
    isComplete = position.every((shard) => shard === 'end');
    if (!isComplete && epochMs(deps.clock) >= giveUpAtMs) break;
  }
  return {
    ...presentCounts(count),
    ...presentLookUps(lookUps),
    isComplete,
    sample: await findContacts(deps.table, {
      ...audience,
      phoneNumbers: sample.map((contact) => contact.phoneNumber),
    }),
  };
}
