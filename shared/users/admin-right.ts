import { operatorKey } from '../platform/store/keys';
import type { Table, TransactItem } from '../platform/store/table';
import { membershipItem } from './user';

interface Place {
  accountId: string;
  userId: string;
}

/** Why a user may do in an account what its administrators may: as an operator, or as one of them. */
export type AdminRight = 'operator' | 'admin';

/** Finds why a user may act as an administrator of an account; `undefined` for one who may not. */
export async function findAdminRight(table: Table, place: Place): Promise<AdminRight | undefined> {
  const [operator, membership] = await table.batchGet([operatorKey(place.userId), membershipItem.key(place)]);
  if (operator) return 'operator';
  return membershipItem.readIfAny(membership)?.role === 'admin' ? 'admin' : undefined;
}

/** Part of a transaction: holds while the user has the right. */
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
