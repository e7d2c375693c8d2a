import { findContact } from '../contacts/find-contact';
import { quotaReached, takeQuota } from '../../accounts/daily-quota';
import type { Contact } from '../contacts/contact';
import { ServiceError } from '../../errors/service-error';
import type { Group } from '../groups/group';
import { type OptInTextSettings, queueGroupText } from '../groups/group-texts';
import {
  type ConsentState,
  type Effect,
  isLeavingGroups,
  type Trigger,
} from '../groups/membership-transitions';
import type { E164 } from '../../phone-numbers/e164';
import { spellingsOf } from '../../phone-numbers/spellings';
import { pauseWithJitter } from '../../platform/pause';
import type { Platform } from '../../platform/platform';
import { type Table, TableUnavailableError, type TransactItem } from '../../platform/store/table';
import type { ConsentActor } from './consent-log';
import {
  checkAskedGroups,
  type ConsentSubject,
  countedEffects,
  tellEffects,
  writeConsentState,
  writeContactCounts,
} from './consent-writes';
import { decideConsent, type EffectGroups } from './decide-consent';

export interface ConsentChange {
  accountId: string;
  phoneNumber: string;
  trigger: Trigger;
  actor: ConsentActor;
  /** For the texts that the trigger makes due; only an enrolment makes some. */
  textSettings?: OptInTextSettings | undefined;
  /** The contact and groups as just read, which saves reading them again. */
  known?: { contact: Contact | undefined; groups: ReadonlyMap<string, Group> };
  /**
   * Written in the same transaction, and also when the trigger changes nothing. When the condition of one of them does
   * not hold, it has all happened before: the outcome is `repeated`.
   */
  along?: TransactItem[];
  /** Written in the same transaction, but only when the trigger changes more than what proves a refusal. */
  alongChange?: TransactItem[];
}

export type ConsentOutcome = {
  outcome: 'changed' | 'unchanged' | 'repeated';
  contact: Contact | undefined;
};

export type ConsentDeps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Three writes a group and a few besides: well within the 100 of a transaction, and not too many counters at once. */
export const GROUPS_LEFT_AT_ONCE = 20;

/**
 * A popular group's counter is in every enrolment's transaction, and DynamoDB lets only one of them through at a time:
 * a hundred at once need many rounds of short pauses, about 15 s of them at the worst.
 */
const MAX_ROUNDS = 45;
const ROUNDS_OF_GROWING_PAUSES = 6;

/**
 * Carries out a trigger on a contact's memberships: contact, counters, consent log, texts and events in one
 * transaction. When anybody else was faster, reads and decides again.
 *
 * What the person says, an opt-out or an opt-in, holds for every spelling of the phone number.
 *
 * @returns the contact of the phone number itself
 * @throws ServiceError GroupNotFound the group is being deleted, ContactHardOptedOut, PendingElsewhere blocked; of a text that is due OptInRequestLimit it was sent
 *   too often, SenderNotActive and InvalidRequest no number can send it, InvalidPhoneNumber it may not go to the country, DailyQuotaReached the daily quota is used up
 *
 * **Source:** rules 3.3, 3.4, E7.
 */
export async function changeConsent(deps: ConsentDeps, change: ConsentChange): Promise<ConsentOutcome> {
  const along = change.along ?? [];
  let { known } = change;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const now = deps.clock.now();
    const subjects = known
      ? [{ accountId: change.accountId, phoneNumber: change.phoneNumber, contact: known.contact }]
      : await findSubjects(deps.table, change);
    const contact = subjects[0]?.contact;

    // A refusal is carried out to its end before it can be lifted: nobody is put back into old groups.
    const unfinished =
      change.trigger.type === 'optIn'
        ? subjects.find((subject) => isLeavingGroups(stateOf(subject)))
        : undefined;
    const trigger: Trigger = unfinished ? { type: 'leaveGroups', most: GROUPS_LEFT_AT_ONCE } : change.trigger;
    const decisions = await Promise.all(
      (unfinished ? [unfinished] : subjects).map((subject) =>
        decide(deps.table, { subject, trigger, now, known: known?.groups }),
      ),
    );
    const changes = decisions.filter((decision) => decision.state !== undefined);

    const writes = unfinished ? [] : [...along];
    let quotaIndex: number | undefined;
    if (changes.length > 0) {
      const effects = changes.flatMap((decision) => decision.effects);
      const live = new Map(changes.flatMap((decision) => [...decision.groups.live]));
      const texts = await textWrites(deps, { change, effects, groups: live, now });
      writes.push(
        ...changes.flatMap((decision) => subjectWrites(deps, { decision, actor: change.actor, now })),
        ...checkAskedGroups(change.accountId, effects),
        ...writeContactCounts(change.accountId, countedEffects(effects, live)),
        ...texts,
      );
      if (change.textSettings && texts.length > 0) {
        quotaIndex = writes.length;
        writes.push(takeQuota({ account: change.textSettings, recipients: 1, now }));
      }
      // Nobody is told again what is so already.
      const isNews = !unfinished && effects.some(({ type }) => type !== 'refusedAgain');
      if (isNews) writes.push(...(change.alongChange ?? []));
    }
    if (writes.length === 0) return { outcome: 'unchanged', contact };

    const result = await deps.table.transact(writes);
    if (result.committed && !unfinished) {
      const state = decisions[0]?.state;
      return {
        outcome: changes.length > 0 ? 'changed' : 'unchanged',
        contact: contact && state ? afterwards(contact, state) : contact,
      };
    }
    known = undefined;
    if (result.committed) {
      round = 0;
      continue;
    }
    const isRepeated = result.failed.some(
      ({ index, reason }) => !unfinished && reason === 'conditionFailed' && index < along.length,
    );
    if (isRepeated) return { outcome: 'repeated', contact };
    // When the contact has changed as well, the text may not be due any more.
    const isQuotaReached = result.failed.every(
      ({ index, reason }) => reason === 'conditionFailed' && index === quotaIndex,
    );
    if (isQuotaReached) throw quotaReached(now);
    await pauseWithJitter(Math.min(round, ROUNDS_OF_GROWING_PAUSES));
  }
  throw new TableUnavailableError('A change of consent kept losing to others');
}

/** Whose consent the trigger is about: callers name one contact, a person speaks for every spelling of the phone. */
async function findSubjects(table: Table, change: ConsentChange): Promise<ConsentSubject[]> {
  const { accountId, phoneNumber, trigger } = change;
  const isStatement = trigger.type === 'optOut' || trigger.type === 'optIn';
  const phoneNumbers = isStatement ? spellingsOf(phoneNumber as E164) : [phoneNumber];
  return Promise.all(
    phoneNumbers.map(async (spelling) => ({
      accountId,
      phoneNumber: spelling,
      contact: await findContact(table, { accountId, phoneNumber: spelling }),
    })),
  );
}

/** `state` is absent when nothing changes. */
interface SubjectDecision {
  subject: ConsentSubject;
  state: ConsentState | undefined;
  effects: Effect[];
  groups: EffectGroups;
}

/** @throws ServiceError of a refusal */
async function decide(
  table: Table,
  options: {
    subject: ConsentSubject;
    trigger: Trigger;
    now: Date;
    known: ReadonlyMap<string, Group> | undefined;
  },
): Promise<SubjectDecision> {
  const { subject, trigger, now, known } = options;
  const { transition, groups } = await decideConsent(table, {
    accountId: subject.accountId,
    state: stateOf(subject),
    trigger,
    at: now.toISOString(),
    known,
  });
  switch (transition.outcome) {
    case 'refused': {
      const { error, retryAfterSeconds } = transition;
      throw new ServiceError(error, { retryAfterSeconds });
    }
    case 'unchanged':
      return { subject, state: undefined, effects: [], groups };
    case 'changed':
      return { subject, state: transition.state, effects: transition.effects, groups };
  }
}

function subjectWrites(
  deps: ConsentDeps,
  options: { decision: SubjectDecision; actor: ConsentActor; now: Date },
): TransactItem[] {
  const { decision, actor, now } = options;
  const { subject, state, effects, groups } = decision;
  if (!state) return [];
  return [
    writeConsentState(subject, state, now),
    ...tellEffects(deps.ids, { subject, effects, groups: groups.named, actor, now }),
  ];
}

/** Somebody of whom nothing is known. */
const NOBODY: ConsentState = { memberships: {}, pendingMemberships: {}, hardOptOut: undefined };

const stateOf = ({ contact }: ConsentSubject): ConsentState => contact ?? NOBODY;

async function textWrites(
  deps: ConsentDeps,
  options: { change: ConsentChange; effects: Effect[]; groups: ReadonlyMap<string, Group>; now: Date },
): Promise<TransactItem[]> {
  const { change, effects, groups, now } = options;
  const { phoneNumber, textSettings: account } = change;
  const writes: TransactItem[] = [];
  for (const effect of effects) {
    const group = effect.type === 'textDue' ? groups.get(effect.groupId) : undefined;
    if (effect.type !== 'textDue' || !group || !account) continue;
    const { purpose } = effect;
    writes.push(...(await queueGroupText(deps, { account, group, to: phoneNumber as E164, purpose, now })));
  }
  return writes;
}

const afterwards = (contact: Contact, state: ConsentState): Contact => ({
  ...contact,
  ...state,
  version: contact.version + 1,
});
