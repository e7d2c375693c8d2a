import type { Actor } from '../../shared/accounts/actor';
import type { Table } from '../../shared/platform/store/table';
import { findUser } from '../../shared/users/user-store';

/** Adds the names of users; API keys and operators of the CLI have only their ids. */
export async function named(table: Table, { kind, id }: Actor) {
  const user = kind === 'user' ? await findUser(table, id) : undefined;
  return { kind, id, name: user?.name ?? user?.email };
}
