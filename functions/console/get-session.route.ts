import { USER_SCOPES } from '../../shared/accounts/scopes';
import type { UserRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { ROLES } from '../../shared/users/role';
import { handlerOf } from './plane';
import { oneOf, record, TEXT, TIME } from './schemas';

export const route = {
  operationId: 'getSession',
  method: 'GET',
  path: '/console/api/session',
  handler: handlerOf('reading'),
  authentication: 'user',
  isForOperators: false,
  bucket: 'user',
  summary: 'Who is signed in, with which accounts',
} as const satisfies UserRoute;

export const access = (): TableAccess[] => [
  { read: ['account', 'invitation'], query: ['accountList', 'invited', 'user'] },
];

const SESSION_SCHEMA = {
  title: 'Session',
  type: 'object',
  description: 'A user who is signed in.',
  properties: {
    user: {
      type: 'object',
      properties: {
        id: { type: 'string' },
        email: { type: 'string' },
        name: { type: 'string' },
        isOperator: { type: 'boolean', description: 'Stands above accounts, and has all of them.' },
      },
      required: ['id', 'email', 'isOperator'],
      additionalProperties: false,
    },
    accounts: {
      type: 'array',
      description: 'Open accounts of the user, by name.',
      items: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          name: { type: 'string' },
          timeZone: { type: 'string', description: 'IANA name; absent: the account has none.' },
          role: { type: 'string', enum: ROLES },
          scopes: { type: 'array', items: { type: 'string', enum: USER_SCOPES } },
        },
        required: ['id', 'name', 'role', 'scopes'],
        additionalProperties: false,
      },
    },
    invitations: {
      type: 'array',
      description: 'What the user is invited to, by the e-mail address that was verified at the sign-in.',
      items: record({
        id: TEXT,
        account: record({ id: TEXT, name: TEXT }),
        role: oneOf(ROLES),
        invitedBy: TEXT,
        createdAt: TIME,
        expiresAt: TIME,
      }),
    },
    endsAt: {
      type: 'string',
      format: 'date-time',
      description: 'When the user must sign in again at the latest.',
    },
  },
  required: ['user', 'accounts', 'invitations', 'endsAt'],
  additionalProperties: false,
} as const;

export const documentation = (): RouteDocumentation => ({
  tag: 'Console',
  description: 'The first request of the console. Without a session it is answered with 401: sign in then.',
  answers: {
    200: {
      description: 'The user.',
      schema: { Session: SESSION_SCHEMA },
      examples: {
        editor: {
          summary: 'An editor of one account',
          value: {
            user: {
              id: 'usr_01KJMNEX00D4VQ6N2M8XJ1PZRS',
              email: 'ada@example.com',
              name: 'Ada Lovelace',
              isOperator: false,
            },
            accounts: [
              {
                id: 'acc_01KJMNEX00D4VQ6N2M8XJ1PZRS',
                name: 'Acme',
                role: 'editor',
                scopes: [
                  'messages:read',
                  'contacts:read',
                  'campaigns:read',
                  'contacts:write',
                  'campaigns:write',
                ],
              },
            ],
            invitations: [],
            endsAt: '2026-03-02T12:00:00.000Z',
          },
        },
      },
    },
  },
  errors: [],
});
