import type { Contact } from '../contacts/contact';
import { queueGroupEvent } from '../../events/group-event';
import type { Group } from '../groups/group';
import { type ConsentState, type Effect, isLeavingGroups } from '../groups/membership-transitions';
import { updateExpression } from '../../platform/store/expressions';
import type { Ids } from '../../platform/ids';
import { contactKey, dueAttributes, groupKey } from '../../platform/store/keys';
import type { TransactItem } from '../../platform/store/table';
import { type ConsentActor, logEffect } from './consent-log';

/** A contact that is still leaving its groups this long after its refusal is taken up by the timer. */
const LEAVING_TAKES_AT_MOST_MS = 2 * 60_000;

/** Whose consent changes: the contact as read, or nobody yet at this number. */
export interface ConsentSubject {
  accountId: string;
  phoneNumber: string;
  contact: Contact | undefined;
}

/** The contact's own part of a change; its condition fails when anybody has written the contact since it was read. */
export function writeConsentState(subject: ConsentSubject, state: ConsentState, now: Date): TransactItem {
  const { accountId, phoneNumber, contact } = subject;
  const due = dueToLeave({ accountId, phoneNumber, ...state }, now);
  const changes = updateExpression(
    {
      set: {
        ...(!contact && { entity: 'contact', accountId, phoneNumber, createdAt: now.toISOString() }),
        memberships: state.memberships,
        pendingMemberships: state.pendingMemberships,
        hardOptOut: state.hardOptOut,
        confirmationTexts: state.confirmationTexts,
        version: (contact?.version ?? 0) + 1,
        ...due,
      },
      remove: [...(state.hardOptOut ? [] : ['hardOptOut']), ...(due ? [] : ['gsi1pk', 'gsi1sk'])],
    },
    contact && { values: { ':versionRead': contact.version } },
  );
  return {
    Update: {
      Key: contactKey(accountId, phoneNumber),
      ...changes,
      ConditionExpression: contact ? '#version = :versionRead' : 'attribute_not_exists(pk)',
    },
  };
}

/** What brings a contact that has refused back to the timer, as long as it is in groups; `undefined` for any other. */
export function dueToLeave(contact: ConsentState & { accountId: string; phoneNumber: string }, now: Date) {
  if (!isLeavingGroups(contact)) return undefined;
  return dueAttributes('OPT_OUT', {
    id: `${contact.accountId}#${contact.phoneNumber}`,
    dueAt: new Date(now.getTime() + LEAVING_TAKES_AT_MOST_MS).toISOString(),
  });
}

/** A question to a contact moves no counter: here its group has to be there, too. */
export function checkAskedGroups(accountId: string, effects: Effect[]): TransactItem[] {
  return effects.flatMap((effect) => {
    if (effect.type !== 'confirmationRequested') return [];
    const Key = groupKey(accountId, effect.groupId);
    return [{ ConditionCheck: { Key, ConditionExpression: 'attribute_exists(pk)' } }];
  });
}

/** Less those on groups whose deletion is under way, which have no counter any more. */
export function countedEffects(effects: Effect[], live: ReadonlyMap<string, unknown>): Effect[] {
  return effects.filter((effect) => !('groupId' in effect) || live.has(effect.groupId));
}

/** One write for each group whose number of active members changes, however many contacts the effects are of. */
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
 * What is told of effects on one contact: the lines of the consent log, and the events.
 *
 * @param options.groups the groups that the effects name
 */
export function tellEffects(
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
      groupName: group?.name,
      actor,
      at: now.toISOString(),
    });
    if (!group || contact?.id === undefined) return log;
    const event = { accountId, contact: { id: contact.id, phoneNumber }, group, now };
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
