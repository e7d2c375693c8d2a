import type { Account } from '../accounts/account';
import type { Table } from '../platform/store/table';
import { type AccountNumber, numberItem } from './number';
import { type MemberState, readMembers } from './read-members';
import { isOwnNumber, isPool, type Sender, type SenderMember } from './sender';

/**
 * Use of a member now. `ready`: it sends; `paused` and `held`: its texts wait, because sending is paused, or because the
 * provider takes none; `inactive`: it is not Active; `removed`: the account does not have the number any more.
 */
export const MEMBER_USES = ['ready', 'paused', 'held', 'inactive', 'removed'] as const;
export type MemberUse = (typeof MEMBER_USES)[number];

/** Use of a sender now: `waiting` when texts are accepted and wait, `unusable` when they are refused. */
export const SENDER_USES = ['ready', 'waiting', 'unusable'] as const;
type SenderUse = (typeof SENDER_USES)[number];

export const MEMBER_KINDS = ['number', 'pool', 'senderId'] as const;

interface ShownMember extends SenderMember, Pick<AccountNumber, 'ratePerSecond' | 'mmsPerSecond'> {
  kind: (typeof MEMBER_KINDS)[number];
  use: MemberUse;
}

/** Sender with its members as they are now. **Source:** rules 2.8. */
interface ShownSender extends Omit<Sender, 'accountId' | 'version' | 'members'> {
  use: SenderUse;
  members: ShownMember[];
}

/** Reads whether a sender and each of its members can be used now. */
export async function readSenderState(
  table: Table,
  {
    sender,
    account,
  }: { sender: Sender; account: Pick<Account, 'id' | 'closedAt' | 'paused' | 'trackLastTexted'> },
): Promise<ShownSender> {
  const states = await readMembers(table, { sender, account, isMms: false });
  const members = states.map(showMember);
  const { id, name, createdAt, updatedAt } = sender;
  return { id, name, use: useOfSender(members.map(({ use }) => use)), members, createdAt, updatedAt };
}

function showMember(state: MemberState): ShownMember {
  const { identity, countries, items } = state;
  const shown = { identity, countries, use: useOfMember(state) };
  if (!isOwnNumber(identity)) return { ...shown, kind: isPool(identity) ? 'pool' : 'senderId' };
  const { ratePerSecond, mmsPerSecond } = numberItem.readIfAny(items[0]) ?? {};
  return { ...shown, kind: 'number', ratePerSecond, mmsPerSecond };
}

/** Decides whether a member can be used now. */
export function useOfMember({
  identity,
  items: [item],
  isSenderActive,
  hold,
}: Pick<MemberState, 'identity' | 'items' | 'isSenderActive' | 'hold'>): MemberUse {
  if (isOwnNumber(identity) && !item) return 'removed';
  if (!isSenderActive) return 'inactive';
  if (!hold) return 'ready';
  return hold.reason === 'paused' ? 'paused' : 'held';
}

/** Decides whether a sender can be used now, by its members. */
export function useOfSender(members: readonly MemberUse[]): SenderUse {
  if (members.includes('ready')) return 'ready';
  return members.some((use) => use === 'paused' || use === 'held') ? 'waiting' : 'unusable';
}
