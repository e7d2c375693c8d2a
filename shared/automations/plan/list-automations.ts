import { invalidRequest } from '../../errors/service-error';
import { listNewest } from '../../campaigns/plan/list-newest';
import type { ListPage, ListScope } from '../../lists/list-query';
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
  const { accountId, ...query } = options;
  const pk = automationsPk(accountId);
  const { results, nextCursor } = await listNewest(table, { ...query, pk, read: automationItem.read });
  return { automations: results, nextCursor };
}
