import type { Platform } from '../../../platform/platform';
import { automationDuePk, DUE_INDEX } from '../../../platform/store/keys';
import type { Automation } from '../../record/automation';

/** Key of a person who waits, with the time at which they go on, epoch milliseconds. */
export interface DuePlace {
  pk: string;
  sk: string;
  dueAtMs: number;
}

/**
 * Finds people of a shard in the order of their times. The index is eventually consistent.
 *
 * @param options.isDue true: only those whose time has come; of a stopped automation all
 */
export async function findDuePeople(
  { table, clock }: Pick<Platform, 'table' | 'clock'>,
  { accountId, id: automationId, status }: Automation,
  { shard, limit, isDue = false }: { shard: number; limit: number; isDue?: boolean },
): Promise<DuePlace[]> {
  const pk = automationDuePk({ accountId, automationId, shard });
  const isAll = !isDue || status === 'stopped';
  const { items } = await table.queryPage({
    IndexName: DUE_INDEX,
    KeyConditionExpression: isAll ? 'gsi1pk = :pk' : 'gsi1pk = :pk AND gsi1sk <= :now',
    ExpressionAttributeValues: { ':pk': pk, ...(!isAll && { ':now': `${clock.now().toISOString()}$` }) },
    Limit: limit,
  });
  return items.map((item) => ({
    pk: item.pk,
    sk: item.sk,
    dueAtMs: Date.parse(String(item.gsi1sk).split('#')[0] ?? ''),
  }));
}
