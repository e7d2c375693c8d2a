import { userEndpoint } from '../../shared/http/user-endpoint';
import { listAccountsOf } from '../../shared/users/accounts-of-user';
import { endOf } from '../../shared/users/session';
import { route } from './get-session.route';

export { route };

/** GET /console/api/session. **Source:** rules E6. */
export const handler = userEndpoint({
  route,
  handle: async ({ platform, user, session }) => {
    const { id, email, name, isOperator } = user;
    return {
      status: 200,
      body: {
        user: { id, email, ...(name !== undefined && { name }), isOperator },
        accounts: await listAccountsOf(platform.table, user),
        endsAt: endOf(session),
      },
    };
  },
});
