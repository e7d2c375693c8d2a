import { findContact } from '../audience/contacts/find-contact';
import { countStop } from '../campaigns/run/count-opt-out';
import type { E164 } from '../phone-numbers/e164';
import type { Table } from '../platform/store/table';
import { runIdOf, sendIdOf } from './record/send-id';
import { findAutomations } from './record/automation-store';
import { findWays, runOf } from './record/person';

/** Attribution window: a STOP counts for the last text of an automation when it arrives this soon after it. */
const STOP_COUNTS_FOR_MS = 24 * 60 * 60 * 1000;

/**
 * Counts a STOP for the last text that each automation sent to the person within the day before. Idempotent.
 *
 * **Source:** rules E10.5.
 */
export async function countOptOutOfAutomations(
  table: Table,
  stop: { accountId: string; phoneNumber: E164; at: Date },
): Promise<void> {
  const { accountId, phoneNumber, at } = stop;
  const started = (await findAutomations(table, accountId)).filter(
    ({ activeVersion }) => activeVersion !== undefined,
  );
  if (started.length === 0) return;
  const contact = await findContact(table, { accountId, phoneNumber });
  if (contact?.id === undefined) return;
  for (const { id: automationId } of started) {
    const ways = await findWays(table, { accountId, automationId, phoneNumber });
    const [last] = ways
      .flatMap((way) => way.sends.map((send) => ({ ...send, version: way.version, run: runOf(way) })))
      .sort((a, b) => (a.at < b.at ? 1 : -1));
    if (!last || at.getTime() - Date.parse(last.at) > STOP_COUNTS_FOR_MS) continue;
    const { run } = last;
    const counted = [
      sendIdOf({ ...last, automationId }),
      ...(run === undefined ? [] : [runIdOf({ automationId, run })]),
    ];
    for (const campaignId of counted) await countStop(table, { campaignId, contactId: contact.id, at });
  }
}
