import type { TableAccess } from '../../shared/platform/store/table-access';
import { ROLES } from '../../shared/users/role';
import { membershipItem } from '../../shared/users/user';
import { declare, declareForUser } from './declare';
import { oneOf, record, resultsOf, TEXT, textOf, TIME } from './schemas';

const plane = 'identity';
const INVITATION = record(
  { id: TEXT, email: TEXT, role: oneOf(ROLES), invitedBy: TEXT, createdAt: TIME, expiresAt: TIME },
  { signInCommand: TEXT },
);
const EXAMPLE = {
  id: 'inv_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  email: 'ada@example.com',
  role: 'editor',
  invitedBy: 'grace@example.com',
  createdAt: '2026-03-01T12:00:00.000Z',
  expiresAt: '2026-03-08T12:00:00.000Z',
};

export const listInvitations = declare({
  operationId: 'listInvitations',
  method: 'GET',
  path: 'invitations',
  scope: 'account:admin',
  summary: 'List the invitations of the account that wait for an answer, oldest first',
  access: { query: ['invitation'] },
  answer: { name: 'Invitations', schema: resultsOf(INVITATION), example: { results: [EXAMPLE] } },
});

export const inviteUser = declare({
  operationId: 'inviteUser',
  method: 'POST',
  path: 'invitations',
  scope: 'account:admin',
  summary: 'Invite a person to the account',
  description:
    'The person sees the invitation after signing in with this e-mail address, and accepts or declines it, within seven days, ' +
    'while the user who invites is an administrator. ' +
    'Nothing tells whether the person has signed in here before. Where the stack made the user pool, `signInCommand` is the AWS ' +
    'command by which an operator gives the person a first password.',
  plane,
  access: {
    query: ['member'],
    read: ['operator', 'user'],
    check: ['account'],
    put: ['invitation', 'invited'],
  },
  request: {
    schema: record({ email: textOf(254), role: oneOf(ROLES) }),
    example: { email: 'ada@example.com', role: 'editor' },
  },
  answer: { status: 201, name: 'Invitation', schema: INVITATION, example: EXAMPLE },
  errors: [33110, 33111],
});

export const withdrawInvitation = declare({
  operationId: 'withdrawInvitation',
  method: 'DELETE',
  path: 'invitations/{id}',
  bucket: 'stop',
  scope: 'account:admin',
  summary: 'Withdraw an invitation',
  plane,
  access: { read: ['invitation'], delete: ['invitation', 'invited'] },
  errors: [33110],
});

const answering: TableAccess = {
  query: ['invited'],
  read: ['account', 'invitation'],
  delete: ['invitation', 'invited'],
};

export const acceptInvitation = declareForUser({
  operationId: 'acceptInvitation',
  method: 'POST',
  path: 'session/invitations/{id}/accept',
  summary: 'Accept an invitation, which gives the account',
  plane,
  access: {
    ...answering,
    // Checks that the inviting user may still invite.
    check: ['account', 'operator', 'user'],
    put: ['member'],
    putOnly: { user: membershipItem.attributes },
  },
  errors: [33110, 33111],
});

export const declineInvitation = declareForUser({
  operationId: 'declineInvitation',
  method: 'POST',
  path: 'session/invitations/{id}/decline',
  summary: 'Decline an invitation',
  bucket: 'stop',
  plane,
  access: answering,
  errors: [33110],
});

export const INVITATION_ROUTES = [
  listInvitations,
  inviteUser,
  withdrawInvitation,
  acceptInvitation,
  declineInvitation,
];
