import { ServiceError } from '../../errors/service-error';
import type { Table } from '../../platform/store/table';
import { type Campaign, type CampaignAddress, campaignItem } from './campaign';

/** @throws ServiceError NoSuchResource */
export async function findCampaignOrThrow(table: Table, address: CampaignAddress): Promise<Campaign> {
  const campaign = campaignItem.readIfAny(await table.get(campaignItem.key(address)));
  if (!campaign) throw new ServiceError('NoSuchResource', { cause: 'campaign' });
  return campaign;
}
