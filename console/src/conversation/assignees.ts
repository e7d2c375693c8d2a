import type { Assignee, ConversationNote } from '../api/schemas';

/** Value of the choice of no user. */
export const NO_USER = '';

/** Returns the name of a user as others know it. */
export const nameOfAssignee = ({ id, name, email }: Assignee, ownId: string): string =>
  id === ownId ? 'You' : (name ?? email);

/** Returns the name of a note's author; the address at that time for one who is no user of the account any more. */
export const nameOfAuthor = (
  { by }: Pick<ConversationNote, 'by'>,
  { users, ownId }: { users: readonly Assignee[]; ownId: string },
): string => nameOfAssignee(users.find(({ id }) => id === by.id) ?? by, ownId);

/** Returns the choices of an assignee: no user, the user who chooses, then the others by name. */
export function assigneeOptions(users: readonly Assignee[], ownId: string) {
  const options = users.map((user) => ({
    value: user.id,
    label: nameOfAssignee(user, ownId),
    ...(user.name !== undefined && user.id !== ownId && { description: user.email }),
  }));
  const own = options.filter(({ value }) => value === ownId);
  const others = options.filter(({ value }) => value !== ownId);
  others.sort((a, b) => a.label.localeCompare(b.label));
  return [{ value: NO_USER, label: 'No user' }, ...own, ...others];
}
