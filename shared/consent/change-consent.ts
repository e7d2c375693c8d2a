import { type Contact, readContact } from '../contacts/contact';
import { ServiceError } from '../errors/service-error';
import type { Group } from '../groups/group';
import { findGroups } from '../groups/group-store';
import { queueGroupText } from '../groups/group-texts';
import {
  type ConsentState,
  decideTransition,
  type Effect,
  isLeavingGroups,
  type Trigger,
} from '../groups/membership-transitions';
import { contactKey } from '../platform/keys';
import { pauseWithJitter } from '../platform/pause';
import type { Platform } from '../platform/platform';
import { type Table, TableUnavailableError, type TransactItem } from '../platform/table';
import type { ConsentActor } from './consent-log';
import { type ConsentSubject, tellEffects, writeConsentState, writeContactCounts } from './consent-writes';

export interface ConsentChange {
  accountId: string;
  phoneNumber: string;
  trigger: Trigger;
  actor: ConsentActor;
  /** Sends the texts of groups that have no number of their own. */
  defaultNumber?: string | undefined;
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
 * @throws ServiceError 33035, 33036 blocked; 33009 a text is due and no number can send it
 *
 * **Source:** contract 3.3, 3.4.
 */
export async function changeConsent(deps: ConsentDeps, change: ConsentChange): Promise<ConsentOutcome> {
  const along = change.along ?? [];
  let { known } = change;
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const contact = known ? known.contact : await findConsentSubject(deps.table, change);
    const subject: ConsentSubject = {
      accountId: change.accountId,
      phoneNumber: change.phoneNumber,
      contact,
    };
    const state = contact ?? NOBODY;

    // A refusal is carried out to its end before it can be lifted: nobody is put back into old groups.
    const isUnfinished = change.trigger.type === 'optIn' && isLeavingGroups(state);
    const trigger: Trigger = isUnfinished
      ? { type: 'leaveGroups', most: GROUPS_LEFT_AT_ONCE }
      : change.trigger;
    const now = deps.clock.now();
    const transition = decideTransition(state, trigger, now.toISOString());
    if (transition.outcome === 'refused') throw new ServiceError(transition.code);

    const writes = isUnfinished ? [] : [...along];
    if (transition.outcome === 'changed') {
      const groups = known?.groups ?? (await findEffectGroups(deps, change.accountId, transition.effects));
      writes.push(...(await effectWrites(deps, { change, subject, ...transition, groups, now })));
      // Nobody is told again what is so already.
      const isNews = !isUnfinished && transition.effects.some(({ type }) => type !== 'refusedAgain');
      if (isNews) writes.push(...(change.alongChange ?? []));
    }
    if (writes.length === 0) return { outcome: 'unchanged', contact };

    const result = await deps.table.transact(writes);
    if (result.committed && !isUnfinished) {
      return transition.outcome === 'changed'
        ? { outcome: 'changed', contact: contact && afterwards(contact, transition.state) }
        : { outcome: 'unchanged', contact };
    }
    known = undefined;
    if (result.committed) {
      round = 0;
      continue;
    }
    const isRepeated = result.failed.some(
      ({ index, reason }) => !isUnfinished && reason === 'conditionFailed' && index < along.length,
    );
    if (isRepeated) return { outcome: 'repeated', contact };
    await pauseWithJitter(Math.min(round, ROUNDS_OF_GROWING_PAUSES));
  }
  throw new TableUnavailableError('A change of consent kept losing to others');
}

/** Somebody of whom nothing is known. */
const NOBODY: ConsentState = { memberships: {}, pendingMemberships: {}, hardOptOut: undefined };

/** What is stored of a number; without `id` it is no contact yet, only a refusal that is remembered. */
export async function findConsentSubject(
  table: Table,
  options: { accountId: string; phoneNumber: string },
): Promise<Contact | undefined> {
  const item = await table.get(contactKey(options.accountId, options.phoneNumber));
  return item && readContact(item);
}

async function findEffectGroups(
  deps: ConsentDeps,
  accountId: string,
  effects: Effect[],
): Promise<ReadonlyMap<string, Group>> {
  const groupIds = effects.flatMap((effect) => ('groupId' in effect ? [effect.groupId] : []));
  return groupIds.length === 0 ? new Map() : findGroups(deps.table, { accountId, groupIds });
}

async function effectWrites(
  deps: ConsentDeps,
  options: {
    change: ConsentChange;
    subject: ConsentSubject;
    state: ConsentState;
    effects: Effect[];
    groups: ReadonlyMap<string, Group>;
    now: Date;
  },
): Promise<TransactItem[]> {
  const { change, subject, state, effects, groups, now } = options;
  const { accountId, phoneNumber, actor, defaultNumber } = change;
  const texts: TransactItem[] = [];
  for (const effect of effects) {
    const group = effect.type === 'textDue' ? groups.get(effect.groupId) : undefined;
    if (effect.type !== 'textDue' || !group) continue;
    const { purpose } = effect;
    texts.push(
      ...(await queueGroupText(deps, { accountId, defaultNumber, group, to: phoneNumber, purpose, now })),
    );
  }
  return [
    writeConsentState(subject, state, now),
    ...writeContactCounts(accountId, effects),
    ...tellEffects(deps.ids, { subject, effects, groups, actor, now }),
    ...texts,
  ];
}

const afterwards = (contact: Contact, state: ConsentState): Contact => ({
  ...contact,
  ...state,
  version: contact.version + 1,
});
