import { accountItem } from '../accounts/account';
import { queueHoldEvent } from '../holds/hold-event';
import type { Pause } from '../holds/pause';
import { changeServiceHold } from '../holds/service-hold';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit } from '../platform/store/commit';
import { updateExpression } from '../platform/store/expressions';
import type { Item } from '../platform/store/item';
import type { Key } from '../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import { numberItem } from './number';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** What is paused: everything of an account, or what leaves from one of its numbers. */
export interface PauseScope {
  accountId: string;
  number?: string | undefined;
}

/** Outcome of a pause or its end: the pause that is or was in force, if any, and whether something has changed. */
export type PauseChange = { pause: Pause | undefined; isChanged: boolean } | { refused: 'notFound' };

/** Pauses sending for all accounts. The timer tells the accounts, unless the caller does. **Source:** rules E8.4. */
export async function pauseService(deps: Deps, { reason }: { reason?: string | undefined }): Promise<Pause> {
  const paused = newPause(deps, reason);
  const { after } = await changeServiceHold(deps.table, (service) =>
    service.paused ? undefined : { ...service, paused },
  );
  return after.paused ?? paused;
}

/** Ends the pause for all accounts. @returns the pause that it was; `undefined` when there was none */
export async function resumeService(deps: Deps): Promise<Pause | undefined> {
  const { before } = await changeServiceHold(deps.table, ({ paused, ...service }) =>
    paused ? service : undefined,
  );
  return before.paused;
}

/**
 * Pauses sending of an account or a number, with the event that says so. A pause that is in force stays as it is. A
 * closed account is not found.
 *
 * **Source:** rules E8.4, E8.5.
 */
export const pauseSending = (
  deps: Deps,
  { reason, ...scope }: PauseScope & { reason?: string | undefined },
): Promise<PauseChange> =>
  changePause(deps, scope, (before) => (before ? 'unchanged' : newPause(deps, reason)));

/** Ends the pause of an account or a number, with the event that says so. **Source:** rules E8.4, E8.5. */
export const resumeSending = (deps: Deps, scope: PauseScope): Promise<PauseChange> =>
  changePause(deps, scope, (before) => (before ? undefined : 'unchanged'));

const newPause = ({ clock }: Deps, reason: string | undefined): Pause => ({
  since: isoNow(clock),
  ...(reason !== undefined && reason !== '' && { reason }),
});

async function changePause(
  deps: Deps,
  scope: PauseScope,
  change: (before: Pause | undefined) => Pause | undefined | 'unchanged',
): Promise<PauseChange> {
  const { table, ids, clock } = deps;
  const key = keyOf(scope);
  return retryOnConflict<PauseChange>(table.waits, async () => {
    const item = await table.get(key);
    if (!item) return { refused: 'notFound' };
    const before = pausedIn(scope, item);
    const after = change(before);
    if (after === 'unchanged') return { pause: before, isChanged: false };
    // Closing an account ends its sending for good: a pause that is written at the same time changes nothing.
    if (after && item.closedAt !== undefined) return { refused: 'notFound' };
    const { since, reason: comment } = after ?? before ?? newPause(deps, undefined);
    const hold = {
      scope: scope.number === undefined ? 'account' : 'number',
      reason: 'paused',
      since,
    } as const;
    const event = queueHoldEvent(ids, { ...scope, hold, comment, isOver: !after, now: clock.now() });
    const result = await commit<'changed'>(table, [
      { write: { Update: setPause(key, { before, after }) }, onFail: 'changed' },
      { write: event },
    ]);
    return result.committed ? { pause: after ?? before, isChanged: true } : CONFLICT;
  });
}

const keyOf = ({ accountId, number }: PauseScope): Key =>
  number === undefined ? accountItem.key(accountId) : numberItem.key({ accountId, number });

const pausedIn = ({ number }: PauseScope, item: Item): Pause | undefined =>
  (number === undefined ? accountItem.read(item) : numberItem.read(item)).paused;

function setPause(key: Key, { before, after }: { before: Pause | undefined; after: Pause | undefined }) {
  const isAsRead = before ? 'paused.since = :since' : 'attribute_not_exists(paused)';
  return {
    Key: key,
    ...updateExpression(
      after ? { set: { paused: after } } : { remove: ['paused'] },
      before ? { values: { ':since': before.since } } : {},
    ),
    ConditionExpression: `attribute_exists(pk) AND ${isAsRead}`,
  };
}
