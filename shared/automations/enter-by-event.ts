import { createHash } from 'node:crypto';
import type { CustomEvent } from '../outbox/outbox';
import { type EnterDeps, enterPeople } from './enter';
import { takesPeople } from './record/automation';
import { findAutomations } from './record/automation-store';

/** Enters the people of events. @returns those that failed, and have to be repeated */
export type EnterByEvents = (
  deps: EnterDeps,
  reported: { accountId: string; events: CustomEvent[] },
) => Promise<Array<{ event: CustomEvent; error: unknown }>>;

/**
 * Enters the people of events into the automations that these begin. A repeat with the same events enters nobody twice.
 *
 * **Source:** rules E10.6.
 */
export const enterByEvents: EnterByEvents = async (deps, { accountId, events }) => {
  const running = (await findAutomations(deps.table, accountId)).filter(takesPeople);
  const causes = events.map((event) => {
    const { id: entry, name, to: phoneNumber, key, data: eventData } = event;
    const automations = running.filter(({ trigger }) => 'event' in trigger && trigger.event === name);
    return { event, ...{ phoneNumber, entry, eventData, key: key && hashOf(key), automations } };
  });
  const failed = await enterPeople(deps, { accountId, causes });
  return causes.flatMap(({ event, entry }) => {
    const failure = failed.find(({ cause }) => cause.entry === entry);
    return failure ? [{ event, error: failure.error }] : [];
  });
};

/** Hashes a key, which may contain a phone number or a name. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');
