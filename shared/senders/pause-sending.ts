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
import type { TransactItem } from '../platform/store/table';
import { CONFLICT, retryOnConflict } from '../platform/store/retry-on-conflict';
import { numberItem } from './number';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Scope of a pause: everything of an account, or what leaves from one of its numbers. */
export interface PauseScope {
  accountId: string;
  number?: string | undefined;
}

/** Pause or its end, as an operator or an admin of the account asks for it. */
type PauseRequest = PauseScope & { isByOperator: boolean };

/** Outcome of a pause or its end: the pause that is or was in force, if any, and whether something has changed. */
export type PauseChange =
  | { pause: Pause | undefined; isChanged: boolean }
  | { refused: 'notFound' | 'pausedByOperator' };

/** Pauses sending for all accounts. The timer tells the accounts, unless the caller does. **Source:** rules E8.4. */
export async function pauseService(deps: Deps, { reason }: { reason?: string | undefined }): Promise<Pause> {
  const paused = newPause(deps, reason, { isByOperator: true });
  const { after } = await changeServiceHold(deps, (service) =>
    service.paused ? undefined : { ...service, paused },
  );
  return after.paused ?? paused;
}

/** Ends the pause for all accounts. @returns the pause that it was; `undefined` when there was none */
export async function resumeService(deps: Deps): Promise<Pause | undefined> {
  const { before } = await changeServiceHold(deps, ({ paused, ...service }) =>
    paused ? service : undefined,
  );
  return before.paused;
}

/**
 * Pauses sending of an account or a number, with the event that says so. A pause that is in force stays as it is, except
 * that one of an admin becomes the operator's when an operator pauses too. A closed account is not found.
 *
 * **Source:** rules E8.4, E8.5.
 */
export const pauseSending = (
  deps: Deps,
  { reason, ...request }: PauseRequest & { reason?: string | undefined },
): Promise<PauseChange> =>
  changePause(deps, request, (before) => {
    const asked = newPause(deps, reason, request);
    if (!before) return asked;
    if (before.isByOperator || !request.isByOperator) return 'unchanged';
    return { ...before, ...asked, since: before.since };
  });

/**
 * Ends the pause of an account or a number, with the event that says so. An admin cannot end the pause of an operator.
 *
 * **Source:** rules E8.4, E8.5.
 */
export const resumeSending = (deps: Deps, request: PauseRequest): Promise<PauseChange> =>
  changePause(deps, request, (before) => {
    if (!before) return 'unchanged';
    return before.isByOperator && !request.isByOperator ? 'pausedByOperator' : undefined;
  });

const newPause = (
  { clock }: Deps,
  reason: string | undefined,
  { isByOperator }: { isByOperator: boolean },
): Pause => ({
  since: isoNow(clock),
  ...(reason !== undefined && reason !== '' && { reason }),
  ...(isByOperator && { isByOperator }),
});

async function changePause(
  deps: Deps,
  scope: PauseScope,
  change: (before: Pause | undefined) => Pause | undefined | 'unchanged' | 'pausedByOperator',
): Promise<PauseChange> {
  const { table } = deps;
  const key = keyOf(scope);
  return retryOnConflict<PauseChange>(table.waits, async () => {
    const item = await table.get(key);
    if (!item) return { refused: 'notFound' };
    const before = pausedIn(scope, item);
    const after = change(before);
    if (after === 'unchanged') return { pause: before, isChanged: false };
    if (after === 'pausedByOperator') return { refused: after };
    // Closing an account ends its sending for good: a pause that is written at the same time changes nothing.
    if (after && item.closedAt !== undefined) return { refused: 'notFound' };
    const result = await commit<'changed'>(table, [
      { write: { Update: setPause(key, { before, after }) }, onFail: 'changed' },
      ...eventOf(deps, scope, { before, after }).map((event) => ({ write: event })),
    ]);
    return result.committed ? { pause: after ?? before, isChanged: true } : CONFLICT;
  });
}

/** Returns the event of a pause that begins or ends; none when it has only become the operator's. */
function eventOf(
  { ids, clock }: Deps,
  { accountId, number }: PauseScope,
  { before, after }: { before: Pause | undefined; after: Pause | undefined },
): TransactItem[] {
  const pause = after ?? before;
  if (!pause || (before && after)) return [];
  const { since, reason: comment } = pause;
  const scope = number === undefined ? 'account' : 'number';
  const hold = { scope, reason: 'paused', since } as const;
  return [queueHoldEvent(ids, { accountId, number, hold, comment, isOver: !after, now: clock.now() })];
}

const keyOf = ({ accountId, number }: PauseScope): Key =>
  number === undefined ? accountItem.key(accountId) : numberItem.key({ accountId, number });

const pausedIn = ({ number }: PauseScope, item: Item): Pause | undefined =>
  (number === undefined ? accountItem.read(item) : numberItem.read(item)).paused;

function setPause(key: Key, { before, after }: { before: Pause | undefined; after: Pause | undefined }) {
  const isAsRead = before
    ? `paused.since = :since AND attribute_${before.isByOperator ? 'exists' : 'not_exists'}(paused.isByOperator)`
    : 'attribute_not_exists(paused)';
  return {
    Key: key,
    ...updateExpression(
      after ? { set: { paused: after } } : { remove: ['paused'] },
      before ? { values: { ':since': before.since } } : {},
    ),
    ConditionExpression: `attribute_exists(pk) AND ${isAsRead}`,
  };
}
