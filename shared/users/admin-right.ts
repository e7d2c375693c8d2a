import { operatorKey } from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';
import { membershipItem } from './user';

interface Place {
  accountId: string;
  userId: string;
}

/** Right by which a user acts as an administrator of an account: as an operator, or as one of its administrators. */
export type AdminRight = 'operator' | 'admin';

/** Finds the right by which a user may act as an administrator of an account; `undefined` without one. */
export async function findAdminRight(table: Table, place: Place): Promise<AdminRight | undefined> {
  const [operator, membership] = await table.batchGet([operatorKey(place.userId), membershipItem.key(place)]);
  if (operator) return 'operator';
  return membershipItem.readIfAny(membership)?.role === 'admin' ? 'admin' : undefined;
}

/** Builds a check for a transaction, which fails when the user has lost the right. */
export function checkAdminRight({ right, ...place }: Place & { right: AdminRight }): TransactItem {
  switch (right) {
    case 'operator':
      return {
        ConditionCheck: { Key: operatorKey(place.userId), ConditionExpression: 'attribute_exists(pk)' },
      };
    case 'admin':
      return {
        ConditionCheck: {
          Key: membershipItem.key(place),
          ConditionExpression: '#role = :admin',
          ExpressionAttributeNames: { '#role': 'role' },
          ExpressionAttributeValues: { ':admin': 'admin' },
        },
      };
  }
}
