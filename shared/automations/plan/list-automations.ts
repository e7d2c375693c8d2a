import { invalidRequest } from '../../errors/service-error';
import { type ListPage, type ListScope, writeListCursor } from '../../lists/list-query';
import { automationsPk } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import {
  type Automation,
  AUTOMATION_STATUSES,
  automationItem,
  type AutomationStatus,
} from '../record/automation';

/** @throws ServiceError InvalidRequest for an unknown status */
export function readAutomationStatus(text: string | undefined): AutomationStatus | undefined {
  if (text === undefined) return undefined;
  const status = AUTOMATION_STATUSES.find((one) => one === text);
  if (status) return status;
  throw invalidRequest({ pointer: '?status', reason: `must be one of ${AUTOMATION_STATUSES.join(', ')}` });
}

/** Lists a page of the account's automations, newest first. **Source:** rules E1, E10. */
export async function listAutomations(
  table: Table,
  options: { accountId: string; status: AutomationStatus | undefined; page: ListPage; scope: ListScope },
): Promise<{ automations: Automation[]; nextCursor: string | undefined }> {
  const { accountId, status, page, scope } = options;
  const { limit, place } = page;
  const automations: Automation[] = [];
  const items = table.query({
    KeyConditionExpression: `pk = :pk${place === undefined ? '' : ' AND sk < :place'}`,
    ...(status && {
      FilterExpression: '#status = :status',
      ExpressionAttributeNames: { '#status': 'status' },
    }),
    ExpressionAttributeValues: {
      ':pk': automationsPk(accountId),
      ...(place !== undefined && { ':place': place }),
      ...(status && { ':status': status }),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  for await (const item of items) {
    const last = automations.at(-1);
    if (automations.length === limit && last)
      return { automations, nextCursor: writeListCursor(scope, last.id) };
    automations.push(automationItem.read(item));
  }
  return { automations, nextCursor: undefined };
}
