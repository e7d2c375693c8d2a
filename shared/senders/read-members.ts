import type { Account } from '../accounts/account';
import type { E164 } from '../phone-numbers/e164';
import type { Item } from '../platform/store/item';
import type { Table } from '../platform/store/table';
import { chooseMember } from './choose-member';
import { rateOf, numberItem, senderKeys, senderOf, type SenderTurn } from './number';
import { isOwnNumber, isSenderItem, type Sender, type SenderMember, senderItem } from './sender';

/** Member of a sender with its state, and the items of `senderKeys` from which that was read. */
export interface MemberState extends SenderMember, SenderTurn {
  items: Array<Item | undefined>;
}

type Scope = {
  account: Pick<Account, 'id' | 'closedAt' | 'paused' | 'protection'>;
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

/** Returns true for a member whose recipients other members take over: it is inactive, or its breaker is open. */
export const isOut = ({ isSenderActive, hold }: SenderTurn): boolean =>
  !isSenderActive || (hold?.scope === 'number' && hold.reason === 'provider');

/**
 * Chooses the member that sends to a recipient now: among those that are Active and whose breaker is closed, else among
 * those that are Active.
 *
 * @returns `inactive` when no member is Active; `otherCountry` when none of those serves the recipient's country
 *
 * **Source:** rules 2.8.
 */
export function chooseNow<Member extends SenderMember & SenderTurn>(
  members: readonly Member[],
  to: E164,
): Member | 'inactive' | 'otherCountry' {
  const active = members.filter(({ isSenderActive }) => isSenderActive);
  if (active.length === 0) return 'inactive';
  return (
    chooseMember(
      active.filter((member) => !isOut(member)),
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
  const { accountId, members } = sender;
  const own = members.filter(({ identity }) => isOwnNumber(identity));
  const items = await table.batchGet(
    own.map(({ identity: number }) => numberItem.key({ accountId, number })),
  );
  const numbers = new Map(
    items.flatMap((item) => (item ? [numberItem.read(item)] : [])).map((one) => [one.number, one]),
  );
  return members.flatMap((member): ActiveMember[] => {
    if (!isOwnNumber(member.identity)) return [{ ...member, ratePerSecond: undefined }];
    const number = numbers.get(member.identity);
    return number?.status === 'Active' ? [{ ...member, ratePerSecond: rateOf(number, { isMms }) }] : [];
  });
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
