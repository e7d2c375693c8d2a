import { isDeepStrictEqual } from 'node:util';
import { limitedCountry } from '../../../budgets/country-limit';
import { limitReached } from '../../../budgets/take-texts';
import { optInTextRefused, type TextBound } from '../../../accounts/daily-quota';
import { consentLogAndEvents, dueToLeave } from '../../consent/consent-writes';
import { reviewWrites } from '../../consent/review-item';
import { type Contact, contactItem } from '../../contacts/contact';
import type { ErasedPerson } from '../../contacts/erased-person';
import { contactUpdate, newContactItem } from '../../contacts/contact-write';
import { emptyProfile } from '../../contacts/empty-profile';
import { changedAttributes, patchProfile, type Profile, withTimeZone } from '../../contacts/profile';
import { groupTextWrites } from '../../groups/group-texts';
import {
  type ConsentState,
  decideTransition,
  type Effect,
  isLeavingGroups,
  NO_CONSENT,
  refusedTransition,
  type Trigger,
} from '../../groups/membership-transitions';
import type { Ids } from '../../../platform/ids';
import type { Item } from '../../../platform/store/item';
import type { TransactItem } from '../../../platform/store/table';
import type { TextsByCountry } from './batch-limits';
import { type ImportCandidate, type Refusal, refusalProblem } from './import-row';
import { importActor, type ImportScope, optOutTrigger } from '../import-scope';
import { withWholeZip } from './whole-zip';

/** Decision on a row. `isLeaving` is true when the contact has opted out and is still in groups. */
export type RowDecision =
  | {
      outcome: 'created' | 'updated';
      write: TransactItem;
      /** Writes of log, events, texts and the list of reviews. */
      consequences: TransactItem[];
      effects: Effect[];
      /** True when the row sends the group's text. */
      hasText: boolean;
      isLeaving: boolean;
    }
  | { outcome: 'unchanged' | 'skipped'; isLeaving: boolean }
  | { outcome: 'rejected'; refusal: Refusal };

interface RowToDecide {
  scope: ImportScope;
  candidate: ImportCandidate;
  /** Contact as read. */
  item: Item | undefined;
  /** Record of an erased person, for a number without a contact. */
  erased: ErasedPerson | undefined;
  now: Date;
  /**
   * Number of texts that the account may still send today, and the limit that bounds it; the decision takes its texts
   * from it. `byCountry`: texts to countries with a limit.
   */
  budget: { texts: number; bound: TextBound; byCountry: TextsByCountry };
}

/** Decides what a row changes, and builds the writes for it. A refusal rejects the whole row, its profile included. */
export function decideRow(ids: Ids, options: RowToDecide): RowDecision {
  const { scope, candidate, item, erased, now } = options;
  const { phoneNumber } = candidate;
  const known = contactItem.readIfAny(item);
  const erasedAt = known?.erasedAt ?? erased?.erasedAt ?? '';
  if (erasedAt > scope.startedAt) return { outcome: 'skipped', isLeaving: false };
  const isNew = known?.id === undefined;
  const isKept = !isNew && scope.onExisting === 'skip';
  if (isKept && !candidate.optedOut) return { outcome: 'skipped', isLeaving: false };
  try {
    const before = isNew ? { ...emptyProfile(phoneNumber) } : known;
    const profile = isKept ? before : patchedProfile(before, options);
    const { state, effects, isChanged } = changeConsentState(
      known ?? { ...NO_CONSENT, hardOptOut: erased?.hardOptOut },
      options,
    );
    const contact: Contact = {
      ...profile,
      ...state,
      erasedAt: known?.erasedAt ?? erased?.erasedAt,
      erasureId: known?.erasureId,
      id: known?.id ?? ids.next('con'),
      accountId: scope.accountId,
      phoneNumber,
      addedByImport: isNew ? scope.addedByImport : known.addedByImport,
      version: (known?.version ?? 0) + 1,
      createdAt: isNew ? now.toISOString() : known.createdAt,
      updatedAt: now.toISOString(),
    };
    const isLeaving = isLeavingGroups(state);
    const texts = textWrites(ids, { ...options, effects });
    const write = writeContact({ known, contact, isConsentChanged: isChanged, now });
    if (!write) return { outcome: isKept ? 'skipped' : 'unchanged', isLeaving };
    const hasText = texts.length > 0;
    if (hasText) takeText(options);
    return {
      outcome: isNew ? 'created' : 'updated',
      write,
      consequences: [
        ...logWrites(ids, { scope, candidate, contact, effects, now }),
        ...reviewWrites({ accountId: scope.accountId, phoneNumber, contact: known }, state),
        ...texts,
      ],
      effects,
      hasText,
      isLeaving,
    };
  } catch (error) {
    return { outcome: 'rejected', refusal: { problems: [refusalProblem(error)] } };
  }
}

function patchedProfile(before: Profile, { scope, candidate }: RowToDecide): Profile {
  const { phoneNumber, timeZone } = candidate;
  const body = withWholeZip(candidate.body, before, phoneNumber);
  const profile = patchProfile(before, { body, schema: scope.schema, phoneNumber });
  return timeZone === undefined ? profile : withTimeZone(profile, phoneNumber, timeZone);
}

/** @throws ServiceError ContactHardOptedOut, PendingElsewhere, OptInRequestLimit */
function changeConsentState(
  { memberships, pendingMemberships, hardOptOut, likelyOptOut, confirmationTexts }: ConsentState,
  { scope, candidate, now }: RowToDecide,
): { state: ConsentState; effects: Effect[]; isChanged: boolean } {
  const state: ConsentState = {
    memberships,
    pendingMemberships,
    hardOptOut,
    likelyOptOut,
    confirmationTexts,
  };
  const trigger = triggerOf(scope, candidate, now);
  if (!trigger) return { state, effects: [], isChanged: false };
  const transition = decideTransition(state, trigger, now.toISOString());
  switch (transition.outcome) {
    case 'refused':
      throw refusedTransition(transition);
    case 'unchanged': {
      const tagged = withTags(state, { scope, candidate });
      return { state: tagged, effects: [], isChanged: tagged !== state };
    }
    case 'changed':
      return {
        state: withTags(transition.state, { scope, candidate }),
        effects: transition.effects,
        isChanged: true,
      };
  }
}

/**
 * Sets the tags of the row on the membership; a pending one has them once it is confirmed.
 *
 * @returns the same state when nothing changes
 */
function withTags(
  state: ConsentState,
  { scope, candidate }: Pick<RowToDecide, 'scope' | 'candidate'>,
): ConsentState {
  const { tagIds, optedOut } = candidate;
  if (!scope.enrolment || !tagIds || optedOut) return state;
  const { id: groupId, tags } = scope.enrolment.group;
  // Tags that were removed from the group do not count.
  const isSame = (before: readonly string[] = []) =>
    isDeepStrictEqual(
      tags.filter(({ id }) => before.includes(id)).map(({ id }) => id),
      tagIds,
    );
  const membership = state.memberships[groupId];
  const pending = state.pendingMemberships[groupId];
  if (membership && !isSame(membership.tagIds)) {
    return { ...state, memberships: { ...state.memberships, [groupId]: { ...membership, tagIds } } };
  }
  if (pending && !isSame(pending.tagIds)) {
    const pendingMemberships = { ...state.pendingMemberships, [groupId]: { ...pending, tagIds } };
    return { ...state, pendingMemberships };
  }
  return state;
}

function triggerOf(scope: ImportScope, { optedOut }: ImportCandidate, now: Date): Trigger | undefined {
  if (optedOut) return optOutTrigger(scope, { optedOut, now });
  const { enrolment } = scope;
  return enrolment && { type: 'enrol', groupId: enrolment.group.id, optInMode: enrolment.optInMode };
}

/** @throws ServiceError DailyQuotaReached, OptInRequestLimit, and the errors of sending the text */
function textWrites(ids: Ids, options: RowToDecide & { effects: Effect[] }): TransactItem[] {
  const { scope, candidate, effects, now, budget } = options;
  const { enrolment } = scope;
  const due = effects.find((effect) => effect.type === 'textDue');
  if (!enrolment || !due) return [];
  const { account, group, numbers, sender } = enrolment;
  const { purpose } = due;
  const to = candidate.phoneNumber;
  const text = { account, group, numbers, sender, to, purpose, now, isOfImport: true };
  const writes = groupTextWrites(ids, text);
  if (writes.length === 0) return [];
  if (budget.texts < 1) throw optInTextRefused(budget.bound, now);
  const country = limitedCountry(account, to);
  if (country && !budget.byCountry.get(country)) throw limitReached(country, now);
  return writes;
}

function takeText({ scope, candidate, budget }: RowToDecide): void {
  budget.texts -= 1;
  const country = scope.enrolment && limitedCountry(scope.enrolment.account, candidate.phoneNumber);
  if (country) budget.byCountry.set(country, (budget.byCountry.get(country) ?? 0) - 1);
}

function logWrites(
  ids: Ids,
  options: {
    scope: ImportScope;
    candidate: ImportCandidate;
    contact: Contact;
    effects: Effect[];
    now: Date;
  },
): TransactItem[] {
  const { scope, candidate, contact, effects, now } = options;
  const { accountId, phoneNumber } = contact;
  const group = scope.enrolment?.group;
  return consentLogAndEvents(ids, {
    subject: { accountId, phoneNumber, contact },
    effects,
    groups: new Map(group && [[group.id, group]]),
    actor: importActor(scope, candidate),
    now,
  });
}

/** @returns `undefined` when there is nothing to write */
function writeContact(options: {
  known: Contact | undefined;
  contact: Contact;
  isConsentChanged: boolean;
  now: Date;
}): TransactItem | undefined {
  const { known, contact, isConsentChanged, now } = options;
  if (!known) {
    return { Put: { Item: newContactItem(contact), ConditionExpression: 'attribute_not_exists(pk)' } };
  }
  const isNew = known.id === undefined;
  const changed = changedAttributes(known, contact);
  if (!isNew && changed.names.length === 0 && !isConsentChanged) return undefined;
  const { id, accountId, phoneNumber, createdAt, isFavorite, customFields, addedByImport } = contact;
  return {
    Update: contactUpdate({
      ...{ accountId, phoneNumber, known, at: now.toISOString() },
      set: {
        ...(isNew && { id, createdAt, isFavorite, customFields, addedByImport }),
        ...changed.set,
        memberships: contact.memberships,
        pendingMemberships: contact.pendingMemberships,
        hardOptOut: contact.hardOptOut,
        confirmationTexts: contact.confirmationTexts,
        ...dueToLeave(contact, now),
      },
      remove: [...changed.remove, ...(contact.likelyOptOut ? [] : ['likelyOptOut'])],
    }),
  };
}
