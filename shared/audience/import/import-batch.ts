import { changeConsent } from '../consent/change-consent';
import { dueToLeave, tellEffects, writeContactCounts } from '../consent/consent-writes';
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
  type Trigger,
} from '../groups/membership-transitions';
import { otherSpellings } from '../../phone-numbers/spellings';
import { updateExpression } from '../../platform/store/expressions';
import { contactKey } from '../../platform/store/keys';
import { pauseWithJitter } from '../../platform/pause';
import type { Platform } from '../../platform/platform';
import type { Item } from '../../platform/store/item';
import { TableUnavailableError, type TransactItem } from '../../platform/store/table';
import { type Contact, readContact } from '../contacts/contact';
import { describeRefusal, type ImportCandidate, type Rejection } from './import-row';
import { emptyProfile, patchProfile } from '../contacts/profile';
import { changedAttributes } from '../contacts/profile';

/** What became of the lines of a batch. */
export interface BatchResult {
  imported: number;
  updated: number;
  unchanged: number;
  rejected: Rejection[];
}

export interface ImportScope {
  accountId: string;
  schema: CustomFieldSchema;
  /** Enrols every line's contact, unless the line says that it refused everything. */
  group: Group | undefined;
}

/** What a transaction may do, less the group's counter. */
export const MAX_ACTIONS = 99;

/** For the contact; with an enrolment its log and its event, with an opt-out its log and that of a pending membership. */
export function actionsOf(candidate: ImportCandidate, scope: Pick<ImportScope, 'group'>): number {
  return candidate.optedOut || scope.group ? 3 : 1;
}

const MAX_ROUNDS = 20;

type ImportPlatform = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Creates or updates the contacts of some lines, of different phone numbers, in one transaction. Each contact is
 * written onto the state that it was decided on: nothing that happens at the same time is lost, and when something
 * does, all of the lines are decided again.
 *
 * @param candidates at most as many as fit into a transaction
 */
export async function importBatch(
  platform: ImportPlatform,
  scope: ImportScope,
  candidates: ImportCandidate[],
): Promise<BatchResult> {
  const keys = candidates.map(({ phoneNumber }) => contactKey(scope.accountId, phoneNumber));
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const items = await platform.table.batchGet(keys);
    const now = platform.clock.now();
    const decisions = candidates.map((candidate, index) =>
      decideLine(platform, { scope, candidate, item: items[index], now }),
    );
    const written = decisions.filter((decision) => 'writes' in decision);
    const actions = [
      ...written.flatMap(({ writes }) => writes),
      ...writeContactCounts(
        scope.accountId,
        written.flatMap(({ effects }) => effects),
      ),
    ];
    if (actions.length === 0 || (await platform.table.transact(actions)).committed) {
      await finishOptOuts(platform, { scope, candidates, decisions, now });
      return count(decisions);
    }
    await requireGroup(platform, scope);
    await pauseWithJitter(round);
  }
  throw new TableUnavailableError('The contacts of an import kept changing');
}

/** @throws ServiceError GroupNotFound the group of the import was deleted meanwhile */
async function requireGroup({ table }: ImportPlatform, { accountId, group }: ImportScope): Promise<void> {
  if (group && !(await findGroup(table, { accountId, groupId: group.id })))
    throw new ServiceError('GroupNotFound');
}

/** `isLeaving`: the contact is in groups that it has refused. */
type LineDecision =
  | { outcome: 'imported' | 'updated'; writes: TransactItem[]; effects: Effect[]; isLeaving: boolean }
  | { outcome: 'unchanged'; isLeaving: boolean }
  | { outcome: 'rejected'; rejection: Rejection };

function decideLine(
  platform: ImportPlatform,
  options: { scope: ImportScope; candidate: ImportCandidate; item: Item | undefined; now: Date },
): LineDecision {
  const { scope, candidate, item, now } = options;
  const { line, phoneNumber, body } = candidate;
  const known = item && readContact(item);
  const isNew = known?.id === undefined;
  try {
    const before = isNew ? emptyProfile(phoneNumber) : known;
    const profile = patchProfile(before, { body, schema: scope.schema, phoneNumber });
    const { state, effects, isChanged } = changeConsentState(known ?? NOBODY, { scope, candidate, now });
    const isLeaving = isLeavingGroups(state);
    const contact: Contact = {
      ...profile,
      ...state,
      id: known?.id ?? platform.ids.next('con'),
      accountId: scope.accountId,
      phoneNumber,
      version: (known?.version ?? 0) + 1,
      createdAt: isNew ? now.toISOString() : known.createdAt,
    };
    const write = writeContact({ known, contact, isConsentChanged: isChanged, now });
    if (!write) return { outcome: 'unchanged', isLeaving };
    const groups = new Map(scope.group && [[scope.group.id, scope.group]]);
    const subject = { accountId: scope.accountId, phoneNumber, contact };
    const told = tellEffects(platform.ids, { subject, effects, groups, actor: { type: 'import' }, now });
    return { outcome: isNew ? 'imported' : 'updated', writes: [write, ...told], effects, isLeaving };
  } catch (error) {
    return { outcome: 'rejected', rejection: { line, reason: describeRefusal(error) } };
  }
}

const NOBODY: ConsentState = { memberships: {}, pendingMemberships: {}, hardOptOut: undefined };

/**
 * An opt-out, or an enrolment, which joins at once and without a text: the consent was collected before, and elsewhere.
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

/** Carries opt-outs on: to the other spellings of the phone number, and out of the groups. The timer goes on with groups. */
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

/** `undefined` when there is nothing to write. */
function writeContact(options: {
  known: Contact | undefined;
  contact: Contact;
  isConsentChanged: boolean;
  now: Date;
}): TransactItem | undefined {
  const { known, contact, isConsentChanged, now } = options;
  const { id, accountId, phoneNumber, createdAt, memberships, pendingMemberships, hardOptOut } = contact;
  const key = contactKey(accountId, phoneNumber);
  if (!known) {
    return {
      Put: {
        Item: { ...key, entity: 'contact', ...contact },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    };
  }
  const isNew = known.id === undefined;
  const changed = changedAttributes(known, contact);
  if (!isNew && changed.names.length === 0 && !isConsentChanged) return undefined;
  return {
    Update: {
      Key: key,
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
