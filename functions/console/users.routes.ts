import type { TableAccess } from '../../shared/platform/store/table-access';
import { ROLES } from '../../shared/users/role';
import { declare } from './declare';
import { FLAG, oneOf, record, resultsOf, TEXT, textOf, TIME } from './schemas';

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
const access: TableAccess = {
  read: ['account', 'user', 'userEmail'],
  query: ['member'],
  put: ['member', 'user', 'userEmail', 'userList'],
  update: ['user'],
  delete: ['member', 'user'],
  check: ['account', 'user'],
};

export const listUsers = declare({
  operationId: 'listUsers',
  method: 'GET',
  path: 'users',
  scope: 'account:admin',
  summary: 'List the users of the account, oldest first',
  access,
  answer: { name: 'Users', schema: resultsOf(USER), example: { results: [EXAMPLE] } },
});

export const inviteUser = declare({
  operationId: 'inviteUser',
  method: 'POST',
  path: 'users',
  scope: 'account:admin',
  summary: 'Invite a person to the account',
  description:
    'The first sign-in with this e-mail address makes the person the user. Where the stack made the user pool, ' +
    '`signInCommand` is the AWS command by which an operator gives the person a first password.',
  access,
  request: {
    schema: record({ email: textOf(254), role: oneOf(ROLES) }, { name: textOf(100) }),
    example: { email: 'ada@example.com', role: 'editor' },
  },
  answer: { status: 201, name: 'User', schema: USER, example: EXAMPLE },
  errors: [33110, 33111],
});

export const updateUser = declare({
  operationId: 'updateUser',
  method: 'PATCH',
  path: 'users/{id}',
  scope: 'account:admin',
  summary: 'Give a user another role in the account',
  description:
    'Users cannot change their own role (`details.status` is `self`), and the last administrator stays one (`lastAdmin`).',
  access,
  request: { schema: record({ role: oneOf(ROLES) }), example: { role: 'sender' } },
  answer: { name: 'User', schema: USER, example: EXAMPLE },
  errors: [33110, 33111],
});

export const removeUser = declare({
  operationId: 'removeUser',
  method: 'DELETE',
  path: 'users/{id}',
  scope: 'account:admin',
  summary: 'Take the account away from a user',
  description:
    'Not from oneself (`details.status` is `self`), nor from the last administrator (`lastAdmin`).',
  access,
  errors: [33110, 33111],
});

export const signOutUser = declare({
  operationId: 'signOutUser',
  method: 'POST',
  path: 'users/{id}/sign-out',
  scope: 'account:admin',
  summary: 'End all sessions of a user of the account, wherever the user is signed in',
  access,
  answer: { name: 'User', schema: USER, example: EXAMPLE },
  errors: [33110],
});

export const USER_ROUTES = [listUsers, inviteUser, updateUser, removeUser, signOutUser];
