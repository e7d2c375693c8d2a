import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import type { UserRoute } from '../../shared/http/route';
import { userEndpoint } from '../../shared/http/user-endpoint';
import type { CorePlatform } from '../../shared/platform/platform';
import validateInvite from '../../shared/platform/validation/generated/invite-user';
import { signInCommandFor } from '../../shared/users/cognito-user';
import { parseEmail } from '../../shared/users/email';
import {
  answerInvitation,
  createInvitation,
  type Invitation,
  type InvitationRefusal,
  listInvitations,
  withdrawInvitation,
} from '../../shared/users/invitation';
import * as routes from './invitations.routes';

/** Routes of invitations to an account, for its administrators and for the invited people. **Source:** rules E6. */
export const INVITATION_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listInvitations.route,
    handler: endpoint({
      route: routes.listInvitations.route,
      handle: async ({ platform, account }) => {
        const invitations = await listInvitations(platform, account.id);
        const results = invitations.map((invitation) => present(platform, invitation));
        return { status: 200, body: { results } };
      },
    }),
  },
  {
    route: routes.inviteUser.route,
    handler: endpoint({
      route: routes.inviteUser.route,
      validate: validateInvite,
      handle: async ({ platform, audit, account, caller, body: { email: rawEmail, role } }) => {
        const email = parseEmail(rawEmail);
        if (email === undefined)
          throw invalidRequest({ pointer: '/email', reason: 'must be an e-mail address' });
        const invitedBy = caller.type === 'user' ? caller.email : caller.id;
        audit.tell({ changes: [{ what: 'role', to: role }] });
        const offer = { accountId: account.id, email, role, invitedBy, inviterId: caller.id };
        const result = await createInvitation(platform, offer);
        if ('refused' in result) throw refused(result.refused);
        return { status: 201, body: present(platform, result.created) };
      },
    }),
  },
  {
    route: routes.withdrawInvitation.route,
    handler: endpoint({
      route: routes.withdrawInvitation.route,
      handle: async ({ platform, account, pathParameters: { id = '' } }) => {
        const withdrawn = await withdrawInvitation(platform, { accountId: account.id, id });
        if (!withdrawn) throw new ServiceError('NoSuchResource', { cause: 'invitation' });
        return { status: 204 };
      },
    }),
  },
  answering(routes.acceptInvitation.route, true),
  answering(routes.declineInvitation.route, false),
];

/**
 * Creates the handler with which the invited person accepts or declines an invitation, which the account's audit log
 * records.
 */
function answering(route: UserRoute, isAccepted: boolean): ConsoleHandler {
  return {
    route,
    handler: userEndpoint({
      route,
      handle: async ({ platform, audit, user, session, pathParameters: { id = '' } }) => {
        const { email } = session;
        const result =
          email === undefined
            ? { refused: 'noInvitation' as const }
            : await answerInvitation(platform, {
                ...{ id, email, user, isAccepted },
                beforeWrite: ({ accountId, role }) =>
                  audit.tell({
                    ...{ accountId, target: { type: 'invitation', id } },
                    ...(isAccepted && { changes: [{ what: 'role', to: role }] }),
                  }),
              });
        if ('refused' in result) throw refused(result.refused);
        return { status: 204 };
      },
    }),
  };
}

function refused(refusal: InvitationRefusal | 'noInvitation'): ServiceError {
  switch (refusal) {
    case 'alreadyMember':
    case 'alreadyInvited':
      return new ServiceError('InvalidState', { details: { status: refusal } });
    case 'noOpenAccount':
      return new ServiceError('NoSuchResource', { cause: 'account' });
    case 'noInvitation':
      return new ServiceError('NoSuchResource', { cause: 'invitation' });
  }
}

/** Returns an invitation. It does not reveal that the person is already a user: the command is the same. */
function present({ config }: Pick<CorePlatform, 'config'>, invitation: Invitation) {
  const { id, email, role, invitedBy, createdAt, expiresAt } = invitation;
  const signInCommand = signInCommandFor({ email, identity: undefined }, config.userPoolId);
  return { id, email, role, invitedBy, createdAt, expiresAt, signInCommand };
}
