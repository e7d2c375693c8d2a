import { accountNumberKey } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { isActiveHere, rateOf, readNumber } from '../../senders/number';
import { type ActiveMember, readActiveMembers } from '../../senders/read-members';
import { isSenderItem, senderItem } from '../../senders/sender';
import type { Campaign } from '../record/campaign';

/** Number or sender of a campaign as it selects its audience. */
export interface CampaignSender {
  isActive: boolean;
  /** Rate of the number. */
  ratePerSecond: number | undefined;
  /** Active members of a sender; absent for a number. */
  members?: ActiveMember[];
}

/** Rate that is assumed for a member that was removed meanwhile: its chunks are few at once. */
const RATE_OF_REMOVED = 1;

/** Reads what a campaign, or a text of an automation, is sent from. */
export async function readCampaignSender(
  table: Table,
  campaign: Pick<Campaign, 'accountId' | 'from' | 'mediaUrl'>,
): Promise<CampaignSender> {
  const isMms = campaign.mediaUrl !== undefined;
  const item = await table.get(accountNumberKey(campaign.accountId, campaign.from));
  if (item === undefined) return { isActive: false, ratePerSecond: undefined };
  if (isSenderItem(item)) {
    const members = await readActiveMembers(table, { sender: senderItem.read(item), isMms });
    return { isActive: members.length > 0, ratePerSecond: undefined, members };
  }
  const number = readNumber(item);
  return { isActive: isActiveHere(number), ratePerSecond: rateOf(number, { isMms }) };
}

/** Returns the rate of a job of a campaign. @param member member of the sender; absent for a number */
export function rateOfJob(
  { ratePerSecond, members }: CampaignSender,
  member: string | undefined,
): number | undefined {
  if (member === undefined) return ratePerSecond;
  const found = members?.find(({ identity }) => identity === member);
  return found ? found.ratePerSecond : RATE_OF_REMOVED;
}
