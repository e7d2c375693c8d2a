import type { Account } from '../accounts/account';
import type { E164 } from '../phone-numbers/e164';
import type { Item } from '../platform/store/item';
import type { Table } from '../platform/store/table';
import { cappedUntilMs } from './daily-cap';
import { chooseMember } from './choose-member';
import {
  type AccountNumber,
  isActiveHere,
  rateOf,
  numberItem,
  senderKeys,
  senderOf,
  type SenderTurn,
} from './number';
import { isOwnNumber, isSenderItem, type Sender, type SenderMember, senderItem } from './sender';

/** Member of a sender with its state, and the items of `senderKeys` from which that was read. */
export interface MemberState extends SenderMember, SenderTurn {
  items: Array<Item | undefined>;
}

type Scope = {
  account: Pick<Account, 'id' | 'closedAt' | 'paused' | 'protection' | 'trackLastTexted'>;
  isMms: boolean;
};

/** Reads the state of all members of a sender in one round trip. */
export async function readMembers(
  table: Table,
  { sender, account, isMms }: Scope & { sender: Sender },
): Promise<MemberState[]> {
  const { accountId, id: senderId } = sender;
  const keys = sender.members.map(({ identity: number }) => senderKeys({ accountId, number, senderId }));
  const service = keys[0]?.[1];
  const ofSender = senderItem.item({ accountId, senderId }, sender);
  const items = await table.batchGet([
    ...(service ? [service] : []),
    ...keys.map(([, , outage]) => outage),
    ...sender.members.flatMap(({ identity }, index) =>
      isOwnNumber(identity) ? (keys[index]?.[0] ?? []) : [],
    ),
  ]);
  const [serviceItem, ...rest] = items;
  const outages = rest.slice(0, keys.length);
  const numbers = rest.slice(keys.length);
  return sender.members.map((member, index) => {
    const own = isOwnNumber(member.identity) ? numbers.shift() : ofSender;
    const ofMember = [own, serviceItem, outages[index]];
    return { ...member, items: ofMember, ...senderOf(ofMember, { account, isMms }) };
  });
}

/**
 * Returns true for a member whose recipients other members take over: it is inactive, its breaker is open, or its daily
 * cap is used up.
 */
export const isOut = ({ isSenderActive, hold, cap }: SenderTurn, nowMs: number): boolean =>
  !isSenderActive ||
  (hold?.scope === 'number' && hold.reason === 'provider') ||
  cappedUntilMs({ cap }, nowMs) !== undefined;

/**
 * Chooses the member that sends to a recipient now: among those that are not out, else among those that are Active.
 *
 * @returns `inactive` when no member is Active; `otherCountry` when none of those serves the recipient's country
 *
 * **Source:** rules 2.8.
 */
export function chooseNow<Member extends SenderMember & SenderTurn>(
  members: readonly Member[],
  { to, nowMs }: { to: E164; nowMs: number },
): Member | 'inactive' | 'otherCountry' {
  const active = members.filter(({ isSenderActive }) => isSenderActive);
  if (active.length === 0) return 'inactive';
  return (
    chooseMember(
      active.filter((member) => !isOut(member, nowMs)),
      to,
    ) ??
    chooseMember(active, to) ??
    'otherCountry'
  );
}

/** Member with what a job needs to know of it when it is accepted. */
export interface ActiveMember extends SenderMember {
  ratePerSecond: number | undefined;
}

/** Reads the Active members of a sender with their rates. */
export async function readActiveMembers(
  table: Table,
  { sender, isMms }: { sender: Sender; isMms: boolean },
): Promise<ActiveMember[]> {
  const numbers = await readNumbers(table, sender);
  return sender.members.flatMap((member, index): ActiveMember[] => {
    if (!isOwnNumber(member.identity)) return [{ ...member, ratePerSecond: undefined }];
    const number = numbers[index];
    return number && isActiveHere(number) ? [{ ...member, ratePerSecond: rateOf(number, { isMms }) }] : [];
  });
}

/** Reads the Active numbers among the members of a sender; `undefined` stands for a pool or a sender id. */
export async function readActiveNumbers(
  table: Table,
  sender: Sender,
): Promise<Array<AccountNumber | undefined>> {
  const numbers = await readNumbers(table, sender);
  return numbers.filter(
    (one, index) => isActiveHere(one) || !isOwnNumber(sender.members[index]?.identity ?? ''),
  );
}

/** Reads the numbers of a sender, in the order of its members; `undefined` for what is no number of the account. */
async function readNumbers(
  table: Table,
  { accountId, members }: Sender,
): Promise<Array<AccountNumber | undefined>> {
  const own = members.filter(({ identity }) => isOwnNumber(identity));
  const items = await table.batchGet(
    own.map(({ identity: number }) => numberItem.key({ accountId, number })),
  );
  const numbers = new Map(
    items.flatMap((item) => (item ? [numberItem.read(item)] : [])).map((one) => [one.number, one]),
  );
  return members.map(({ identity }) => numbers.get(identity));
}

/**
 * Reads the rates at which messages leave from a number, or from all members of a sender at once.
 *
 * @param item number or sender, as read
 * @returns empty when one of them has no rate, so that only the provider's throttling limits it
 */
export async function readRates(table: Table, item: Item, { isMms }: { isMms: boolean }): Promise<number[]> {
  const all = isSenderItem(item)
    ? await readActiveMembers(table, { sender: senderItem.read(item), isMms })
    : [{ ratePerSecond: rateOf(numberItem.read(item), { isMms }) }];
  const rates = all.map(({ ratePerSecond }) => ratePerSecond);
  return rates.includes(undefined) ? [] : rates.filter((rate) => rate !== undefined);
}
