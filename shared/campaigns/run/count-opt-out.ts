import { findContact } from '../../audience/contacts/find-contact';
import type { E164 } from '../../phone-numbers/e164';
import { commit } from '../../platform/store/commit';
import { campaignOptOutKey, contactShardOf } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { countForCampaign } from '../record/campaign-counters';
import { findHandOvers } from './find-hand-overs';
import { findRecentCampaigns, STOP_COUNTS_FOR_MS } from './internal/recent-campaigns';

const KEPT_FOR_SECONDS = 7 * 24 * 60 * 60;

/**
 * Counts a STOP for the campaigns that handed over a message to the person within the day before, once for each person
 * and campaign. Idempotent.
 *
 * **Source:** rules E4.8.
 */
export async function countOptOut(
  table: Table,
  stop: { accountId: string; phoneNumber: E164; at: Date },
): Promise<void> {
  const { accountId, phoneNumber, at } = stop;
  const campaignIds = await findRecentCampaigns(table, accountId);
  if (campaignIds.length === 0) return;
  const contact = await findContact(table, { accountId, phoneNumber });
  if (contact?.id === undefined) return;
  const member = { id: contact.id, phoneNumber };
  for (const campaignId of campaignIds) {
    const handOvers = await findHandOvers(table, { accountId, campaignId, contacts: [member] });
    const handedOverAtMs = handOvers.get(phoneNumber);
    if (handedOverAtMs === undefined || at.getTime() - handedOverAtMs > STOP_COUNTS_FOR_MS) continue;
    await countStop(table, { campaignId, contactId: member.id, at });
  }
}

/** Counts a STOP for a campaign, or for a step of an automation, once for each person. */
export async function countStop(
  table: Table,
  { campaignId, contactId, at }: { campaignId: string; contactId: string; at: Date },
): Promise<void> {
  await commit(table, [
    {
      write: {
        Put: {
          Item: {
            ...campaignOptOutKey(campaignId, contactId),
            entity: 'campaignOptOut',
            expiresAtEpochSeconds: Math.ceil(at.getTime() / 1000) + KEPT_FOR_SECONDS,
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      onFail: 'counted',
    },
    { write: countForCampaign({ campaignId, added: { optedOut: 1 }, spread: contactShardOf(contactId) }) },
  ]);
}
