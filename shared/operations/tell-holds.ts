import { listAccounts } from '../accounts/account-store';
import { eventIdOf } from '../events/event-id';
import type { Platform } from '../platform/platform';
import { commit } from '../platform/store/commit';
import { type Hold, holdOf } from '../holds/hold';
import { queueHoldEvent } from '../holds/hold-event';
import { changeServiceHold, readServiceHold, serviceHoldItem } from '../holds/service-hold';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Tells every account that its messages wait because all do, or no longer wait. A run that broke off begins again: the
 * events have the same ids.
 *
 * @returns true while the messages of all accounts wait
 *
 * **Source:** rules E8.5.
 */
export async function tellHolds(deps: Deps): Promise<boolean> {
  const service = await readServiceHold(deps.table);
  if (!service) return false;
  const serviceItem = serviceHoldItem.item(0, service);
  const hold = holdOf({ serviceItem, outageItem: undefined, account: undefined, number: undefined });
  const { told } = service;
  if (told?.since === hold?.since && told?.reason === hold?.reason) return hold !== undefined;

  const accounts = (await listAccounts(deps.table)).filter(({ closedAt }) => closedAt === undefined);
  for (const { id: accountId } of accounts) {
    if (told) await tell(deps, { accountId, hold: { ...told, scope: 'service' }, isOver: true });
    if (hold) await tell(deps, { accountId, hold, comment: service.paused?.reason, isOver: false });
  }
  await changeServiceHold(deps.table, ({ told: _, ...now }) => ({
    ...now,
    ...(hold && { told: { since: hold.since, reason: hold.reason } }),
  }));
  return hold !== undefined;
}

async function tell(
  { table, clock, ids }: Deps,
  options: {
    accountId: string;
    hold: Pick<Hold, 'scope' | 'reason' | 'since'>;
    comment?: string | undefined;
    isOver: boolean;
  },
): Promise<void> {
  const { accountId, hold, isOver } = options;
  const subject = `${accountId} ${hold.reason} ${isOver ? 'resumed' : 'paused'}`;
  const id = eventIdOf(subject, Date.parse(hold.since));
  await commit(table, [{ write: queueHoldEvent(ids, { ...options, id, now: clock.now() }) }]);
}
