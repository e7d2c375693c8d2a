import { chosenOf } from '../../app/chosen-of';

/** Parts of the inbox. Conversations that are assigned to a user, or to none, are open ones. */
export const INBOX_VIEWS = [
  { value: 'open', label: 'Open' },
  { value: 'mine', label: 'Mine' },
  { value: 'unassigned', label: 'Unassigned' },
  { value: 'closed', label: 'Closed' },
] as const;

/** Part of the inbox that is shown. */
export interface InboxView {
  show: (typeof INBOX_VIEWS)[number]['value'];
  isUnread: boolean;
}

/** Reads the shown part of the inbox from the address of the page. */
export const readView = (params: URLSearchParams): InboxView => ({
  show: chosenOf(INBOX_VIEWS, params.get('show') ?? '') ?? 'open',
  isUnread: params.get('unread') === 'true',
});

/** Returns the query that names a part of the inbox: in the address of the page, and in requests. */
export const queryOf = ({ show, isUnread }: InboxView) => ({
  ...(show !== 'open' && { show }),
  ...(isUnread && { unread: 'true' as const }),
});

/** Returns the address of a part of the inbox, or of a conversation in it. */
export function addressOf(view: InboxView, phoneNumber?: string): string {
  const query = new URLSearchParams(queryOf(view)).toString();
  const screen = phoneNumber === undefined ? 'inbox' : `inbox/${encodeURIComponent(phoneNumber)}`;
  return query === '' ? screen : `${screen}?${query}`;
}

/**
 * Returns the place of the conversation to which a step leads.
 *
 * @param at place of the present conversation; below 0 when it has left the list
 * @param lastAt its last place in the list: the next conversation has moved up to it
 */
export function placeAfter(step: 1 | -1, { at, lastAt }: { at: number; lastAt: number }): number {
  if (at >= 0) return at + step;
  return step === 1 ? lastAt : lastAt - 1;
}
