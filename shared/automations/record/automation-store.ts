import { ServiceError } from '../../errors/service-error';
import { automationPartsPk, automationsPk } from '../../platform/store/keys';
import type { Table } from '../../platform/store/table';
import {
  type Automation,
  type AutomationAddress,
  automationItem,
  type AutomationVersion,
  automationVersionItem,
} from './automation';

/** @throws ServiceError NoSuchResource */
export async function findAutomationOrThrow(
  table: Table,
  { accountId, automationId: id }: AutomationAddress,
): Promise<Automation> {
  const automation = automationItem.readIfAny(await table.get(automationItem.key({ accountId, id })));
  if (!automation) throw new ServiceError('NoSuchResource', { cause: 'automation' });
  return automation;
}

/** Finds all automations of an account, newest first. */
export async function findAutomations(table: Table, accountId: string): Promise<Automation[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': automationsPk(accountId) },
    ScanIndexForward: false,
    ConsistentRead: true,
  });
  return items.map(automationItem.read);
}

export async function findVersions(table: Table, address: AutomationAddress): Promise<AutomationVersion[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': automationPartsPk(address), ':prefix': 'VERSION#' },
    ConsistentRead: true,
  });
  return items.map(automationVersionItem.read);
}
