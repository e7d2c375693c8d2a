import type { TableAccess } from '../../shared/platform/store/table-access';
import { ROLES } from '../../shared/users/role';
import { declareForOperators } from './declare';
import { KEYS_PARAMETER, SETTLED_KEYS } from './users.routes';
import { FLAG, listOf, oneOf, record, TEXT, textOf, TIME } from './schemas';

const USER = record(
  {
    id: TEXT,
    email: TEXT,
    isOperator: FLAG,
    status: oneOf(['invited', 'active']),
    createdAt: TIME,
    accounts: listOf(record({ id: TEXT, role: oneOf(ROLES) })),
  },
  { name: TEXT, lastSignInAt: TIME, signInCommand: TEXT },
);
const EXAMPLE = {
  id: 'usr_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  email: 'ada@example.com',
  isOperator: false,
  status: 'active',
  createdAt: '2026-03-01T12:00:00.000Z',
  accounts: [{ id: 'acc_01KJMNEX00D4VQ6N2M8XJ1PZRS', role: 'editor' }],
};
const answer = { name: 'OperatorUser', schema: USER, example: EXAMPLE };
const read: TableAccess = { read: ['operator', 'user', 'userEmail'], query: ['user'] };

export const listOperatorUsers = declareForOperators({
  operationId: 'listOperatorUsers',
  method: 'GET',
  path: 'users',
  summary: 'List the users of all accounts and the operators, oldest first',
  access: { ...read, query: ['user', 'userList'] },
  answer: {
    name: 'OperatorUsers',
    schema: record({ results: listOf(USER) }),
    example: { results: [EXAMPLE] },
  },
});

export const inviteOperator = declareForOperators({
  operationId: 'inviteOperator',
  method: 'POST',
  path: 'users',
  summary: 'Invite a person as an operator, or make a user one',
  access: { ...read, put: ['operator', 'user', 'userEmail', 'userList'], check: ['user'] },
  request: {
    schema: record({ email: textOf(254) }, { name: textOf(100) }),
    example: { email: 'ada@example.com' },
  },
  answer: { ...answer, status: 201 },
  errors: [33111],
});

export const removeOperatorUser = declareForOperators({
  operationId: 'removeOperatorUser',
  method: 'DELETE',
  path: 'users/{id}',
  bucket: 'stop',
  summary: 'Remove a user, who loses every account and is signed out',
  query: [KEYS_PARAMETER],
  description:
    'Not oneself (`details.status` is `self`), nor the last administrator of an account (`lastAdmin`).',
  access: {
    read: ['account', 'apiKey', 'operator', 'user'],
    query: ['account', 'accountList', 'user', 'member'],
    updateOnly: SETTLED_KEYS,
    delete: ['operator', 'user', 'userEmail', 'userList', 'identity', 'member'],
    check: ['user'],
  },
  errors: [33110, 33111],
});

export const signOutOperatorUser = declareForOperators({
  operationId: 'signOutOperatorUser',
  method: 'POST',
  path: 'users/{id}/sign-out',
  bucket: 'stop',
  summary: 'End all sessions of a user',
  access: { ...read, updateOnly: { user: ['signedOutAt'] } },
  answer,
  errors: [33110],
});

export const OPERATOR_USER_ROUTES = [
  listOperatorUsers,
  inviteOperator,
  removeOperatorUser,
  signOutOperatorUser,
];
