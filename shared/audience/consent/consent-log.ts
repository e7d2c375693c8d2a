import { number, object, picklist, string } from 'valibot';
import type { Effect, OptInSource, RemovalReason } from '../groups/membership-transitions';
import { OPT_IN_MODES } from '../groups/opt-in-mode';
import type { Ids } from '../../platform/ids';
import { CONSENT_LOG_PREFIX, consentLogKey, contactKey } from '../../platform/store/keys';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { orAbsent } from '../../platform/store/or-absent';
import { storedText } from '../../platform/store/stored-text';
import type { Table, TransactItem } from '../../platform/store/table';

/** Opt-in form that a person filled in, with the words of consent as the person saw them. */
interface FormConsent {
  formId: string;
  formVersion: number;
  wording: string;
}

/** Actor of a change, with the evidence for it. */
export interface ConsentActor {
  type: 'api' | 'contact' | 'operator' | 'import';
  /**
   * Evidence from the operator, such as a form's record, a ticket or a carrier's notice; the keyword by which a contact
   * enrolled itself.
   */
  evidence?: string | undefined;
  /** Text in which the contact itself made the change. */
  messageId?: string | undefined;
  /** Opt-in form on which the contact itself asked to join. */
  form?: FormConsent | undefined;
}

const ACTIONS = [
  'OPT_IN_REQUESTED',
  'OPT_IN',
  'MANUAL_REMOVAL',
  'PENDING_REMOVED',
  'OPT_OUT',
  'HARD_OPT_OUT',
  'HARD_OPT_OUT_LIFTED',
  'LIKELY_OPT_OUT',
  'LIKELY_OPT_OUT_DISMISSED',
] as const;

type ConsentReason =
  | 'USER_ADDED'
  | 'USER_REMOVED'
  | 'CONTACT_CONFIRMED'
  | 'CONTACT_TEXTED'
  | 'REVIEWED'
  | Exclude<RemovalReason, 'MANUAL_REMOVAL'>
  | Uppercase<OptInSource>;

/**
 * Entry of the account's evidence of consent. It is written in the transaction of the change, and only an erasure
 * changes it later.
 *
 * **Source:** rules 3.3.
 */
const consentLogItem = defineItem({
  entity: 'consentLog',
  key: (address: { accountId: string; phoneNumber: string; at: string; id: string }) =>
    consentLogKey(address.accountId, address),
  value: object({
    id: string(),
    at: string(),
    action: picklist(ACTIONS),
    reason: storedText<ConsentReason>(),
    actor: storedText<ConsentActor['type']>(),
    groupId: orAbsent(string()),
    /** Name of the group at that time; the group can be renamed later. */
    groupName: orAbsent(string()),
    optInMode: orAbsent(picklist(OPT_IN_MODES)),
    evidence: orAbsent(string()),
    messageId: orAbsent(string()),
    formId: orAbsent(string()),
    formVersion: orAbsent(number()),
    wording: orAbsent(string()),
    /** Contact that the number was, by which the restore log names the person. */
    contactId: orAbsent(string()),
  }),
});
type StoredEntry = ValueOf<typeof consentLogItem>;
export type ConsentLogEntry = Omit<StoredEntry, 'contactId'>;
export const readConsentLogEntry = consentLogItem.read;

/** Returns the log's description of an effect; `undefined` for an effect that does not change consent. */
export function describeEffect(
  effect: Effect,
): Pick<ConsentLogEntry, 'action' | 'reason' | 'optInMode'> | undefined {
  switch (effect.type) {
    case 'confirmationRequested':
      return { action: 'OPT_IN_REQUESTED', reason: 'USER_ADDED', optInMode: 'CONFIRM' };
    case 'optedIn':
      return {
        action: 'OPT_IN',
        reason: effect.optInMode === 'CONFIRM' ? 'CONTACT_CONFIRMED' : 'USER_ADDED',
        optInMode: effect.optInMode,
      };
    case 'optedOut':
      return effect.reason === 'MANUAL_REMOVAL'
        ? { action: 'MANUAL_REMOVAL', reason: 'USER_REMOVED', optInMode: undefined }
        : { action: 'OPT_OUT', reason: effect.reason, optInMode: undefined };
    case 'pendingRemoved':
      return {
        action: 'PENDING_REMOVED',
        reason: effect.reason === 'MANUAL_REMOVAL' ? 'USER_REMOVED' : effect.reason,
        optInMode: undefined,
      };
    case 'hardOptedOut':
    case 'refusedAgain':
      return { action: 'HARD_OPT_OUT', reason: upperCase(effect.source), optInMode: undefined };
    case 'optOutLifted':
      return { action: 'HARD_OPT_OUT_LIFTED', reason: upperCase(effect.source), optInMode: undefined };
    case 'likelyOptOut':
      return { action: 'LIKELY_OPT_OUT', reason: 'CONTACT_TEXTED', optInMode: undefined };
    case 'likelyOptOutDismissed':
      return { action: 'LIKELY_OPT_OUT_DISMISSED', reason: 'REVIEWED', optInMode: undefined };
    case 'textDue':
      return undefined;
  }
}

/**
 * Builds the log entry of an effect, for the transaction of the change; empty for an effect that does not change
 * consent.
 */
export function logEffect(
  ids: Ids,
  options: {
    effect: Effect;
    accountId: string;
    phoneNumber: string;
    contactId: string | undefined;
    groupName: string | undefined;
    actor: ConsentActor;
    at: string;
  },
): TransactItem[] {
  const { effect, accountId, phoneNumber, actor, at } = options;
  const description = describeEffect(effect);
  if (!description) return [];
  const isByContact = actor.type === 'contact' && description.reason === 'USER_ADDED';
  const entry: StoredEntry = {
    id: ids.next('log'),
    at,
    ...description,
    // A contact that enrols itself does so by a form or a text.
    ...(isByContact && { reason: actor.form ? ('FORM' as const) : ('CONTACT_TEXTED' as const) }),
    actor: actor.type,
    groupId: 'groupId' in effect ? effect.groupId : undefined,
    groupName: options.groupName,
    evidence: actor.evidence,
    messageId: actor.messageId,
    formId: actor.form?.formId,
    formVersion: actor.form?.formVersion,
    wording: actor.form?.wording,
    contactId: options.contactId,
  };
  const address = { accountId, phoneNumber, at, id: entry.id };
  return [{ Put: { Item: consentLogItem.item(address, entry) } }];
}

/** Returns the consent and membership log of a phone number, oldest first. */
export async function membershipLog(
  table: Table,
  options: { accountId: string; phoneNumber: string },
): Promise<ConsentLogEntry[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: {
      ':pk': contactKey(options.accountId, options.phoneNumber).pk,
      ':prefix': CONSENT_LOG_PREFIX,
    },
    ConsistentRead: true,
  });
  return items.map(consentLogItem.read).map(({ contactId: _, ...entry }) => entry);
}

const upperCase = <Text extends string>(text: Text) => text.toUpperCase() as Uppercase<Text>;
