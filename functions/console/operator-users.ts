import { changesOfRemoval, type ToldChanges } from '../../shared/audit/tell-changes';
import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { userEndpoint } from '../../shared/http/user-endpoint';
import type { CorePlatform } from '../../shared/platform/platform';
import type { Table } from '../../shared/platform/store/table';
import validateInvite from '../../shared/platform/validation/generated/invite-operator';
import { signInCommandFor } from '../../shared/users/cognito-user';
import { parseEmail } from '../../shared/users/email';
import { inviteUser, signOutEverywhere } from '../../shared/users/manage-users';
import { removeUserWithKeys } from '../../shared/users/remove-with-keys';
import { statusOf, type User } from '../../shared/users/user';
import { findUser, listMembershipsOf, listUsers } from '../../shared/users/user-store';
import { heirOf } from './heir-of-keys';
import * as routes from './operator-users.routes';
import { aboutUser } from './users';

/** Routes of users above accounts, for operators. **Source:** rules E6. */
export const OPERATOR_USER_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listOperatorUsers.route,
    handler: userEndpoint({
      route: routes.listOperatorUsers.route,
      handle: async ({ platform }) => {
        const users = await listUsers(platform.table);
        const results = await Promise.all(users.map((user) => present(platform, user)));
        return { status: 200, body: { results } };
      },
    }),
  },
  {
    route: routes.inviteOperator.route,
    handler: userEndpoint({
      route: routes.inviteOperator.route,
      validate: validateInvite,
      handle: async ({ platform, audit, body: { email: rawEmail, name } }) => {
        const email = parseEmail(rawEmail);
        if (email === undefined)
          throw invalidRequest({ pointer: '/email', reason: 'must be an e-mail address' });
        const result = await inviteUser(platform, {
          ...{ email, name, access: 'operator' as const },
          beforeWrite: (invited) =>
            audit.tell({ ...aboutUser(invited), changes: [{ what: 'role', to: 'operator' }] }),
        });
        if (!result.invited) throw invalidState(result.refusal);
        return { status: 201, body: await present(platform, result.user) };
      },
    }),
  },
  {
    route: routes.removeOperatorUser.route,
    handler: userEndpoint({
      route: routes.removeOperatorUser.route,
      handle: async ({ platform, audit, user, pathParameters: { id: userId = '' }, query }) => {
        const handOverTo = heirOf(query, user.id);
        // 1. Remove the user from all accounts, with the user's keys; operators cannot remove themselves.
        if (user.id === userId) throw invalidState('self');
        const known = await requireUser(platform.table, userId);
        const about = aboutUser(known);
        const heir = handOverTo && user.email;
        const changes: ToldChanges = known.isOperator ? [{ what: 'role', from: 'operator' }] : [];
        audit.tell({ ...about, changes });
        const result = await removeUserWithKeys(platform, {
          ...{ userId, handOverTo },
          beforeWrite: (loss) => {
            const { accountId, role } = loss;
            audit.tell({ accountId, ...about, changes: changesOfRemoval(loss, heir) });
            changes.push(...changesOfRemoval({ ...loss, role: role && `${role} of ${accountId}` }, heir));
            audit.tell({ ...about, changes });
          },
        });
        if ('refused' in result) {
          if (result.refused === 'noUser') throw noSuchUser();
          throw invalidState(result.refused);
        }

        return { status: 204 };
      },
    }),
  },
  {
    route: routes.signOutOperatorUser.route,
    handler: userEndpoint({
      route: routes.signOutOperatorUser.route,
      handle: async ({ platform, audit, pathParameters: { id: userId = '' } }) => {
        audit.tell(aboutUser(await requireUser(platform.table, userId)));
        const user = await signOutEverywhere(platform, userId);
        if (!user) throw noSuchUser();
        return { status: 200, body: await present(platform, user) };
      },
    }),
  },
];

/** @throws ServiceError NoSuchResource */
async function requireUser(table: Table, userId: string): Promise<User> {
  const user = await findUser(table, userId);
  if (!user) throw noSuchUser();
  return user;
}

const noSuchUser = () => new ServiceError('NoSuchResource', { cause: 'user' });
const invalidState = (status: string) => new ServiceError('InvalidState', { details: { status } });

async function present({ table, config }: Pick<CorePlatform, 'table' | 'config'>, user: User) {
  const { id, email, name, isOperator, createdAt, lastSignInAt } = user;
  const signInCommand = signInCommandFor(user, config.userPoolId);
  const memberships = await listMembershipsOf(table, id);
  const accounts = memberships.map(({ accountId, role }) => ({ id: accountId, role }));
  return {
    id,
    email,
    isOperator,
    status: statusOf(user),
    createdAt,
    accounts,
    name,
    lastSignInAt,
    signInCommand,
  };
}
