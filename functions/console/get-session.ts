import { ServiceError } from '../../shared/errors/service-error';
import { userEndpoint } from '../../shared/http/user-endpoint';
import { listAccountsOf } from '../../shared/users/accounts-of-user';
import { listInvitationsOf, type ReceivedInvitation } from '../../shared/users/invitation';
import { endOf } from '../../shared/users/session';
import { route } from './get-session.route';

export { route };

/** Handles GET /console/api/session. **Source:** rules E6. */
export const handler = userEndpoint({
  route,
  handle: async ({ platform, user, session }) => {
    // 1. Read what the session gives access to. Without any access it is useless: a new sign-in explains what to do.
    const { id, email, name, isOperator } = user;
    const [accounts, invitations] = await Promise.all([
      listAccountsOf(platform.table, { user, session }),
      session.email === undefined ? [] : listInvitationsOf(platform, session.email),
    ]);
    if (!isOperator && accounts.length === 0 && invitations.length === 0) {
      throw new ServiceError('AuthenticationFailed');
    }

    // 2. Return it.
    return {
      status: 200,
      body: {
        user: { id, email, ...(name !== undefined && { name }), isOperator },
        accounts,
        invitations: invitations.map(presentReceived),
        endsAt: endOf(session),
      },
    };
  },
});

const presentReceived = (invitation: ReceivedInvitation) => {
  const { id, accountId, accountName, role, invitedBy, createdAt, expiresAt } = invitation;
  return { id, account: { id: accountId, name: accountName }, role, invitedBy, createdAt, expiresAt };
};
