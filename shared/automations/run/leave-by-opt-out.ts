import { readAccount } from '../../accounts/account';
import { decideGate } from '../../audience/consent/compliance-gate';
import type { Contact } from '../../audience/contacts/contact';
import { findContact } from '../../audience/contacts/find-contact';
import type { E164 } from '../../phone-numbers/e164';
import { propertiesOf } from '../../platform/is-record';
import type { Platform } from '../../platform/platform';
import { commit, required } from '../../platform/store/commit';
import { accountKey, automationShardOf } from '../../platform/store/keys';
import type { PublishedEvent } from '../../webhooks/fan-out-events';
import { takesPeople } from '../record/automation';
import { findAutomations, findVersions } from '../record/automation-store';
import { CountChanges } from '../record/counts';
import { findWays, type Person } from '../record/person';
import { reasonToLeave } from '../reason-to-leave';
import { ended } from './decide-way';
import { putPerson } from './internal/move-people';

type Deps = Pick<Platform, 'table' | 'clock'>;

/**
 * Ends the ways of people who left a group, or opted out of everything, and wait: without this they would be listed as
 * waiting until their next step. Idempotent. People who are due are left to the worker, which asks the same.
 *
 * **Source:** rules E10.3.
 */
export async function leaveByOptOuts(deps: Deps, events: PublishedEvent[]): Promise<void> {
  const left = new Map<string, Leaving>();
  for (const { type, accountId, payload } of events) {
    if (type !== 'contacts.group.opted_out') continue;
    const { contact, group } = propertiesOf(JSON.parse(payload) as unknown);
    const { phoneNumber } = propertiesOf(contact);
    if (typeof phoneNumber !== 'string') continue;
    const key = `${accountId} ${phoneNumber}`;
    const one = left.get(key) ?? { accountId, phoneNumber: phoneNumber as E164, groupIds: new Set() };
    one.groupIds.add(propertiesOf(group).id);
    left.set(key, one);
  }
  for (const one of left.values()) await leaveAll(deps, one);
}

/** Person who left groups. */
interface Leaving {
  accountId: string;
  phoneNumber: E164;
  groupIds: Set<unknown>;
}

async function leaveAll(deps: Deps, { accountId, phoneNumber, groupIds }: Leaving): Promise<void> {
  const automations = (await findAutomations(deps.table, accountId)).filter(takesPeople);
  if (automations.length === 0) return;
  const contact = await findContact(deps.table, { accountId, phoneNumber });
  // Who may still be sent to leaves only what began with one of the groups.
  const maySend = contact !== undefined && decideGate(contact) === 'allowed';
  const left = automations.filter(
    ({ trigger }) => !maySend || ('joined' in trigger && groupIds.has(trigger.joined)),
  );
  for (const { id: automationId } of left) {
    const address = { accountId, automationId };
    const waiting = (await findWays(deps.table, { ...address, phoneNumber })).filter(isWaiting(deps));
    if (waiting.length > 0) await leave(deps, { ...address, contact, waiting });
  }
}

const isWaiting =
  ({ clock }: Deps) =>
  ({ status, dueAt = '', isExpected }: Person) =>
    status === 'waiting' && dueAt > clock.now().toISOString() && isExpected !== true;

async function leave(
  { table, clock }: Deps,
  options: { accountId: string; automationId: string; contact: Contact | undefined; waiting: Person[] },
): Promise<void> {
  const { contact, waiting, ...address } = options;
  const accountItem = await table.get(accountKey(address.accountId));
  if (!accountItem) return;
  const account = readAccount(accountItem);
  const plans = new Map((await findVersions(table, address)).map(({ version, plan }) => [version, plan]));
  for (const person of waiting) {
    const plan = plans.get(person.version);
    const reason = plan && reasonToLeave({ person, plan, contact });
    if (reason === undefined) continue;
    const counts = new CountChanges().end({ ...person, reason }, 'exited');
    await commit(table, [
      {
        write: putPerson(person, ended(person, 'exited', { reason, now: clock.now() }), account),
        // The worker has moved the person, and asks at the next step.
        onFail: 'moved',
      },
      ...required([counts.write({ ...person, shard: automationShardOf(person.phoneNumber) })]),
    ]);
  }
}
