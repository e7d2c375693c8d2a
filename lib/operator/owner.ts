import type { Account } from '../../shared/accounts/account';
import type { Actor } from '../../shared/accounts/actor';
import type { CustomFieldSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { findSchema } from '../../shared/audience/custom-fields/define-fields';
import type { Target } from './target';
import { requireAccount, requireOpenAccount } from './verb';

interface Owner {
  account: Account;
  schema: CustomFieldSchema;
}

/** Reads an account with its custom fields. @throws OperatorError for an account that is not there */
export async function ownerOf(target: Target, accountId: string): Promise<Owner> {
  return withSchema(target, await requireAccount(target, accountId));
}

/** Reads an open account with its custom fields. @throws OperatorError for one that is not there, or closed */
export async function openOwnerOf(target: Target, accountId: string): Promise<Owner> {
  return withSchema(target, await requireOpenAccount(target, accountId));
}

const withSchema = async ({ table }: Target, account: Account): Promise<Owner> => ({
  account,
  schema: await findSchema(table, account.id),
});

/** Names the operator for audit and approvals. */
export const actorOf = async ({ findCaller }: Target): Promise<Actor> => ({
  kind: 'operator',
  id: await findCaller(),
});
