import { tellEffects, writeContactCounts } from '../consent/consent-writes';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { ServiceError } from '../errors/service-error';
import type { Group } from '../groups/group';
import { type ConsentState, decideTransition, type Effect } from '../groups/membership-transitions';
import { updateExpression } from '../platform/expressions';
import { contactKey } from '../platform/keys';
import { pauseWithJitter } from '../platform/pause';
import type { Platform } from '../platform/platform';
import { type Item, TableUnavailableError, type TransactItem } from '../platform/table';
import { type Contact, readContact } from './contact';
import { describeRefusal, type ImportCandidate, type Rejection } from './import-row';
import { emptyProfile, patchProfile } from './profile';
import { changedAttributes } from './update-contact';

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
  /** Enrols every line's contact. */
  group: Group | undefined;
}

/** An action each for the contact, its log and its event, and one for the group's counter: within the 100 allowed. */
export const LINES_PER_TRANSACTION = { withGroup: 33, withoutGroup: 100 };

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
    if (actions.length === 0 || (await platform.table.transact(actions)).committed) return count(decisions);
    await pauseWithJitter(round);
  }
  throw new TableUnavailableError('The contacts of an import kept changing');
}

type LineDecision =
  | { outcome: 'imported' | 'updated'; writes: TransactItem[]; effects: Effect[] }
  | { outcome: 'unchanged' }
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
    const { state, effects } = enrol(known ?? NOBODY, { group: scope.group, now });
    const contact: Contact = {
      ...profile,
      ...state,
      id: known?.id ?? platform.ids.next('con'),
      accountId: scope.accountId,
      phoneNumber,
      version: (known?.version ?? 0) + 1,
      createdAt: isNew ? now.toISOString() : known.createdAt,
    };
    const write = writeContact({ known, contact, isEnrolled: effects.length > 0 });
    if (!write) return { outcome: 'unchanged' };
    const groups = new Map(scope.group && [[scope.group.id, scope.group]]);
    const subject = { accountId: scope.accountId, phoneNumber, contact };
    const told = tellEffects(platform.ids, { subject, effects, groups, actor: { type: 'import' }, now });
    return { outcome: isNew ? 'imported' : 'updated', writes: [write, ...told], effects };
  } catch (error) {
    return { outcome: 'rejected', rejection: { line, reason: describeRefusal(error) } };
  }
}

const NOBODY: ConsentState = { memberships: {}, pendingMemberships: {}, hardOptOut: undefined };

/** Joins at once and without a text: the consent was collected before, and elsewhere. */
function enrol(
  { memberships, pendingMemberships, hardOptOut }: ConsentState,
  options: { group: Group | undefined; now: Date },
): { state: ConsentState; effects: Effect[] } {
  const state: ConsentState = { memberships, pendingMemberships, hardOptOut };
  if (!options.group) return { state, effects: [] };
  const trigger = { type: 'enrol', groupId: options.group.id, optInMode: 'SILENT' } as const;
  const transition = decideTransition(state, trigger, options.now.toISOString());
  switch (transition.outcome) {
    case 'refused':
      throw new ServiceError(transition.code);
    case 'unchanged':
      return { state, effects: [] };
    case 'changed':
      return transition;
  }
}

/** `undefined` when there is nothing to write. */
function writeContact(options: {
  known: Contact | undefined;
  contact: Contact;
  isEnrolled: boolean;
}): TransactItem | undefined {
  const { known, contact, isEnrolled } = options;
  const { id, accountId, phoneNumber, createdAt, memberships, pendingMemberships } = contact;
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
  if (!isNew && changed.names.length === 0 && !isEnrolled) return undefined;
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
