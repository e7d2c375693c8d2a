import { invalidRequest } from '../../errors/service-error';
import { type ListPage, type ListScope, writeListCursor } from '../../lists/list-query';
import { campaignsPk } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import { type Campaign, CAMPAIGN_STATUSES, campaignItem, type CampaignStatus } from '../record/campaign';

const ITEMS_A_READ = 100;

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
  const { accountId, status, page, scope } = options;
  const { limit, place } = page;
  const campaigns: Campaign[] = [];
  const items = table.query({
    KeyConditionExpression: `pk = :pk${place === undefined ? '' : ' AND sk < :place'}`,
    ...(status && {
      FilterExpression: '#status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
    }),
    ExpressionAttributeValues: {
      ':pk': campaignsPk(accountId),
      ...(place !== undefined && { ':place': place }),
      ...(status && { ':status': status }),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: status ? ITEMS_A_READ : limit + 1,
  });
  for await (const item of items) {
    const last = campaigns.at(-1);
    if (campaigns.length === limit && last) {
      return { campaigns, nextCursor: writeListCursor(scope, last.id) };
    }
    campaigns.push(campaignItem.read(item));
  }
  return { campaigns, nextCursor: undefined };
}
