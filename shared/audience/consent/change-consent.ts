import { findErasedPerson } from '../contacts/erased-person';
import { findContact } from '../contacts/find-contact';
import { findCountryLimit } from '../../budgets/country-limit';
import { exceedLimit, limitReached, takeOwnTexts } from '../../budgets/take-texts';
import { optInTextRefused, optInTextsLeft, takeOptInTexts, takeReply } from '../../accounts/daily-quota';
import type { Contact } from '../contacts/contact';
import type { Profile } from '../contacts/profile';
import { ServiceError } from '../../errors/service-error';
import type { Group } from '../groups/group';
import { type OptInTextSettings, queueGroupText } from '../groups/group-texts';
import {
  type ConsentState,
  type Effect,
  isLeavingGroups,
  NO_CONSENT,
  refusedTransition,
  type Trigger,
} from '../groups/membership-transitions';
import type { E164 } from '../../phone-numbers/e164';
import type { Item } from '../../platform/store/item';
import { spellingsOf } from '../../phone-numbers/spellings';
import type { Platform } from '../../platform/platform';
import { commit, type Part, required } from '../../platform/store/commit';
import { CONFLICT, type ConflictLimits, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Table, TransactItem } from '../../platform/store/table';
import type { ConsentActor } from './consent-log';
import {
  checkAskedGroups,
  consentLogAndEvents,
  type ConsentSubject,
  countedEffects,
  writeConsentState,
  writeContactCounts,
} from './consent-writes';
import { asCreated } from './internal/new-subject';
import { reviewWrites } from './review-item';
import { decideConsent, type EffectGroups } from './internal/decide-consent';

interface ConsentChange {
  accountId: string;
  phoneNumber: string;
  trigger: Trigger;
  actor: ConsentActor;
  /** True to apply the statement to this spelling of the number only; the caller applies it to the others. */
  isOneSpelling?: boolean;
  /** Settings for the texts that an enrolment sends. */
  textSettings?: OptInTextSettings | undefined;
  /** Profile with which an enrolment makes the contact when the number has none. */
  newProfile?: Profile | undefined;
  /** Contact and groups as just read, which saves reading them again. */
  known?: { contact: Contact | undefined; groups: ReadonlyMap<string, Group> } | undefined;
  /**
   * Writes that are added to the transaction, also when the trigger changes nothing. When the condition of one of them
   * fails, the change was made before: the outcome is `repeated`.
   */
  extraWrites?: TransactItem[];
  /** Writes that are added to the transaction when the trigger changes more than the evidence of a refusal. */
  extraWritesOnChange?: TransactItem[];
  /**
   * Writes that send a reply to an enrolment by the contact, also when the trigger changes nothing. The reply counts
   * among the free texts of `textSettings`; it is left out when they have no room for it.
   */
  reply?: TransactItem[] | undefined;
}

export type ConsentOutcome = {
  outcome: 'changed' | 'unchanged' | 'repeated';
  contact: Contact | undefined;
};

export type ConsentDeps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Most groups that a contact leaves in one transaction. Each takes three writes, which stays well within the 100 of a
 * transaction and limits the counters written at once.
 */
export const GROUPS_LEFT_AT_ONCE = 20;

/**
 * Retries of a transaction that writes the counter of a group. DynamoDB commits only one of these at a time: a hundred
 * concurrent enrolments need up to 15 s.
 */
export const POPULAR_GROUP_LIMITS: ConflictLimits = { attempts: 45, longestPauseMs: 800 };

/**
 * Applies a trigger to a contact's memberships: contact, counters, consent log, texts and events in one transaction.
 * After a concurrent change it reads and decides again.
 *
 * An opt-out or opt-in by the contact applies to every spelling of the phone number.
 *
 * @returns the contact of the phone number itself
 * @throws ServiceError ContactNotFound for an enrolment without a contact, GroupNotFound when the group is being
 *   deleted, ContactHardOptedOut and PendingElsewhere when the enrolment is blocked; for a text OptInRequestLimit when
 *   it was sent too often or the account has no free texts left, SenderNotActive and InvalidRequest when no number can
 *   send it, InvalidPhoneNumber when the country is not enabled, DailyQuotaReached
 *
 * **Source:** rules 3.3, 3.4, E7.
 */
export async function changeConsent(deps: ConsentDeps, change: ConsentChange): Promise<ConsentOutcome> {
  let { known, reply } = change;
  for (;;) {
    const outcome = await retryOnConflict(deps.table.waits, async () => {
      const attempt = await tryChange(deps, { ...change, known, reply });
      known = undefined;
      return attempt;
    });
    if (outcome === 'noRoomForReply') reply = undefined;
    else if (outcome !== 'leftGroups') return outcome;
  }
}

type Refusal = 'repeated' | 'changedMeanwhile' | 'textsUsedUp' | 'countryUsedUp';

/**
 * @returns `leftGroups` when an opt-in found an unfinished opt-out and continued it first; `noRoomForReply` when the
 *   account has no free text left for the reply. Call again after both
 */
async function tryChange(
  deps: ConsentDeps,
  change: ConsentChange,
): Promise<ConsentOutcome | 'leftGroups' | 'noRoomForReply' | typeof CONFLICT> {
  const { accountId, phoneNumber, known } = change;
  const now = deps.clock.now();

  // 1. Read the contact, for an opt-out or opt-in also the other spellings of its number.
  const found = known
    ? [{ accountId, phoneNumber, contact: known.contact }]
    : await findSubjects(deps.table, change);
  const { newProfile: profile } = change;
  const subjects = profile ? await Promise.all(found.map((one) => asCreated(deps, one, profile))) : found;
  const contact = subjects[0]?.contact;
  // The contact was erased after the request had read it.
  if (change.trigger.type === 'enrol' && contact?.id === undefined)
    throw new ServiceError('ContactNotFound', { cause: 'addressed' });

  // 2. Decide. An opt-in first completes an earlier opt-out, so that the contact does not return to its old groups.
  const leaving =
    change.trigger.type === 'optIn'
      ? subjects.find((subject) => isLeavingGroups(stateOf(subject)))
      : undefined;
  const trigger: Trigger = leaving ? { type: 'leaveGroups', most: GROUPS_LEFT_AT_ONCE } : change.trigger;
  const decisions = await Promise.all(
    (leaving ? [leaving] : subjects).map((subject) =>
      decide(deps.table, { subject, trigger, now, known: known?.groups }),
    ),
  );
  const changes = decisions.filter((decision) => decision.state !== undefined);

  // 3. Write everything in one transaction.
  const extraWrites = leaving ? [] : (change.extraWrites ?? []);
  const parts: Part<Refusal>[] = [
    ...extraWrites.map((write) => ({ write, onFail: 'repeated' as const })),
    ...(changes.length > 0 ? await changeParts(deps, { change, changes, isLeaving: !!leaving, now }) : []),
  ];
  if (changes.length === 0) parts.push(...(await freeTextParts(deps, change, { hasGroupText: false, now })));
  if (parts.length === 0) return { outcome: 'unchanged', contact };
  const result = await commit(deps.table, parts, POPULAR_GROUP_LIMITS);
  if (!result.committed) {
    switch (result.refusal) {
      case 'repeated':
        return { outcome: 'repeated', contact };
      case 'changedMeanwhile':
        return CONFLICT;
      case 'countryUsedUp':
        return exceed(deps, change, result.found);
      case 'textsUsedUp':
        if (change.reply) return 'noRoomForReply';
        throw textRefused(change, { found: result.found, now });
    }
  }
  if (leaving) return 'leftGroups';
  const state = decisions[0]?.state;
  return {
    outcome: changes.length > 0 ? 'changed' : 'unchanged',
    contact: contact && state ? afterChange(contact, { state, now }) : contact,
  };
}

async function changeParts(
  deps: ConsentDeps,
  options: { change: ConsentChange; changes: SubjectDecision[]; isLeaving: boolean; now: Date },
): Promise<Part<Refusal>[]> {
  const { change, changes, isLeaving, now } = options;
  const { accountId, actor } = change;
  const effects = changes.flatMap((decision) => decision.effects);
  const live = new Map(changes.flatMap((decision) => [...decision.groups.live]));
  const texts = await textWrites(deps, { change, effects, groups: live, now });
  const conditional = [
    ...changes.flatMap(({ subject, state }) => (state ? [writeConsentState(subject, state, now)] : [])),
    ...checkAskedGroups(accountId, effects),
    ...writeContactCounts(accountId, countedEffects(effects, live)),
  ];
  const hasNewEffect = effects.some(({ type }) => type !== 'refusedAgain');
  return [
    ...conditional.map((write) => ({ write, onFail: 'changedMeanwhile' as const })),
    ...required(
      changes.flatMap(({ subject, effects: ofSubject, groups }) =>
        consentLogAndEvents(deps.ids, { subject, effects: ofSubject, groups: groups.named, actor, now }),
      ),
    ),
    ...required(changes.flatMap(({ subject, state }) => (state ? reviewWrites(subject, state) : []))),
    ...required(texts),
    // No reply is sent when nothing changed.
    ...required(hasNewEffect && !isLeaving ? (change.extraWritesOnChange ?? []) : []),
    // These come last: when the contact has changed as well, the text may no longer be due.
    ...(await freeTextParts(deps, change, { hasGroupText: texts.length > 0, now })),
  ];
}

/** Builds the reply of a change, and the writes that count it together with the text of a group. */
async function freeTextParts(
  deps: ConsentDeps,
  { textSettings: account, reply, phoneNumber }: ConsentChange,
  { hasGroupText, now }: { hasGroupText: boolean; now: Date },
): Promise<Part<Refusal>[]> {
  if (!account || (!hasGroupText && !reply)) return [];
  const write = hasGroupText
    ? takeOptInTexts({ account, texts: 1, replies: reply ? 1 : 0, now })
    : takeReply({ account, now });
  const texts = (hasGroupText ? 1 : 0) + (reply ? 1 : 0);
  const limit = await findCountryLimit(deps, account, phoneNumber as E164);
  return [
    ...required(reply ?? []),
    { write, onFail: 'textsUsedUp' },
    ...takeOwnTexts({ accountId: account.id, limit, texts, now }).map((counted): Part<Refusal> => ({
      write: counted,
      onFail: 'countryUsedUp',
    })),
  ];
}

/**
 * Tells the account that the texts of a change exceed the limit of their country.
 *
 * @throws ServiceError DailyQuotaReached for the text of a group
 */
async function exceed(
  deps: ConsentDeps,
  { textSettings: account, phoneNumber, reply }: ConsentChange,
  found: Item | undefined,
): Promise<'noRoomForReply' | typeof CONFLICT> {
  const limit = account && (await findCountryLimit(deps, account, phoneNumber as E164));
  // The limit was taken away meanwhile.
  if (!limit) return CONFLICT;
  const lifted = await exceedLimit(deps, { accountId: account.id, limit, found });
  if (lifted) return CONFLICT;
  if (reply) return 'noRoomForReply';
  throw limitReached(limit.country, deps.clock.now());
}

function textRefused(
  { textSettings }: ConsentChange,
  { found, now }: { found: Item | undefined; now: Date },
): ServiceError {
  if (!textSettings) throw new Error('Unreachable');
  return optInTextRefused(optInTextsLeft(textSettings, found).bound, now);
}

const STATEMENTS: ReadonlySet<Trigger['type']> = new Set([
  'optOut',
  'optIn',
  'likelyOptOut',
  'dismissLikelyOptOut',
]);

/**
 * Returns the contacts that the trigger applies to: an opt-out or opt-in by the phone applies to every spelling of its
 * number.
 */
async function findSubjects(table: Table, change: ConsentChange): Promise<ConsentSubject[]> {
  const { accountId, phoneNumber, trigger, isOneSpelling = false } = change;
  const isStatement = !isOneSpelling && STATEMENTS.has(trigger.type);
  const phoneNumbers = isStatement ? spellingsOf(phoneNumber as E164) : [phoneNumber];
  const subjects = await Promise.all(
    phoneNumbers.map(async (spelling) => {
      const address = { accountId, phoneNumber: spelling };
      const contact = await findContact(table, address);
      // The opt-out of an erased person applies until the phone makes another statement.
      const erased = contact || !isStatement ? undefined : await findErasedPerson(table, address);
      return { ...address, contact, erased };
    }),
  );
  // Without a contact, no sends go to the phone that a review could hold back.
  const isToNoContact = subjects.every(({ contact }) => contact?.id === undefined);
  return trigger.type === 'likelyOptOut' && isToNoContact ? [] : subjects;
}

/** Decision for one contact; `state` is absent when nothing changes. */
interface SubjectDecision {
  subject: ConsentSubject;
  state: ConsentState | undefined;
  effects: Effect[];
  groups: EffectGroups;
}

/** @throws ServiceError when the transition is refused */
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
    case 'refused':
      throw refusedTransition(transition);
    case 'unchanged':
      return { subject, state: undefined, effects: [], groups };
    case 'changed':
      return { subject, state: transition.state, effects: transition.effects, groups };
  }
}

const stateOf = ({ contact, erased }: ConsentSubject): ConsentState =>
  contact ?? { ...NO_CONSENT, hardOptOut: erased?.hardOptOut };

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

const afterChange = (contact: Contact, { state, now }: { state: ConsentState; now: Date }): Contact => ({
  ...contact,
  ...state,
  updatedAt: now.toISOString(),
  version: contact.version + 1,
});
