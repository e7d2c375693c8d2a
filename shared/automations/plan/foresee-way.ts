import type { Account } from '../../accounts/account';
import type { Contact } from '../../audience/contacts/contact';
import { findContacts } from '../../audience/contacts/find-contact';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { decideGate } from '../../audience/consent/compliance-gate';
import { timingOfAccount } from '../../campaigns/record/campaign-timing';
import { findRegisteredLinks } from '../../campaigns/record/registered-links';
import { localZone } from '../../campaigns/timing/send-time';
import type { E164 } from '../../phone-numbers/e164';
import { epochMs } from '../../platform/clock';
import { resolveBody } from '../../sending/compose/prepare-body';
import { nextTime } from '../calendar/recurrence';
import { firstTurn } from '../enter-ahead/people-in-turn';
import { Conditions } from '../record/asked';
import { type Automation, isSend } from '../record/automation';
import { enteredItem, type Person } from '../record/person';
import { decideWay } from '../run/decide-way';
import type { ENTRY_REFUSALS } from './automation-answer.schema';
import type { PlanDeps } from './check-automation';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Token of a sample link, as long as the token of a message; it belongs to no message. */
const SAMPLE_TOKEN = 'preview000';

interface Options {
  account: Account;
  schema: CustomFieldSchema;
  automation: Automation;
  phoneNumber: E164;
}

type EntryRefusal = (typeof ENTRY_REFUSALS)[number];

/** Step as one contact would take it. */
interface ForeseenStep {
  /** Step, counted from 0. */
  step: number;
  /** When it is taken; of a text, within the hours. */
  at: string;
  /** End of a wait. */
  until?: string;
  body?: string;
  /** Why the text would fail. */
  refusal?: string;
}

interface ForeseenEnd {
  status: 'completed' | 'exited' | 'failed';
  step: number;
  at: string;
  reason?: string;
}

type Foreseen =
  | { refusal: EntryRefusal; timeZone?: string; steps: [] }
  | { timeZone: string; entersAt: string; steps: ForeseenStep[]; end: ForeseenEnd };

/**
 * Foresees the way of one contact through an automation, as if what begins it happened now: by the same rules as the
 * worker, with the contact and the hours as they are now. Joins and leaves on the way are taken into account.
 *
 * **Source:** rules E10.3.
 */
export async function foreseeWay(deps: PlanDeps, options: Options): Promise<Foreseen> {
  const { account, automation, phoneNumber } = options;
  const [found] = await findContacts(deps.table, { accountId: account.id, phoneNumbers: [phoneNumber] });
  if (found?.id === undefined) return { refusal: found?.hardOptOut ? 'optedOut' : 'noContact', steps: [] };
  const contact = { ...begun(found, automation), id: found.id };
  const timeZone = localZone(contact, timingOfAccount(account));
  const entry = await foreseeEntry(deps, { ...options, contact, timeZone });
  if (typeof entry === 'string') return { refusal: entry, timeZone, steps: [] };
  const way = await walk(deps, { ...options, contact, fromMs: entry });
  return { timeZone, entersAt: new Date(entry).toISOString(), ...way };
}

/** Returns the contact once what begins the automation has happened: a member of the trigger's group. */
function begun<C extends Contact>(contact: C, { trigger }: Automation): C {
  if (!('joined' in trigger) || Object.hasOwn(contact.memberships, trigger.joined)) return contact;
  return { ...contact, memberships: joining(contact, trigger.joined, '') };
}

const joining = ({ memberships }: Contact, groupId: string, optInAt: string): Contact['memberships'] => ({
  ...memberships,
  [groupId]: { optInAt, tagIds: [] },
});

/** Returns when the contact would enter, or why not. */
async function foreseeEntry(
  deps: PlanDeps,
  options: Options & { contact: Contact & { id: string }; timeZone: string },
): Promise<number | EntryRefusal> {
  const { account, schema, automation, contact, timeZone } = options;
  const { trigger, audience, exit } = automation;
  const nowMs = epochMs(deps.clock);
  const gate = decideGate(contact);
  if (gate !== 'allowed') return gate === 'hardOptedOut' ? 'optedOut' : 'notOptedIn';
  let atMs: number | undefined = nowMs;
  if ('every' in trigger) atMs = nextTime(trigger, { zone: timeZone, fromMs: nowMs });
  if ('date' in trigger) {
    const conditions = new Conditions(deps, { account, schema, now: deps.clock.now() });
    atMs = await firstTurn({ account, plan: { ...automation, trigger }, conditions }, contact, nowMs);
  }
  if (atMs === undefined) return 'noDate';
  const conditions = new Conditions(deps, { account, schema, now: new Date(atMs) });
  if ('every' in trigger && !(await conditions.isMet(trigger.audience, contact))) return 'notInAudience';
  if (audience && !(await conditions.isMet(audience, contact))) return 'notInAudience';
  if (exit && (await conditions.isMet(exit, contact))) return 'meetsExit';
  return (await mayEnter(deps, options, atMs)) ? atMs : 'enteredBefore';
}

/** Returns true unless the contact has entered as often as they may. */
async function mayEnter(
  { table }: PlanDeps,
  { automation, contact, phoneNumber }: Options & { contact: { id: string } },
  atMs: number,
): Promise<boolean> {
  const { accountId, id: automationId, entry } = automation;
  if (entry === 'always') return true;
  const mark = enteredItem.readIfAny(
    await table.get(enteredItem.key({ accountId, automationId, phoneNumber })),
  );
  if (mark?.contactId !== contact.id) return true;
  return entry !== 'once' && Date.parse(mark.at) <= atMs - entry.onceInDays * DAY_MS;
}

async function walk(
  deps: PlanDeps,
  options: Options & { contact: Contact & { id: string }; fromMs: number },
): Promise<{ steps: ForeseenStep[]; end: ForeseenEnd }> {
  const { account, schema, automation, phoneNumber, fromMs } = options;
  const { accountId, id: automationId, version } = automation;
  const steps: ForeseenStep[] = [];
  let { contact } = options;
  const enteredAt = new Date(fromMs).toISOString();
  let person: Person = {
    ...{ accountId, automationId, version, phoneNumber, contactId: contact.id },
    ...{ entry: '', status: 'waiting', step: 0, enteredAt, dueAt: enteredAt, revision: 1 },
    ...{ endedAt: undefined, reason: undefined, eventData: {}, sends: [], isExpected: undefined },
  };
  for (;;) {
    const now = new Date(person.dueAt ?? enteredAt);
    const { after, send } = await decideWay({
      ...{ person, plan: automation, contact, account, now },
      conditions: new Conditions(deps, { account, schema, now }),
      // Foreseen texts have gone out.
      isSending: () => Promise.resolve(false),
      changeMembership: (change, groupId) => {
        const { [groupId]: _left, ...others } = contact.memberships;
        const memberships = change === 'join' ? joining(contact, groupId, now.toISOString()) : others;
        contact = { ...contact, memberships };
        return Promise.resolve(true);
      },
    });
    const at = now.toISOString();
    for (let step = person.step; step < after.step; step++) {
      const text = step === send ? await composeText(deps, { ...options, contact, step, now }) : undefined;
      const isWait = 'wait' in (automation.steps[step] ?? {});
      steps.push({ step, at, ...(isWait && after.dueAt !== undefined && { until: after.dueAt }), ...text });
      if (text?.refusal !== undefined)
        return { steps, end: { status: 'failed', step, at, reason: 'content_rejected' } };
    }
    const { status, step, reason } = after;
    if (status !== 'waiting')
      return { steps, end: { status, step, at, ...(reason !== undefined && { reason }) } };
    person = after;
  }
}

async function composeText(
  deps: PlanDeps,
  {
    account,
    schema,
    automation,
    contact,
    step,
    now,
  }: Options & { contact: Contact; step: number; now: Date },
): Promise<{ body: string; refusal?: string }> {
  const found = automation.steps[step];
  const { body = '', mediaUrl } = isSend(found) ? found.send : {};
  const { text, refusal } = resolveBody({
    ...{ body, contact, schema, account, now },
    registeredLinks: await findRegisteredLinks(deps.table, { account, campaign: { body } }),
    isMms: mediaUrl !== undefined,
    trackingToken: SAMPLE_TOKEN,
    eventData: {},
    hasDefaults: true,
  });
  return { body: text, ...(refusal && { refusal: refusal.errorMessage }) };
}
