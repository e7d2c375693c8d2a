import type { Actor } from '../accounts/actor';
import { readApiKey, stateOf } from '../accounts/api-keys';
import type { Clock } from '../platform/clock';
import { apiKeyKey } from '../platform/store/keys';
import type { Table } from '../platform/store/table';
import { scopesOf } from '../users/role';
import { membershipItem } from '../users/user';
import { findUser } from '../users/user-store';

const SCOPE = 'campaigns:launch';

/**
 * Returns true while the launcher of something may still launch: the user or API key exists and has the right, and so
 * does the user who made the key. The rights of an AWS identity are not known here, so an operator keeps the right.
 *
 * **Source:** rules E4.7.
 */
export async function mayStillLaunch(
  { table, clock }: { table: Table; clock: Clock },
  { accountId, actor }: { accountId: string; actor: Actor },
): Promise<boolean> {
  switch (actor.kind) {
    case 'apiKey':
      return mayKeyLaunch(table, { accountId, keyId: actor.id, now: clock.now() });
    case 'user':
      return mayUserLaunch(table, { accountId, userId: actor.id });
    case 'operator':
      return true;
  }
}

async function mayKeyLaunch(
  table: Table,
  { accountId, keyId, now }: { accountId: string; keyId: string; now: Date },
): Promise<boolean> {
  const item = await table.get(apiKeyKey(keyId));
  if (!item) return false;
  const key = readApiKey(item);
  const isActive = key.accountId === accountId && stateOf(key, now) === 'active';
  if (!isActive || !(key.scopes?.includes(SCOPE) ?? true)) return false;
  const { createdBy: maker } = key;
  return maker?.kind !== 'user' || mayUserLaunch(table, { accountId, userId: maker.id });
}

async function mayUserLaunch(
  table: Table,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<boolean> {
  const [user, membership] = await Promise.all([
    findUser(table, userId),
    table.get(membershipItem.key({ userId, accountId })),
  ]);
  if (!user) return false;
  const { isOperator } = user;
  if (isOperator) return true;
  return (
    membership !== undefined &&
    scopesOf({ role: membershipItem.read(membership).role, isOperator }).includes(SCOPE)
  );
}
