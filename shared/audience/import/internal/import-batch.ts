import { addContactTimeZones } from '../../../accounts/contact-time-zones';
import { optInTextsLeft, takeOptInTexts } from '../../../accounts/daily-quota';
import { ServiceError } from '../../../errors/service-error';
import { otherSpellings } from '../../../phone-numbers/spellings';
import type { Platform } from '../../../platform/platform';
import { commit, type Part, required } from '../../../platform/store/commit';
import type { Item } from '../../../platform/store/item';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import { changeConsent, POPULAR_GROUP_LIMITS } from '../../consent/change-consent';
import { writeContactCounts, checkAskedGroups } from '../../consent/consent-writes';
import { leaveGroups } from '../../consent/leave-groups';
import { type ErasedPerson, findErasedPeople } from '../../contacts/erased-person';
import { contactItem } from '../../contacts/contact';
import { SUPPORTED_TIME_ZONES } from '../../contacts/time-zone-names';
import { findGroup } from '../../groups/group-store';
import { decideRow, type RowDecision } from './decide-row';
import { returnBatchTexts, takeBatchTexts, textsByCountry } from './batch-limits';
import type { ImportCandidate, Refusal, RefusedOptOut } from './import-row';
import { recordOptOuts } from './record-opt-outs';
import { importActor, type ImportScope, optOutTrigger } from '../import-scope';

/** Outcome of a row. */
export type RowOutcome =
  | { outcome: 'created' | 'updated' | 'unchanged' | 'skipped' | 'duplicate' }
  | { outcome: 'rejected'; refusal: Refusal };

/** Writes of a transaction, without the group's counter, the daily quota and the checkpoint. */
export const MAX_ACTIONS = 97;

/** Returns the most writes that a row can take. */
export function actionsOf(candidate: ImportCandidate, { enrolment }: Pick<ImportScope, 'enrolment'>): number {
  // An opt-out writes the contact, the log entries of the opt-out and of a pending membership, and the review that it
  // ends.
  if (candidate.optedOut) return 4;
  if (!enrolment) return 1;
  switch (enrolment.optInMode) {
    case 'SILENT':
      return 3;
    // The text is a message and its outbox item.
    case 'DIRECT':
    case 'CONFIRM':
      return 5;
  }
}

type ImportPlatform = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Returns writes for the transaction of a batch, with the outcomes of its rows. They fail with `lost` when another
 * worker has taken over.
 */
type Checkpoint = (outcomes: RowOutcome[]) => Part<'lost'>[];

type BatchRefusal = 'changedMeanwhile' | 'textsUsedUp' | 'lost';

/**
 * Creates or updates the contacts of some rows, of different phone numbers, in one transaction. Each write is
 * conditional on the version that was read: after a concurrent change all rows are decided again.
 *
 * @param batch.candidates at most as many as fit into a transaction
 * @param batch.optOuts opt-outs of rejected rows
 * @returns the outcome of each row; `lost` when the checkpoint refused the transaction
 */
export async function importBatch(
  platform: ImportPlatform,
  scope: ImportScope,
  batch: { candidates: ImportCandidate[]; optOuts: RefusedOptOut[]; checkpoint?: Checkpoint },
): Promise<RowOutcome[] | 'lost'> {
  const { accountId } = scope;
  const { candidates, optOuts, checkpoint } = batch;
  const keys = candidates.map(({ phoneNumber }) => contactItem.key({ accountId, phoneNumber }));
  // 1. An opt-out applies to every spelling of the number, and also when the rest of the row is rejected.
  if (!scope.isDryRun) {
    await optOutOtherSpellings(platform, { scope, candidates });
    await recordOptOuts(platform, { scope, optOuts });
    await rememberTimeZones(platform, scope, candidates);
  }
  let left: ReturnType<typeof optInTextsLeft> = { texts: Infinity, bound: 'freeTexts' };
  const taken = await takeBatchTexts(platform, { scope, candidates });
  let byCountry = textsByCountry(taken);
  const decided = await retryOnConflict(platform.table.waits, async () => {
    // 2. Read, and decide row by row.
    const items = await platform.table.batchGet(keys);
    const erased = await findErasedOf(platform, { accountId, candidates, items });
    const now = platform.clock.now();
    byCountry = textsByCountry(taken);
    const budget = { ...left, byCountry };
    const decisions = candidates.map((candidate, index) =>
      decideRow(platform.ids, {
        scope,
        candidate,
        item: items[index],
        erased: erased.get(index),
        now,
        budget,
      }),
    );
    // 3. Write everything in one transaction.
    const parts = batchParts(scope, { decisions, now, checkpoint });
    if (parts.length === 0) return decisions;
    const result = await commit(platform.table, parts, POPULAR_GROUP_LIMITS);
    if (result.committed) return decisions;
    switch (result.refusal) {
      case 'lost':
        return 'lost' as const;
      case 'textsUsedUp':
        if (scope.enrolment) left = optInTextsLeft(scope.enrolment.account, result.found);
        return CONFLICT;
      case 'changedMeanwhile':
        await requireGroup(platform, scope);
        return CONFLICT;
    }
  });
  const unused = decided === 'lost' ? textsByCountry(taken) : byCountry;
  await returnBatchTexts(platform, { taken, left: unused });
  if (decided === 'lost') return 'lost';
  // 4. Remove opted-out contacts from their groups; if this fails, the timer does it.
  if (!scope.isDryRun) await leaveGroupsOf(platform, { scope, candidates, decisions: decided });
  return decided.map(toOutcome);
}

/**
 * Stores new time zones of contacts in the account. A campaign that sends at a local time needs them to know when its
 * first recipients are due, before it selects recipients.
 */
async function rememberTimeZones(
  { table }: ImportPlatform,
  { accountId, knownTimeZones }: ImportScope,
  candidates: ImportCandidate[],
): Promise<void> {
  const known = new Set<string>([...SUPPORTED_TIME_ZONES, ...knownTimeZones]);
  const zones = candidates.flatMap(({ timeZone }) => (timeZone && !known.has(timeZone) ? [timeZone] : []));
  if (zones.length > 0) await addContactTimeZones(table, { accountId, zones });
}

/** Finds the erased people among the candidates without an item, by the candidate's index. */
async function findErasedOf(
  { table }: ImportPlatform,
  options: { accountId: string; candidates: ImportCandidate[]; items: Array<Item | undefined> },
): Promise<Map<number, ErasedPerson>> {
  const { accountId, candidates, items } = options;
  const fresh = [...candidates.keys()].filter((index) => !items[index]);
  const people = await findErasedPeople(
    table,
    fresh.map((index) => ({ accountId, phoneNumber: candidates[index]?.phoneNumber ?? '' })),
  );
  return new Map(
    fresh.flatMap((index, place) => {
      const person = people[place];
      return person ? [[index, person] as const] : [];
    }),
  );
}

function batchParts(
  scope: ImportScope,
  options: { decisions: RowDecision[]; now: Date; checkpoint: Checkpoint | undefined },
): Part<BatchRefusal>[] {
  const { decisions, now, checkpoint } = options;
  const own = checkpoint?.(decisions.map(toOutcome)) ?? [];
  if (scope.isDryRun) return own;
  const written = decisions.filter((decision) => 'write' in decision);
  const effects = written.flatMap((decision) => decision.effects);
  const texts = written.filter(({ hasText }) => hasText).length;
  const conditional = [
    ...written.map(({ write }) => write),
    ...checkAskedGroups(scope.accountId, effects).slice(0, 1),
    ...writeContactCounts(scope.accountId, effects),
  ];
  return [
    ...own,
    ...conditional.map((write) => ({ write, onFail: 'changedMeanwhile' as const })),
    ...required(written.flatMap(({ consequences }) => consequences)),
    ...(scope.enrolment && texts > 0
      ? [
          {
            write: takeOptInTexts({ account: scope.enrolment.account, texts, now }),
            onFail: 'textsUsedUp' as const,
          },
        ]
      : []),
  ];
}

/** @throws ServiceError GroupNotFound when the group of the import has been deleted */
async function requireGroup({ table }: ImportPlatform, { accountId, enrolment }: ImportScope): Promise<void> {
  if (enrolment && !(await findGroup(table, { accountId, groupId: enrolment.group.id })))
    throw new ServiceError('GroupNotFound');
}

async function optOutOtherSpellings(
  platform: ImportPlatform,
  { scope, candidates }: { scope: ImportScope; candidates: ImportCandidate[] },
): Promise<void> {
  const { accountId } = scope;
  for (const candidate of candidates) {
    if (!candidate.optedOut) continue;
    for (const phoneNumber of otherSpellings(candidate.phoneNumber)) {
      const trigger = optOutTrigger(scope, { optedOut: candidate.optedOut, now: platform.clock.now() });
      const actor = importActor(scope, candidate);
      await changeConsent(platform, { accountId, phoneNumber, trigger, actor, isOneSpelling: true });
      await leaveGroups(platform, { accountId, phoneNumber, source: scope.optOutSource });
    }
  }
}

async function leaveGroupsOf(
  platform: ImportPlatform,
  options: { scope: ImportScope; candidates: ImportCandidate[]; decisions: RowDecision[] },
): Promise<void> {
  const { scope, candidates, decisions } = options;
  for (const [index, { phoneNumber, optedOut }] of candidates.entries()) {
    const decision = decisions[index];
    if (!optedOut || !decision || !('isLeaving' in decision) || !decision.isLeaving) continue;
    await leaveGroups(platform, { accountId: scope.accountId, phoneNumber, source: scope.optOutSource });
  }
}

function toOutcome(decision: RowDecision): RowOutcome {
  return decision.outcome === 'rejected'
    ? { outcome: 'rejected', refusal: decision.refusal }
    : { outcome: decision.outcome };
}
