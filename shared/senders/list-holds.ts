import type { Account } from '../accounts/account';
import type { Breaker } from '../holds/breaker';
import type { HoldReason, HoldScope } from '../holds/hold';
import { outageItem } from '../holds/outage';
import type { Pause } from '../holds/pause';
import { anyServiceHoldKey, readServiceHold, type ServiceHold, serviceHoldItem } from '../holds/service-hold';
import type { Table } from '../platform/store/table';
import { listNumbers } from './number-store';

/** One of the things that keep messages waiting, in an answer. **Source:** rules E8. */
export interface ListedHold {
  scope: HoldScope;
  reason: HoldReason;
  /** ISO time. */
  since: string;
  /** Number that is held; only with scope `number`. */
  number?: string;
  /** Reason that was given for a pause. */
  comment?: string;
  /** Set for a pause that only an operator ends. */
  isByOperator?: true;
}

/** Lists everything that keeps messages of an account waiting: what holds all accounts first, its numbers last. */
export async function listHolds(table: Table, account: Account): Promise<ListedHold[]> {
  const numbers = await listNumbers(table, account.id);
  const [serviceItem, ...outages] = await table.batchGet([
    anyServiceHoldKey(),
    ...numbers.map((number) => outageItem.key(number)),
  ]);
  return [
    ...holdsOfService(serviceHoldItem.readIfAny(serviceItem)),
    ...pausesOf(account.paused, { scope: 'account' }),
    ...numbers.flatMap(({ number, paused }, index) => [
      ...pausesOf(paused, { scope: 'number', number }),
      ...outagesOf(outageItem.readIfAny(outages[index])?.breaker, { scope: 'number', number }),
    ]),
  ];
}

/** Lists what keeps the messages of all accounts waiting. */
export const listServiceHolds = async (table: Table): Promise<ListedHold[]> =>
  holdsOfService(await readServiceHold(table));

const holdsOfService = (service: ServiceHold | undefined): ListedHold[] => [
  ...pausesOf(service?.paused, { scope: 'service' }),
  ...outagesOf(service?.breaker, { scope: 'service', reason: service?.because }),
];

function pausesOf(
  pause: Pause | undefined,
  { scope, number }: { scope: HoldScope; number?: string },
): ListedHold[] {
  if (!pause) return [];
  const { since, reason: comment, isByOperator } = pause;
  return [
    {
      ...{ scope, reason: 'paused', since },
      ...(number !== undefined && { number }),
      ...(comment && { comment }),
      ...(isByOperator && { isByOperator }),
    },
  ];
}

function outagesOf(
  breaker: Breaker | undefined,
  options: { scope: HoldScope; number?: string; reason?: HoldReason | undefined },
): ListedHold[] {
  const { scope, number, reason = 'provider' } = options;
  const since = breaker?.openSince;
  return since === undefined ? [] : [{ scope, ...(number !== undefined && { number }), reason, since }];
}
