import { isOver, type Retention } from '../../accounts/retention';
import { readSendId } from '../../automations/record/send-id';
import { ServiceError } from '../../errors/service-error';
import type { Platform } from '../../platform/platform';
import type { Table } from '../../platform/store/table';
import { type Campaign, type CampaignAddress, campaignItem, hasEnded } from './campaign';

/**
 * Finds a campaign that people planned. The campaigns that carry the texts of automations are not among them: they are
 * steered by their automation alone.
 *
 * @throws ServiceError NoSuchResource
 */
export async function findCampaignOrThrow(table: Table, address: CampaignAddress): Promise<Campaign> {
  const item = readSendId(address.id) ? undefined : await table.get(campaignItem.key(address));
  const campaign = campaignItem.readIfAny(item);
  if (!campaign) throw new ServiceError('NoSuchResource', { cause: 'campaign' });
  return campaign;
}

/**
 * Finds a campaign whose recipients are within retention. The campaign itself stays after that, with its counts.
 *
 * @throws ServiceError NoSuchResource, also when the results of its recipients are past retention
 *
 * **Source:** rules E2.
 */
export async function findCampaignWithResults(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { account, id }: { account: { id: string } & Retention; id: string },
): Promise<Campaign> {
  const campaign = await findCampaignOrThrow(table, { accountId: account.id, id });
  const { startedAt } = campaign;
  const isGone = startedAt !== undefined && hasEnded(campaign) && isOver(account, startedAt, clock.now());
  if (isGone) throw new ServiceError('NoSuchResource', { cause: 'campaign' });
  return campaign;
}
