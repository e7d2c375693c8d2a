import { readAccount } from '../../accounts/account';
import { decideGate } from '../../audience/consent/compliance-gate';
import { type Contact, readContact } from '../../audience/contacts/contact';
import { readSchema } from '../../audience/custom-fields/custom-field-schema';
import { withCampaigns } from '../../campaigns/plan/campaigns-of-accounts';
import { epochMs } from '../../platform/clock';
import { propertiesOf } from '../../platform/is-record';
import { accountKey, contactKey, schemaKey } from '../../platform/store/keys';
import type { PublishedEvent } from '../../webhooks/fan-out-events';
import type { EnterDeps } from '../enter';
import { Conditions } from '../record/asked';
import { type Automation, automationVersionItem, takesPeople } from '../record/automation';
import { wakeAutomation } from '../record/automation-due';
import { findAutomations } from '../record/automation-store';
import { enterExpected } from './internal/enter-expected';
import { LOOKS_AHEAD_MS } from './internal/look';
import { audiencesOf, isTimed, turnsOf } from './internal/turns';

/**
 * Has people who joined a group wait for the moment of their date, when it comes before the next look through the
 * contact book would find them. Idempotent.
 *
 * **Source:** rules E10.7.
 */
export async function expectJoined(deps: EnterDeps, events: PublishedEvent[]): Promise<void> {
  const joins = events.filter(({ type }) => type === 'contacts.group.opted_in');
  for (const accountId of new Set(joins.map((event) => event.accountId))) {
    const automations = (await findAutomations(deps.table, accountId)).filter(takesPeople);
    if (!automations.some(({ trigger }) => 'date' in trigger)) continue;
    for (const { payload } of joins.filter((event) => event.accountId === accountId)) {
      const { contact } = propertiesOf(JSON.parse(payload) as unknown);
      const { phoneNumber } = propertiesOf(contact);
      if (typeof phoneNumber === 'string') await expectPerson(deps, { accountId, phoneNumber }, automations);
    }
  }
}

async function expectPerson(
  deps: EnterDeps,
  { accountId, phoneNumber }: { accountId: string; phoneNumber: string },
  automations: Automation[],
): Promise<void> {
  const [accountItem, schemaItem, contactItem] = await deps.table.batchGet([
    accountKey(accountId),
    schemaKey(accountId),
    contactKey(accountId, phoneNumber),
  ]);
  const contact = contactItem && readContact(contactItem);
  if (!accountItem || contact?.id === undefined || decideGate(contact) !== 'allowed') return;
  const account = readAccount(accountItem);
  const now = deps.clock.now();
  const conditions = new Conditions(withCampaigns(deps), { account, schema: readSchema(schemaItem), now });
  for (const automation of automations)
    await expectIn(deps, { automation, contact: { ...contact, id: contact.id }, account, conditions });
}

async function expectIn(
  deps: EnterDeps,
  options: {
    automation: Automation;
    contact: Contact & { id: string };
    account: ReturnType<typeof readAccount>;
    conditions: Conditions;
  },
): Promise<void> {
  const { automation, contact, account, conditions } = options;
  const { accountId, id: automationId, activeVersion = 0 } = automation;
  const address = { accountId, automationId, version: activeVersion };
  const version = automationVersionItem.readIfAny(await deps.table.get(automationVersionItem.key(address)));
  const plan = version?.plan;
  if (!isTimed(plan) || !('date' in plan.trigger)) return;
  const found = await audiencesOf(plan, conditions);
  if (!found || (await conditions.membersOf(found.all, [contact])).length === 0) return;
  const nowMs = epochMs(deps.clock);
  const turn = turnsOf(plan, { account, date: found.date })(contact, nowMs);
  if (!turn || turn.atMs > nowMs + LOOKS_AHEAD_MS) return;
  await enterExpected(deps, { address, plan, people: [{ contact, turn }] });
  const dueAt = new Date(turn.atMs).toISOString();
  await wakeAutomation(deps, { accountId, automationId, dueAt, now: deps.clock.now() });
}
