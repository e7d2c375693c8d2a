import type { Account } from '../accounts/account';
import { readAccount } from '../accounts/account';
import { decideGate } from '../audience/consent/compliance-gate';
import { type Contact, readContact } from '../audience/contacts/contact';
import { readSchema } from '../audience/custom-fields/custom-field-schema';
import { withCampaigns } from '../campaigns/plan/campaigns-of-accounts';
import { propertiesOf } from '../platform/is-record';
import type { Platform } from '../platform/platform';
import { commit, type Part, required } from '../platform/store/commit';
import { accountKey, automationShardOf, contactKey, schemaKey } from '../platform/store/keys';
import { Conditions } from './record/asked';
import {
  type Automation,
  type AutomationAddress,
  type AutomationPlan,
  automationVersionItem,
} from './record/automation';
import { wakeAutomation } from './record/automation-due';
import { CountChanges } from './record/counts';
import { enteredItem, findWays, type Person, retainedItemOfPerson } from './record/person';

export type EnterDeps = Pick<Platform, 'table' | 'clock' | 'ids'>;
const DAY_MS = 24 * 60 * 60 * 1000;
const KEY_HOLDS_DAYS = 7;

/** Cause of entries: `entry` is its id, by which it enters a person once. */
interface Cause {
  accountId: string;
  phoneNumber: string;
  entry: string;
  eventData?: Person['eventData'];
  /** Client's own id of an event, hashed: it enters the person once into each automation, for 7 days. */
  key?: string | undefined;
}

/**
 * Enters a person into automations that a cause triggers, as far as they are opted in, belong to the audience and have
 * not entered as often as they may. May be repeated with the same cause.
 *
 * **Source:** rules E10.1.
 */
export async function enterPerson(deps: EnterDeps, cause: Cause, automations: Automation[]): Promise<void> {
  if (automations.length === 0) return;
  const { accountId, phoneNumber } = cause;
  const [accountItem, schemaItem, contactItem] = await deps.table.batchGet([
    accountKey(accountId),
    schemaKey(accountId),
    contactKey(accountId, phoneNumber),
  ]);
  const contact = contactItem && readContact(contactItem);
  if (!accountItem || contact?.id === undefined || decideGate(contact) !== 'allowed') return;
  const account = readAccount(accountItem);
  if (account.closedAt !== undefined) return;
  const conditions = new Conditions(withCampaigns(deps), {
    account,
    schema: readSchema(schemaItem),
    now: deps.clock.now(),
  });
  for (const automation of automations)
    await enter(deps, { cause, automation, account, contact: { ...contact, id: contact.id }, conditions });
}

async function enter(
  deps: EnterDeps,
  options: {
    cause: Cause;
    automation: Automation;
    account: Account;
    contact: Contact & { id: string };
    conditions: Conditions;
  },
): Promise<void> {
  const { cause, automation, account, contact, conditions } = options;
  const { accountId, id: automationId, activeVersion } = automation;
  if (activeVersion === undefined) return;
  const address = { accountId, automationId, version: activeVersion };
  const version = automationVersionItem.readIfAny(await deps.table.get(automationVersionItem.key(address)));
  if (!version) return;
  const { audience, exit } = version.plan;
  if (audience && !(await conditions.isMet(audience, contact))) return;
  if (exit && (await conditions.isMet(exit, contact))) return;
  const now = deps.clock.now();
  const at = now.toISOString();
  const { phoneNumber } = contact;
  const isTooOften = await joinsTooOften(deps, { plan: version.plan, ...address, phoneNumber, now });
  const person: Person = {
    ...address,
    phoneNumber,
    entry: cause.entry,
    contactId: contact.id,
    status: isTooOften ? 'exited' : 'waiting',
    step: 0,
    dueAt: isTooOften ? undefined : at,
    enteredAt: at,
    endedAt: isTooOften ? at : undefined,
    reason: isTooOften ? 'too_often' : undefined,
    eventData: cause.eventData,
    lastSend: undefined,
    isExpected: undefined,
    revision: 1,
  };
  const counts = new CountChanges().enter(person);
  if (isTooOften) counts.end(person, 'exited');
  const result = await commit<'entered' | 'repeated'>(deps.table, [
    ...entryLimit(version.plan, { person, now }),
    ...(cause.key === undefined
      ? []
      : [markEntry({ person, now }, { days: KEY_HOLDS_DAYS, key: cause.key })]),
    {
      write: {
        Put: {
          Item: retainedItemOfPerson(person, account),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      onFail: 'repeated',
    },
    ...required([counts.write({ ...address, shard: automationShardOf(phoneNumber) })]),
  ]);
  // A repeat wakes the worker as well: the first try may have died before that.
  if (result.committed || isSameEntry(result, cause))
    await wakeAutomation(deps, { accountId, automationId, dueAt: at, now });
}

/** Most entries of a person within a day into an automation that begins with a group. **Source:** rules E10.1. */
const MAX_JOINS_A_DAY = 10;

/**
 * Returns true for a person who has joined the group of an automation so often that the steps of automations seem to
 * cause it, one of which has the person join or leave what begins the other: such a loop would send for ever.
 */
async function joinsTooOften(
  { table }: EnterDeps,
  { plan, now, ...address }: AutomationAddress & { plan: AutomationPlan; phoneNumber: string; now: Date },
): Promise<boolean> {
  if (plan.entry !== 'always' || !('joined' in plan.trigger)) return false;
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  const ways = await findWays(table, address);
  return ways.filter(({ enteredAt }) => enteredAt > since).length >= MAX_JOINS_A_DAY;
}

/** Returns true when the refused entry is the one that is stored. */
const isSameEntry = (
  { refusal, found }: { refusal: 'entered' | 'repeated'; found?: object | undefined },
  { entry }: Cause,
): boolean => refusal === 'repeated' || propertiesOf(found)['entry'] === entry;

/** Builds the mark of the entry; it is refused when the person has entered as often as they may. */
export function entryLimit({ entry }: AutomationPlan, entered: Entered): Array<Part<'entered'>> {
  if (entry === 'always') return [];
  return [markEntry(entered, entry === 'once' ? {} : { days: entry.onceInDays })];
}

interface Entered {
  person: Person;
  now: Date;
}

/** Builds a mark with the time and cause of an entry. It is refused while there is one, for some days or for ever. */
export function markEntry(
  { person, now }: Entered,
  { days, key }: { days?: number | undefined; key?: string | undefined },
): Part<'entered'> {
  const { enteredAt: at, contactId, entry } = person;
  const since = days === undefined ? '' : new Date(now.getTime() - days * DAY_MS).toISOString();
  return {
    write: {
      Put: {
        Item: {
          ...enteredItem.item({ ...person, ...(key !== undefined && { key }) }, { at, contactId, entry }),
          ...(days !== undefined && {
            expiresAtEpochSeconds: Math.ceil((now.getTime() + (days + 1) * DAY_MS) / 1000),
          }),
        },
        // A contact that was deleted and made anew is another person.
        ConditionExpression: 'attribute_not_exists(pk) OR contactId <> :contactId OR #at <= :since',
        ExpressionAttributeNames: { '#at': 'at' },
        ExpressionAttributeValues: { ':contactId': contactId, ':since': since },
      },
    },
    onFail: 'entered',
  };
}
