import type { AccountSender } from '../api/schemas';

export type SenderMember = AccountSender['members'][number];
type Look = { text: string; type: 'success' | 'warning' | 'stopped' | 'error' };

/** Words for what a member can do now. */
export const MEMBER_USES: Record<SenderMember['use'], Look> = {
  ready: { text: 'Ready', type: 'success' },
  paused: { text: 'Paused: its texts wait', type: 'warning' },
  held: { text: 'The provider takes none: its texts wait', type: 'warning' },
  inactive: { text: 'Inactive', type: 'stopped' },
  removed: { text: 'Not a number of the account any more', type: 'error' },
};

/** Words for what a sender can do now. */
export const SENDER_USES: Record<AccountSender['use'], Look> = {
  ready: { text: 'Ready', type: 'success' },
  waiting: { text: 'Texts wait', type: 'warning' },
  unusable: { text: 'Cannot be used: no member is active', type: 'error' },
};

/** Returns a member's identity in words: `id:ACME` is “Sender ID ACME”. Numbers stay as they are. */
export function describeIdentity(identity: string): string {
  if (identity.startsWith('pool:')) return `Pool ${identity.slice('pool:'.length)}`;
  return identity.startsWith('id:') ? `Sender ID ${identity.slice('id:'.length)}` : identity;
}

/** Returns what a phone shows above a text: of a sender, that it is one of its members. */
export function nameOnPhone(from: string, nameOf: (from: string) => string): string {
  if (from === '') return 'Sender';
  return from.startsWith('snd_') ? `A member of ${nameOf(from)}` : from.replace(/^id:/, '');
}

/** Returns the name of the sender that `from` names; a number stays as it is. */
export function nameOfSender(
  from: string,
  senders: readonly Pick<AccountSender, 'id' | 'name'>[] | undefined,
): string {
  if (!from.startsWith('snd_')) return describeIdentity(from);
  const found = senders?.find(({ id }) => id === from);
  if (found !== undefined) return found.name;
  return senders === undefined ? 'A sender' : 'A sender that was deleted';
}
