import { object, string } from 'valibot';
import { defineItem } from '../../platform/store/define-item';
import { AUTOMATION_JOB_PREFIX, automationJobKey, automationPartsPk } from '../../platform/store/keys';
import type { Table, TransactItem } from '../../platform/store/table';
import type { AutomationAddress } from './automation';

/** Longer than texts wait for their hours. */
const KEPT_FOR_SECONDS = 8 * 24 * 60 * 60;

/** Job of an automation, listed for a pause, which waits for what it hands over. */
const automationJobItem = defineItem({
  entity: 'automationJob',
  key: (address: AutomationAddress & { jobId: string }) => automationJobKey(address),
  value: object({ jobId: string() }),
});

/** Builds the write that lists a job. */
export const putAutomationJob = (
  address: AutomationAddress,
  { jobId, now }: { jobId: string; now: Date },
): TransactItem => ({
  Put: {
    Item: {
      ...automationJobItem.item({ ...address, jobId }, { jobId }),
      expiresAtEpochSeconds: Math.ceil(now.getTime() / 1000) + KEPT_FOR_SECONDS,
    },
  },
});

/** Finds the jobs of an automation that may be under way. */
export async function findAutomationJobs(table: Table, address: AutomationAddress): Promise<string[]> {
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': automationPartsPk(address), ':prefix': AUTOMATION_JOB_PREFIX },
    ConsistentRead: true,
  });
  return items.map((item) => automationJobItem.read(item).jobId);
}
