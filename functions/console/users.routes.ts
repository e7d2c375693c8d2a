import type { TableAccess } from '../../shared/platform/store/table-access';
import { ROLES } from '../../shared/users/role';
import { declare } from './declare';
import { FLAG, oneOf, record, resultsOf, TEXT, TIME } from './schemas';

const USER = record(
  {
    id: TEXT,
    email: TEXT,
    role: oneOf(ROLES),
    isOperator: FLAG,
    status: oneOf(['invited', 'active']),
    createdAt: TIME,
  },
  { name: TEXT, lastSignInAt: TIME, signInCommand: TEXT },
);
const EXAMPLE = {
  id: 'usr_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  email: 'ada@example.com',
  role: 'editor',
  isOperator: false,
  status: 'invited',
  createdAt: '2026-03-01T12:00:00.000Z',
};
/** Option of removals, and of changes to a role below administrator. */
export const KEYS_PARAMETER = {
  name: 'keys',
  schema: oneOf(['revoke', 'handOver']),
  description:
    'What becomes of API keys that the user made or has the present secret of: they end (`revoke`, the default), or stay, and ' +
    'count as made by who asks (`handOver`).',
};
/** Attributes that change when keys of a removed or demoted user are revoked or handed over. */
export const SETTLED_KEYS = { apiKey: ['accountId', 'revokedAt', 'createdBy', 'knownTo', 'previous'] };
const plane = 'identity';
const read: TableAccess = { read: ['operator', 'user'], query: ['member'] };
/**
 * Access for settling keys: they end with the right to create them. An account keeps an administrator: the transaction
 * checks that another member is one, or that the account is closed.
 */
const settle: TableAccess = {
  read: ['account', 'apiKey', 'operator', 'user'],
  query: ['account', 'member'],
  check: ['user'],
};

export const listUsers = declare({
  operationId: 'listUsers',
  method: 'GET',
  path: 'users',
  scope: 'account:admin',
  summary: 'List the users of the account, oldest first',
  access: read,
  answer: { name: 'Users', schema: resultsOf(USER), example: { results: [EXAMPLE] } },
});

export const updateUser = declare({
  operationId: 'updateUser',
  method: 'PATCH',
  path: 'users/{id}',
  scope: 'account:admin',
  summary: 'Give a user another role in the account',
  query: [KEYS_PARAMETER],
  description:
    'Users cannot change their own role (`details.status` is `self`), and the last administrator stays one (`lastAdmin`). ' +
    'Operators are changed by operators only. `keys` counts where an administrator gets another role.',
  plane,
  access: { ...settle, updateOnly: { ...SETTLED_KEYS, user: ['role'] } },
  request: { schema: record({ role: oneOf(ROLES) }), example: { role: 'sender' } },
  answer: { name: 'User', schema: USER, example: EXAMPLE },
  errors: [33110, 33111, 33118],
});

export const removeUser = declare({
  operationId: 'removeUser',
  method: 'DELETE',
  path: 'users/{id}',
  bucket: 'stop',
  scope: 'account:admin',
  summary: 'Take the account away from a user',
  query: [KEYS_PARAMETER],
  description:
    'Not from oneself (`details.status` is `self`), nor from the last administrator (`lastAdmin`). Operators are removed by operators only.',
  plane,
  access: { ...settle, updateOnly: SETTLED_KEYS, delete: ['member', 'user'] },
  errors: [33110, 33111, 33118],
});

export const signOutUser = declare({
  operationId: 'signOutUser',
  method: 'POST',
  path: 'users/{id}/sign-out',
  bucket: 'stop',
  scope: 'account:admin',
  summary: 'Sign a user out of the account',
  description:
    'The sessions of the user do not reach the account any more: the user has to sign in again for that. Other accounts of the ' +
    'user stay as they are. Operators are signed out by operators only.',
  plane,
  access: { ...read, updateOnly: { user: ['signedOutAt'] } },
  answer: { name: 'User', schema: USER, example: EXAMPLE },
  errors: [33110, 33118],
});

export const USER_ROUTES = [listUsers, updateUser, removeUser, signOutUser];
