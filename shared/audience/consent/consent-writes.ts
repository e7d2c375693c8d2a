import type { Contact } from '../contacts/contact';
import { contactUpdate } from '../contacts/contact-write';
import type { ErasedPerson } from '../contacts/erased-person';
import { queueGroupEvent } from '../../events/group-event';
import type { Group } from '../groups/group';
import { type ConsentState, type Effect, isLeavingGroups } from '../groups/membership-transitions';
import { updateExpression } from '../../platform/store/expressions';
import type { Ids } from '../../platform/ids';
import { dueAttributes, groupKey } from '../../platform/store/keys';
import type { TransactItem } from '../../platform/store/table';
import { type ConsentActor, logEffect } from './consent-log';

/** Time after an opt-out at which the timer takes over a contact that is still in groups. */
const LEAVING_TAKES_AT_MOST_MS = 2 * 60_000;

/** Phone number whose consent changes, with its contact as read, if any. */
export interface ConsentSubject {
  accountId: string;
  phoneNumber: string;
  contact: Contact | undefined;
  /** Record of an erased person, for a number without a contact item. */
  erased?: ErasedPerson | undefined;
  /** Set when the change makes `contact`: the item of the number as read, and what else is set in it. */
  created?: { from: Contact | undefined; set: Record<string, unknown> };
}

/** Builds the write of the contact in a change. Its condition fails when the contact was written since it was read. */
export function writeConsentState(subject: ConsentSubject, state: ConsentState, now: Date): TransactItem {
  const { accountId, phoneNumber, contact, erased, created } = subject;
  const due = dueToLeave({ accountId, phoneNumber, ...state }, now);
  return {
    Update: contactUpdate({
      ...{ accountId, phoneNumber, known: created ? created.from : contact, at: now.toISOString() },
      set: {
        ...created?.set,
        erasedAt: erased?.erasedAt,
        memberships: state.memberships,
        pendingMemberships: state.pendingMemberships,
        hardOptOut: state.hardOptOut,
        likelyOptOut: state.likelyOptOut,
        confirmationTexts: state.confirmationTexts,
        ...due,
      },
      remove: [
        ...(state.hardOptOut ? [] : ['hardOptOut']),
        ...(state.likelyOptOut ? [] : ['likelyOptOut']),
        ...(due ? [] : ['gsi1pk', 'gsi1sk']),
      ],
    }),
  };
}

/**
 * Returns the index attributes by which the timer finds an opted-out contact that is still in groups; `undefined` for
 * others.
 */
export function dueToLeave(contact: ConsentState & { accountId: string; phoneNumber: string }, now: Date) {
  if (!isLeavingGroups(contact)) return undefined;
  return dueAttributes('OPT_OUT', {
    id: `${contact.accountId}#${contact.phoneNumber}`,
    dueAt: new Date(now.getTime() + LEAVING_TAKES_AT_MOST_MS).toISOString(),
  });
}

/** Builds checks that the groups of confirmation requests exist, because these requests write no counter. */
export function checkAskedGroups(accountId: string, effects: Effect[]): TransactItem[] {
  return effects.flatMap((effect) => {
    if (effect.type !== 'confirmationRequested') return [];
    const Key = groupKey(accountId, effect.groupId);
    return [{ ConditionCheck: { Key, ConditionExpression: 'attribute_exists(pk)' } }];
  });
}

/** Returns the effects except those on groups whose deletion is in progress, which have no counter. */
export function countedEffects(effects: Effect[], live: ReadonlyMap<string, unknown>): Effect[] {
  return effects.filter((effect) => !('groupId' in effect) || live.has(effect.groupId));
}

/** Builds one write for each group whose number of active members changes, also for effects on several contacts. */
export function writeContactCounts(accountId: string, effects: Effect[]): TransactItem[] {
  const changes = new Map<string, number>();
  for (const effect of effects) {
    if (effect.type === 'optedIn') changes.set(effect.groupId, (changes.get(effect.groupId) ?? 0) + 1);
    if (effect.type === 'optedOut') changes.set(effect.groupId, (changes.get(effect.groupId) ?? 0) - 1);
  }
  return [...changes].map(([groupId, change]) => ({
    Update: {
      Key: groupKey(accountId, groupId),
      ...updateExpression({ add: { contactCount: change } }),
      ConditionExpression: 'attribute_exists(pk)',
    },
  }));
}

/**
 * Builds the writes of the consent log and of the events for effects on one contact.
 *
 * @param options.groups the groups of the effects
 */
export function consentLogAndEvents(
  ids: Ids,
  options: {
    subject: ConsentSubject;
    effects: Effect[];
    groups: ReadonlyMap<string, Pick<Group, 'id' | 'name'>>;
    actor: ConsentActor;
    now: Date;
  },
): TransactItem[] {
  const { subject, groups, actor, now } = options;
  const { accountId, phoneNumber, contact } = subject;
  return options.effects.flatMap((effect) => {
    const group = 'groupId' in effect ? groups.get(effect.groupId) : undefined;
    const log = logEffect(ids, {
      effect,
      accountId,
      phoneNumber,
      // A restore finds the contact of before a merge by it.
      contactId: contact?.id ?? contact?.mergedInto?.formerIds.at(-1),
      groupName: group?.name,
      actor,
      at: now.toISOString(),
    });
    if (!group || contact?.id === undefined) return log;
    const isOfImport = actor.type === 'import';
    const event = { accountId, contact: { id: contact.id, phoneNumber }, group, now, isOfImport };
    switch (effect.type) {
      case 'optedIn': {
        const kind = { type: 'contacts.group.opted_in', optInMode: effect.optInMode } as const;
        return [...log, queueGroupEvent(ids, { ...event, kind })];
      }
      case 'optedOut': {
        const kind = { type: 'contacts.group.opted_out', reason: effect.reason } as const;
        return [...log, queueGroupEvent(ids, { ...event, kind })];
      }
      default:
        return log;
    }
  });
}
