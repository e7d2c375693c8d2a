import { type Account, readAccount } from '../accounts/account';
import { decideGate } from '../audience/consent/compliance-gate';
import { type Contact, readContact } from '../audience/contacts/contact';
import { readSchema } from '../audience/custom-fields/custom-field-schema';
import { withCampaigns } from '../campaigns/plan/campaigns-of-accounts';
import { forEachAtOnce } from '../platform/at-once';
import type { Platform } from '../platform/platform';
import { accountKey, contactKey, schemaKey } from '../platform/store/keys';
import { beginWait } from './begin-wait';
import { reasonToLeave } from './reason-to-leave';
import { Conditions } from './record/asked';
import {
  type Automation,
  type AutomationAddress,
  type AutomationPlan,
  automationVersionItem,
} from './record/automation';
import { wakeAutomation } from './record/automation-due';
import { findWays, type Person, retainedItemOfPerson } from './record/person';
import { type DecidedEntry, entryLimit, markEntry, storeEntries } from './store-entries';

export type EnterDeps = Pick<Platform, 'table' | 'clock' | 'ids'>;
const DAY_MS = 24 * 60 * 60 * 1000;
const KEY_HOLDS_DAYS = 7;
const DECIDED_AT_ONCE = 16;

/** Cause of entries: `entry` is its id, by which it enters a person once. */
interface Cause {
  phoneNumber: string;
  entry: string;
  eventData?: Person['eventData'];
  /** Client's own id of an event, hashed: it enters the person once into each automation, for 7 days. */
  key?: string | undefined;
  /** Automations that it triggers. */
  automations: Automation[];
}

/** Cause that could not be seen to, and has to be repeated. */
interface FailedCause {
  cause: Cause;
  error: unknown;
}

type PersonInBook = Contact & { id: string };
interface World {
  account: Account;
  conditions: Conditions;
  now: Date;
}

/**
 * Enters people into the automations that causes trigger, as far as they are opted in, belong to the audience and have
 * not entered as often as they may. May be repeated with the same causes; those of one person come one after another.
 *
 * @returns causes that failed
 *
 * **Source:** rules E10.1.
 */
export async function enterPeople(
  deps: EnterDeps,
  { accountId, causes }: { accountId: string; causes: Cause[] },
): Promise<FailedCause[]> {
  const failed: FailedCause[] = [];
  const begun = causes.filter(({ automations }) => automations.length > 0);
  for (const turn of turnsOf(begun)) failed.push(...(await enterTurn(deps, accountId, turn)));
  return failed;
}

/** Splits causes so that no person is twice in a turn. */
function turnsOf(causes: Cause[]): Cause[][] {
  const turns: Cause[][] = [];
  const times = new Map<string, number>();
  for (const cause of causes) {
    const turn = times.get(cause.phoneNumber) ?? 0;
    times.set(cause.phoneNumber, turn + 1);
    (turns[turn] ??= []).push(cause);
  }
  return turns;
}

async function enterTurn(deps: EnterDeps, accountId: string, causes: Cause[]): Promise<FailedCause[]> {
  const [accountItem, schemaItem, ...contacts] = await deps.table.batchGet([
    accountKey(accountId),
    schemaKey(accountId),
    ...causes.map(({ phoneNumber }) => contactKey(accountId, phoneNumber)),
  ]);
  if (!accountItem) return [];
  const account = readAccount(accountItem);
  if (account.closedAt !== undefined) return [];
  const now = deps.clock.now();
  const conditions = new Conditions(withCampaigns(deps), { account, schema: readSchema(schemaItem), now });
  const world: World = { account, conditions, now };
  const allowed = causes.flatMap((cause, index) => {
    const item = contacts[index];
    const contact = item && readContact(item);
    if (contact?.id === undefined || decideGate(contact) !== 'allowed') return [];
    return [{ cause, contact: { ...contact, id: contact.id } }];
  });
  const failed: FailedCause[] = [];
  const automations = new Map(allowed.flatMap(({ cause }) => cause.automations.map((one) => [one.id, one])));
  for (const automation of automations.values()) {
    const people = allowed.filter(({ cause }) => cause.automations.some(({ id }) => id === automation.id));
    failed.push(...(await enterAutomation(deps, world, { automation, people })));
  }
  return failed;
}

async function enterAutomation(
  deps: EnterDeps,
  world: World,
  { automation, people }: { automation: Automation; people: Array<{ cause: Cause; contact: PersonInBook }> },
): Promise<FailedCause[]> {
  const { accountId, id: automationId, activeVersion } = automation;
  if (activeVersion === undefined) return [];
  const address = { accountId, automationId, version: activeVersion };
  const version = automationVersionItem.readIfAny(await deps.table.get(automationVersionItem.key(address)));
  if (!version) return [];
  const { plan } = version;
  const failed: FailedCause[] = [];
  const decided: Array<DecidedEntry & { cause: Cause }> = [];
  await forEachAtOnce(people, DECIDED_AT_ONCE, async ({ cause, contact }) => {
    try {
      const entry = await decideEntry(deps, world, { ...{ address, plan, cause, contact } });
      if (entry) decided.push({ ...entry, cause });
    } catch (error) {
      failed.push({ cause, error });
    }
  });
  const stored = await storeEntries(deps.table, decided);
  failed.push(...stored.failed.map(({ entry: { cause }, error }) => ({ cause, error })));
  // A repeat calls the worker as well: the first try may have died before that.
  const due = stored.entered.flatMap(({ person }) => person.dueAt ?? []).sort();
  const [dueAt = world.now.toISOString()] = due;
  if (stored.entered.length > 0)
    await wakeAutomation(deps, { accountId, automationId, dueAt, now: world.now });
  return failed;
}

/** @returns `undefined` for a person who is not in the audience, or is at the exit already */
async function decideEntry(
  deps: EnterDeps,
  { account, conditions, now }: World,
  options: {
    address: AutomationAddress & { version: number };
    plan: AutomationPlan;
    cause: Cause;
    contact: PersonInBook;
  },
): Promise<DecidedEntry | undefined> {
  const { address, plan, cause, contact } = options;
  const { audience, exit } = plan;
  if (audience && !(await conditions.isMet(audience, contact))) return undefined;
  if (exit && (await conditions.isMet(exit, contact))) return undefined;
  const at = now.toISOString();
  const { phoneNumber } = contact;
  const isTooOften = await joinsTooOften(deps, { plan, ...address, phoneNumber, now });
  const begun: Person = {
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
    sends: [],
    isExpected: undefined,
    revision: 1,
  };
  const [first] = plan.steps;
  const waits = first && 'wait' in first && !isTooOften;
  // Who leaves at once does so with a reason, by the worker.
  const mayWait = waits && reasonToLeave({ person: begun, plan, contact }) === undefined;
  const person = mayWait ? beginWait(begun, first.wait, { contact, account, now }) : begun;
  return {
    person,
    item: retainedItemOfPerson(person, account),
    marks: [
      ...entryLimit(plan, { person, now }),
      ...(cause.key === undefined
        ? []
        : [markEntry({ person, now }, { days: KEY_HOLDS_DAYS, key: cause.key })]),
    ],
    count: (counts) => {
      counts.enter(person);
      if (isTooOften) counts.end(person, 'exited');
      else counts.move(begun, person, plan.steps.length);
    },
  };
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
