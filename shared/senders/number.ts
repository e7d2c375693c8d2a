import { number, object, optional, picklist, string } from 'valibot';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import type { Item } from '../platform/store/item';
import { accountNumberKey } from '../platform/store/keys';
import type { Breaker } from '../holds/breaker';
import { type Hold, holdKeys, holdOf, lastClosedAt } from '../holds/hold';
import { outageItem } from '../holds/outage';
import type { Account } from '../accounts/account';
import { storedPause } from '../holds/pause';
import type { Key } from '../platform/store/keys';
import { REGION_SIDES, regionSide } from '../platform/region-side';
import { MAX_NUMBER_RATE } from '../limits';
import { capOf, type DailyCap } from './daily-cap';
import { NUMBER_KINDS } from './number-kind';
import { isOwnNumber, isSenderItem } from './sender';

/** Sender number assigned to an account. **Source:** rules 1, 2.1. */
export const numberItem = defineItem({
  entity: 'number',
  key: (address: { accountId: string; number: string }) =>
    accountNumberKey(address.accountId, address.number),
  value: object({
    number: string(),
    accountId: string(),
    status: picklist(['Active', 'Inactive']),
    /** Region that has the number at AWS; absent: the first. */
    region: optional(picklist(REGION_SIDES)),
    /** Message parts per second that the number may send; absent: only the provider's throttling limits it. */
    ratePerSecond: optional(number()),
    /** MMS per second, if that rate differs. */
    mmsPerSecond: optional(number()),
    kind: optional(picklist(NUMBER_KINDS)),
    /** Most message parts that the brand of the number sends in a day of T-Mobile. */
    dailyCap: optional(number()),
    /** Name of the brand whose numbers share the cap; absent: all numbers of the account without a name. */
    brand: optional(string()),
    /** Time at which nothing was left of the cap, by `usedUpAt`. */
    usedUpCap: optional(string()),
    /** Set while sending from the number is paused. */
    paused: optional(storedPause),
    createdAt: string(),
  }),
});
export type AccountNumber = ValueOf<typeof numberItem>;
export type NumberStatus = AccountNumber['status'];

export const readNumber = numberItem.read;

/** Returns true for a number that messages may leave from: it is Active, and this region has it. */
export function isActiveHere(number: Pick<AccountNumber, 'status' | 'region'> | undefined): boolean {
  if (number?.status !== 'Active') return false;
  const side = regionSide();
  return side === undefined || side === (number.region ?? 'first');
}

/**
 * Returns the parts per second that the number may send of texts, or of MMS. A number with a daily cap always has a rate:
 * its parts are counted where its slots are reserved.
 */
export function rateOf(
  {
    ratePerSecond,
    mmsPerSecond,
    dailyCap,
  }: Pick<AccountNumber, 'ratePerSecond' | 'mmsPerSecond' | 'dailyCap'>,
  { isMms }: { isMms: boolean },
): number | undefined {
  const rate = isMms ? (mmsPerSecond ?? ratePerSecond) : ratePerSecond;
  return rate ?? (dailyCap === undefined ? undefined : MAX_NUMBER_RATE);
}

/**
 * Keys of the items by which `senderOf` decides, in its order.
 *
 * @param options.number number, other identity of a sender, or id of a sender
 * @param options.senderId sender for which a pool or a sender id stands
 */
export const senderKeys = (options: {
  accountId: string;
  number: string;
  senderId?: string | undefined;
}): [Key, Key, Key] => {
  const { accountId, number: identity, senderId } = options;
  const number = senderId === undefined || isOwnNumber(identity) ? identity : senderId;
  return [numberItem.key({ accountId, number }), ...holdKeys(options)];
};

/** State of a number at a message's turn. */
export interface SenderTurn {
  isSenderActive: boolean;
  ratePerSecond: number | undefined;
  /** Daily cap of the number's brand; absent: none. */
  cap: DailyCap | undefined;
  /** Hold that keeps its messages waiting; absent when they go out. */
  hold: Hold | undefined;
  /** The number's breaker; absent while the provider answers as it should. */
  breaker: Breaker | undefined;
  /** Rules of the provider under which the account sends; absent: those of the AWS account. */
  protection: string | undefined;
  /** True when contacts keep the time of the last text to them. */
  tracksTexts: boolean;
  /** ISO time at which a breaker that held its messages has closed: sending grows from then on. */
  closedAt: string | undefined;
}

/**
 * Decides whether a message may leave from the number at its turn, and at which rate. Nothing is sent for a closed
 * account, also before its numbers are removed.
 *
 * @param items items of `senderKeys`, as read
 * @param options.account `undefined` when its data have been deleted
 */
export function senderOf(
  [itemOfNumber, serviceItem, itemOfOutage]: Array<Item | undefined>,
  options: {
    account: Pick<Account, 'closedAt' | 'paused' | 'protection' | 'trackLastTexted'> | undefined;
    isMms: boolean;
  },
): SenderTurn {
  const { account, isMms } = options;
  // A pool or a sender id is Active as long as there is its sender.
  const isOther = itemOfNumber !== undefined && isSenderItem(itemOfNumber);
  const number = isOther ? undefined : numberItem.readIfAny(itemOfNumber);
  const isAccountOpen = account !== undefined && account.closedAt === undefined;
  return {
    isSenderActive: isAccountOpen && (isOther || isActiveHere(number)),
    ratePerSecond: number && rateOf(number, { isMms }),
    cap: number && capOf(number),
    hold: holdOf({ serviceItem, outageItem: itemOfOutage, account, number }),
    breaker: outageItem.readIfAny(itemOfOutage)?.breaker,
    protection: account?.protection,
    tracksTexts: account?.trackLastTexted ?? false,
    closedAt: lastClosedAt({ serviceItem, outageItem: itemOfOutage }),
  };
}
