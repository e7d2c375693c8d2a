import { createHash } from 'node:crypto';
import type { CustomEvent } from '../outbox/outbox';
import { enterPerson, type EnterDeps } from './enter';
import { type Automation, takesPeople } from './record/automation';
import { findAutomations } from './record/automation-store';

/** Enters the person of an event. */
export type EnterByEvent = (
  deps: EnterDeps,
  entry: { accountId: string; event: CustomEvent },
) => Promise<void>;

/**
 * Returns a function that enters the person of an event into the automations that it begins. A repeat with the same
 * event enters nobody twice. The automations of an account are read once for all events of a request.
 *
 * **Source:** rules E10.6.
 */
export function enteringByEvents(): EnterByEvent {
  const known = new Map<string, Promise<Automation[]>>();
  return async (deps, { accountId, event }) => {
    const reading = known.get(accountId) ?? findAutomations(deps.table, accountId);
    known.set(accountId, reading);
    const { id: entry, name, to: phoneNumber, key, data: eventData } = event;
    const begun = (await reading).filter(
      (automation) =>
        takesPeople(automation) && 'event' in automation.trigger && automation.trigger.event === name,
    );
    await enterPerson(deps, { accountId, phoneNumber, entry, eventData, key: key && hashOf(key) }, begun);
  };
}

/** Hashes a key, which may contain a phone number or a name. */
const hashOf = (key: string) => createHash('sha256').update(key).digest('base64url');
