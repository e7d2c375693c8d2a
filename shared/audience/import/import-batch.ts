import { changeConsent, POPULAR_GROUP_LIMITS } from '../consent/change-consent';
import { consentLogAndEvents, dueToLeave, writeContactCounts } from '../consent/consent-writes';
import { leaveGroups } from '../consent/leave-groups';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { ServiceError } from '../../errors/service-error';
import type { Group } from '../groups/group';
import { findGroup } from '../groups/group-store';
import {
  type ConsentState,
  decideTransition,
  type Effect,
  isLeavingGroups,
  NO_CONSENT,
  type Trigger,
} from '../groups/membership-transitions';
import { otherSpellings } from '../../phone-numbers/spellings';
import { updateExpression } from '../../platform/store/expressions';
import type { Platform } from '../../platform/platform';
import type { Item } from '../../platform/store/item';
import { commit, required } from '../../platform/store/commit';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { TransactItem } from '../../platform/store/table';
import { type Contact, contactItem } from '../contacts/contact';
import { attributesOfWrite } from '../contacts/contact-write';
import { type ErasedPerson, findErasedPeople } from '../contacts/erased-person';
import { describeRefusal, type ImportCandidate, type Rejection } from './import-row';
import { emptyProfile, patchProfile } from '../contacts/profile';
import { changedAttributes } from '../contacts/profile';

/** The outcomes of the lines of a batch. */
export interface BatchResult {
  imported: number;
  updated: number;
  unchanged: number;
  rejected: Rejection[];
}

export interface ImportScope {
  accountId: string;
  schema: CustomFieldSchema;
  /** Enrols the contact of each line, unless the line has an opt-out. */
  group: Group | undefined;
}

/** Writes of a transaction, less the group's counter. */
export const MAX_ACTIONS = 99;

/** Writes of a line: the contact; with an enrolment log and event, with an opt-out the logs of it and of a pending membership. */
export function actionsOf(candidate: ImportCandidate, scope: Pick<ImportScope, 'group'>): number {
  return candidate.optedOut || scope.group ? 3 : 1;
}

type ImportPlatform = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Creates or updates the contacts of some lines, of different phone numbers, in one transaction. Each contact is
 * written onto the version that was read: after a concurrent change all lines are decided again.
 *
 * @param candidates at most as many as fit into a transaction
 */
export async function importBatch(
  platform: ImportPlatform,
  scope: ImportScope,
  candidates: ImportCandidate[],
): Promise<BatchResult> {
  const { accountId } = scope;
  const keys = candidates.map(({ phoneNumber }) => contactItem.key({ accountId, phoneNumber }));
  const { decisions, now } = await retryOnConflict(platform.table.waits, async () => {
    const items = await platform.table.batchGet(keys);
    const erased = await findErasedOf(platform, { accountId, candidates, items });
    const now = platform.clock.now();
    const decisions = candidates.map((candidate, index) =>
      decideLine(platform, { scope, candidate, item: items[index], erased: erased.get(index), now }),
    );
    const written = decisions.filter((decision) => 'write' in decision);
    const effects = written.flatMap((decision) => decision.effects);
    const conditional = [...written.map(({ write }) => write), ...writeContactCounts(accountId, effects)];
    const parts = [
      ...conditional.map((write) => ({ write, onFail: 'changedMeanwhile' as const })),
      ...required(written.flatMap(({ logAndEvents }) => logAndEvents)),
    ];
    if (parts.length > 0 && !(await commit(platform.table, parts, POPULAR_GROUP_LIMITS)).committed) {
      await requireGroup(platform, scope);
      return CONFLICT;
    }
    return { decisions, now };
  });
  await finishOptOuts(platform, { scope, candidates, decisions, now });
  return count(decisions);
}

/** The people among the candidates without an item who were erased, by the candidate's index. */
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

/** @throws ServiceError GroupNotFound when the group of the import was deleted meanwhile */
async function requireGroup({ table }: ImportPlatform, { accountId, group }: ImportScope): Promise<void> {
  if (group && !(await findGroup(table, { accountId, groupId: group.id })))
    throw new ServiceError('GroupNotFound');
}

/** `isLeaving`: the contact has opted out and is still in groups. */
type LineDecision =
  | {
      outcome: 'imported' | 'updated';
      write: TransactItem;
      logAndEvents: TransactItem[];
      effects: Effect[];
      isLeaving: boolean;
    }
  | { outcome: 'unchanged'; isLeaving: boolean }
  | { outcome: 'rejected'; rejection: Rejection };

function decideLine(
  platform: ImportPlatform,
  options: {
    scope: ImportScope;
    candidate: ImportCandidate;
    item: Item | undefined;
    erased: ErasedPerson | undefined;
    now: Date;
  },
): LineDecision {
  const { scope, candidate, item, erased, now } = options;
  const { line, phoneNumber, body } = candidate;
  const known = contactItem.readIfAny(item);
  const isNew = known?.id === undefined;
  try {
    const before = isNew ? emptyProfile(phoneNumber) : known;
    const profile = patchProfile(before, { body, schema: scope.schema, phoneNumber });
    const { state, effects, isChanged } = changeConsentState(
      known ?? { ...NO_CONSENT, hardOptOut: erased?.hardOptOut },
      { scope, candidate, now },
    );
    const isLeaving = isLeavingGroups(state);
    const contact: Contact = {
      ...profile,
      ...state,
      erasedAt: known?.erasedAt ?? erased?.erasedAt,
      erasureId: known?.erasureId,
      id: known?.id ?? platform.ids.next('con'),
      accountId: scope.accountId,
      phoneNumber,
      version: (known?.version ?? 0) + 1,
      createdAt: isNew ? now.toISOString() : known.createdAt,
      updatedAt: now.toISOString(),
    };
    const write = writeContact({ known, contact, isConsentChanged: isChanged, now });
    if (!write) return { outcome: 'unchanged', isLeaving };
    const groups = new Map(scope.group && [[scope.group.id, scope.group]]);
    const subject = { accountId: scope.accountId, phoneNumber, contact };
    const actor = { type: 'import' } as const;
    const logAndEvents = consentLogAndEvents(platform.ids, { subject, effects, groups, actor, now });
    return { outcome: isNew ? 'imported' : 'updated', write, logAndEvents, effects, isLeaving };
  } catch (error) {
    return { outcome: 'rejected', rejection: { line, reason: describeRefusal(error) } };
  }
}

/**
 * An opt-out, or an enrolment at once and without a text: the operator has collected the consent elsewhere.
 *
 * @throws ServiceError ContactHardOptedOut, PendingElsewhere
 */
function changeConsentState(
  { memberships, pendingMemberships, hardOptOut, confirmationTexts }: ConsentState,
  options: { scope: ImportScope; candidate: ImportCandidate; now: Date },
): { state: ConsentState; effects: Effect[]; isChanged: boolean } {
  const state: ConsentState = { memberships, pendingMemberships, hardOptOut, confirmationTexts };
  const trigger = triggerOf(options);
  if (!trigger) return { state, effects: [], isChanged: false };
  const transition = decideTransition(state, trigger, options.now.toISOString());
  switch (transition.outcome) {
    case 'refused':
      throw new ServiceError(transition.error);
    case 'unchanged':
      return { state, effects: [], isChanged: false };
    case 'changed':
      return { ...transition, isChanged: true };
  }
}

function triggerOf(options: {
  scope: ImportScope;
  candidate: ImportCandidate;
  now: Date;
}): Trigger | undefined {
  const { scope, candidate, now } = options;
  if (candidate.optedOut) {
    const { at } = candidate.optedOut;
    const isPast = at !== undefined && at <= now.toISOString();
    return { type: 'optOut', source: 'import', saidAt: isPast ? at : undefined };
  }
  return scope.group && { type: 'enrol', groupId: scope.group.id, optInMode: 'SILENT' };
}

/** Applies opt-outs to the other spellings of the phone number, and leaves the groups, which the timer does otherwise. */
async function finishOptOuts(
  platform: ImportPlatform,
  options: { scope: ImportScope; candidates: ImportCandidate[]; decisions: LineDecision[]; now: Date },
): Promise<void> {
  const { scope, candidates, decisions, now } = options;
  const { accountId } = scope;
  for (const [index, candidate] of candidates.entries()) {
    const decision = decisions[index];
    if (!candidate.optedOut || !decision || decision.outcome === 'rejected') continue;
    const { phoneNumber } = candidate;
    const isSpelledOtherwise = otherSpellings(phoneNumber).length > 0;
    const trigger = triggerOf({ scope, candidate, now });
    if (isSpelledOtherwise && trigger) {
      await changeConsent(platform, { accountId, phoneNumber, trigger, actor: { type: 'import' } });
    }
    if (isSpelledOtherwise || decision.isLeaving) {
      await leaveGroups(platform, { accountId, phoneNumber, source: 'import' });
    }
  }
}

/** @returns `undefined` when there is nothing to write */
function writeContact(options: {
  known: Contact | undefined;
  contact: Contact;
  isConsentChanged: boolean;
  now: Date;
}): TransactItem | undefined {
  const { known, contact, isConsentChanged, now } = options;
  const { id, accountId, phoneNumber, createdAt, memberships, pendingMemberships, hardOptOut } = contact;
  if (!known) {
    return {
      Put: {
        Item: { ...contactItem.item(contact, contact), ...attributesOfWrite(contact, now.toISOString()) },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    };
  }
  const isNew = known.id === undefined;
  const changed = changedAttributes(known, contact);
  if (!isNew && changed.names.length === 0 && !isConsentChanged) return undefined;
  return {
    Update: {
      Key: contactItem.key(contact),
      ...updateExpression(
        {
          set: {
            ...(isNew && { entity: 'contact', id, accountId, phoneNumber, createdAt }),
            ...(isNew && { isFavorite: contact.isFavorite, customFields: contact.customFields }),
            ...changed.set,
            memberships,
            pendingMemberships,
            hardOptOut,
            ...dueToLeave(contact, now),
            ...attributesOfWrite(contact, now.toISOString()),
            version: contact.version,
          },
          remove: changed.remove,
        },
        { values: { ':versionRead': known.version } },
      ),
      ConditionExpression: '#version = :versionRead',
    },
  };
}

function count(decisions: LineDecision[]): BatchResult {
  const outcomes = decisions.map(({ outcome }) => outcome);
  return {
    imported: outcomes.filter((outcome) => outcome === 'imported').length,
    updated: outcomes.filter((outcome) => outcome === 'updated').length,
    unchanged: outcomes.filter((outcome) => outcome === 'unchanged').length,
    rejected: decisions.flatMap((decision) => ('rejection' in decision ? [decision.rejection] : [])),
  };
}
