import { isDeepStrictEqual } from 'node:util';
import { listAccounts } from '../accounts/account-store';
import { eventIdOf } from '../events/event-id';
import type { Platform } from '../platform/platform';
import { commit } from '../platform/store/commit';
import { queueHoldEvent } from '../holds/hold-event';
import { changeServiceHold, type HoldChange, readServiceHold, serviceHoldOf } from '../holds/service-hold';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Tells every account what keeps the messages of all waiting, or no longer does. A run that broke off begins again: the
 * events have the same ids.
 *
 * @returns true while the messages of all accounts wait
 *
 * **Source:** rules E8.5.
 */
export async function tellHolds(deps: Deps): Promise<boolean> {
  const service = await readServiceHold(deps.table);
  if (!service) return false;
  const { untold } = service;
  if (untold.length > 0) {
    const accounts = (await listAccounts(deps.table)).filter(({ closedAt }) => closedAt === undefined);
    for (const change of untold)
      for (const { id: accountId } of accounts) await tell(deps, accountId, change);
    const isTold = (change: HoldChange) => untold.some((told) => isDeepStrictEqual(told, change));
    await changeServiceHold(deps, (now) => ({
      ...now,
      untold: now.untold.filter((change) => !isTold(change)),
    }));
  }
  return serviceHoldOf(service) !== undefined;
}

async function tell({ table, ids }: Deps, accountId: string, change: HoldChange): Promise<void> {
  const { reason, since, comment, isOver, at } = change;
  const subject = `${accountId} ${reason} ${isOver ? 'resumed' : 'paused'}`;
  const id = eventIdOf(subject, Date.parse(since));
  const hold = { scope: 'service', reason, since } as const;
  const event = queueHoldEvent(ids, { accountId, hold, comment, isOver, id, now: new Date(at) });
  await commit(table, [{ write: event }]);
}
