import type { PublishedEvent } from '../webhooks/fan-out-events';
import { propertiesOf } from '../platform/is-record';
import { type EnterDeps, enterPeople } from './enter';
import { takesPeople } from './record/automation';
import { findAutomations } from './record/automation-store';

/**
 * Enters people who joined a group into the automations that begin with it. The event of the membership enters a person
 * once, however often it is told.
 *
 * **Source:** rules E10.1.
 */
export async function enterByJoins(deps: EnterDeps, events: PublishedEvent[]): Promise<void> {
  const joins = events.filter(({ type }) => type === 'contacts.group.opted_in');
  for (const accountId of new Set(joins.map((event) => event.accountId))) {
    const automations = (await findAutomations(deps.table, accountId)).filter(takesPeople);
    if (automations.length === 0) continue;
    const causes = joins.flatMap((event) => {
      const { contact, group } = propertiesOf(JSON.parse(event.payload) as unknown);
      const { phoneNumber } = propertiesOf(contact);
      const { id: groupId } = propertiesOf(group);
      if (event.accountId !== accountId || typeof phoneNumber !== 'string') return [];
      const begun = automations.filter(
        ({ trigger, activeSince = '' }) =>
          'joined' in trigger && trigger.joined === groupId && event.time >= activeSince,
      );
      return [{ phoneNumber, entry: event.id, automations: begun }];
    });
    const [failed] = await enterPeople(deps, { accountId, causes });
    if (failed) throw failed.error;
  }
}
