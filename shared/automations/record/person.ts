import { array, literal, number, object, optional, picklist, string } from 'valibot';
import type { Account } from '../../accounts/account';
import { retainedUntil } from '../../accounts/retention';
import { type E164, ERASED_NUMBER } from '../../phone-numbers/e164';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import type { Item } from '../../platform/store/item';
import {
  automationDuePk,
  automationEnteredKey,
  automationPeoplePk,
  automationPersonKey,
  automationPersonPrefix,
  automationShardOf,
  erasedAutomationPersonKey,
} from '../../platform/store/keys';
import { storedEventData } from '../../platform/store/stored-map';
import { storedText } from '../../platform/store/stored-text';
import type { Table } from '../../platform/store/table';
import type { AutomationAddress } from './automation';

/** **Source:** rules E10. */
export const PERSON_STATUSES = ['waiting', 'completed', 'exited', 'failed'] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

type PersonAddress = AutomationAddress & {
  phoneNumber: string;
  entry: string;
  erasedId?: string | undefined;
};

/** Way of one person through an automation: place, due time and version. */
export const personItem = defineItem({
  entity: 'automationPerson',
  key: ({ erasedId, ...address }: PersonAddress) =>
    erasedId === undefined
      ? automationPersonKey(address)
      : erasedAutomationPersonKey({ ...address, erasedId }),
  value: object({
    accountId: string(),
    automationId: string(),
    /** `ERASED_NUMBER` of an erased person. */
    phoneNumber: storedText<E164>(),
    /** Random id of an erased person, who is listed without anything about them. */
    erasedId: optional(string()),
    /** Entry of the person: the event that caused it, or `once`. */
    entry: string(),
    /** True of who entered by a run of a trigger that repeats; `entry` is the run. */
    isOfRun: optional(literal(true)),
    contactId: string(),
    version: number(),
    status: picklist(PERSON_STATUSES),
    /** Next step, counted from 0; after the last one, their number. */
    step: number(),
    dueAt: optional(string()),
    enteredAt: string(),
    endedAt: optional(string()),
    reason: optional(string()),
    /** Data of the event, as values of merge tags. */
    eventData: optional(storedEventData()),
    /** Texts of the way so far, oldest first, each with the job that sends it. */
    sends: optional(array(object({ step: number(), at: string(), jobId: optional(string()) })), []),
    /** True until the moment of a person who was found ahead of it, at which the audience is asked again. */
    isExpected: optional(literal(true)),
    /** Number of writes: who writes must have read the one before. */
    revision: number(),
  }),
});
export type Person = ValueOf<typeof personItem>;

/** Returns the ended way of a person without anything about them. Who was on the way has `exited`. */
export const erasedPerson = (person: Person, { erasedId, now }: { erasedId: string; now: Date }): Person => ({
  ...person,
  ...(person.status === 'waiting' && {
    ...{ status: 'exited', reason: 'erased', endedAt: now.toISOString(), dueAt: undefined },
  }),
  ...{ phoneNumber: ERASED_NUMBER, erasedId, contactId: '' },
  ...{ eventData: undefined, sends: [], isExpected: undefined },
});

/** Returns the last text of a way so far; `undefined` before the first one. */
export const lastSendOf = ({ sends }: Pick<Person, 'sends'>): Person['sends'][number] | undefined =>
  sends.at(-1);

/** Returns the run by which a person entered; `undefined` of other triggers. */
export const runOf = ({ isOfRun, entry }: Pick<Person, 'isOfRun' | 'entry'>): string | undefined =>
  isOfRun ? entry : undefined;

/** Mark of a person's last entry: any, where an automation takes people once in a time, or that of an event's key. */
export const enteredItem = defineItem({
  entity: 'automationEntered',
  key: (address: AutomationAddress & { phoneNumber: string; key?: string }) => automationEnteredKey(address),
  value: object({ at: string(), contactId: string(), entry: string() }),
});

/** Returns the item of a person; only who waits is in the index `due`. */
export function itemOfPerson(person: Person): Item {
  const { dueAt, status, phoneNumber } = person;
  return {
    ...personItem.item(person, person),
    ...(dueAt !== undefined &&
      status === 'waiting' && {
        gsi1pk: automationDuePk({ ...person, shard: automationShardOf(phoneNumber) }),
        gsi1sk: `${dueAt}#${phoneNumber}#${person.entry}`,
      }),
  };
}

/** Time for which an ended way is kept in any case: events are known again for 7 days. */
const KEPT_AT_LEAST_DAYS = 30;

/** Returns the item of a person; one whose way has ended expires with the retention of the account. */
export function retainedItemOfPerson(
  person: Person,
  { retentionDays }: Pick<Account, 'retentionDays'>,
): Item {
  const { endedAt } = person;
  const untilSeconds =
    endedAt === undefined ? undefined : retainedUntil(retentionDays, endedAt, KEPT_AT_LEAST_DAYS);
  return {
    ...itemOfPerson(person),
    ...(untilSeconds !== undefined && { expiresAtEpochSeconds: untilSeconds }),
  };
}

/** Finds the ways of a person through an automation: those under way and those that ended within retention. */
export async function findWays(
  table: Table,
  address: AutomationAddress & { phoneNumber: string },
): Promise<Person[]> {
  const { phoneNumber } = address;
  const shard = automationShardOf(phoneNumber);
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: {
      ':pk': automationPeoplePk({ ...address, shard }),
      ':prefix': automationPersonPrefix(phoneNumber),
    },
    ConsistentRead: true,
  });
  return items.map(personItem.read);
}
