import { invalidRequest } from '../../errors/service-error';
import { listNewest } from './list-newest';
import type { ListPage, ListScope } from '../../lists/list-query';
import { campaignsPk } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { type Campaign, CAMPAIGN_STATUSES, campaignItem, type CampaignStatus } from '../record/campaign';

/** @throws ServiceError InvalidRequest for an unknown status */
export function readStatusFilter(text: string | undefined): CampaignStatus | undefined {
  if (text === undefined) return undefined;
  const status = CAMPAIGN_STATUSES.find((one) => one === text);
  if (status) return status;
  throw invalidRequest({ pointer: '?status', reason: `must be one of ${CAMPAIGN_STATUSES.join(', ')}` });
}

/** Lists a page of the account's campaigns, newest first. **Source:** rules E1, E4. */
export async function listCampaigns(
  table: Table,
  options: { accountId: string; status: CampaignStatus | undefined; page: ListPage; scope: ListScope },
): Promise<{ campaigns: Campaign[]; nextCursor: string | undefined }> {
  const { accountId, ...query } = options;
  const pk = campaignsPk(accountId);
  const { results, nextCursor } = await listNewest(table, { ...query, pk, read: campaignItem.read });
  return { campaigns: results, nextCursor };
}
