import { invalidRequest, ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import type { Caller } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import type { CorePlatform } from '../../shared/platform/platform';
import type { Table } from '../../shared/platform/store/table';
import validateInvite from '../../shared/platform/validation/generated/invite-user';
import validateUpdate from '../../shared/platform/validation/generated/update-user';
import { signInCommandFor } from '../../shared/users/cognito-user';
import { parseEmail } from '../../shared/users/email';
import { changeRole, type MemberRefusal, removeMember } from '../../shared/users/change-members';
import { inviteUser, signOutEverywhere } from '../../shared/users/manage-users';
import type { Role } from '../../shared/users/role';
import { statusOf } from '../../shared/users/user';
import { listMembers, type Member } from '../../shared/users/user-store';
import * as routes from './users.routes';

interface Invited {
  email: string;
  role: Role;
  name?: string;
}

/** Users of the account. **Source:** rules E6. */
export const USER_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listUsers.route,
    handler: endpoint({
      route: routes.listUsers.route,
      handle: async ({ platform, account }) => {
        const members = await listMembers(platform.table, account.id);
        const results = members.map((member) => present(platform, member));
        return { status: 200, body: { results } };
      },
    }),
  },
  {
    route: routes.inviteUser.route,
    handler: endpoint({
      route: routes.inviteUser.route,
      validate: validateInvite<Invited>,
      handle: async ({ platform, account, body: { email: rawEmail, role, name } }) => {
        const email = parseEmail(rawEmail);
        if (email === undefined)
          throw invalidRequest({ pointer: '/email', reason: 'must be an e-mail address' });
        const access = { accountId: account.id, role };
        const result = await inviteUser(platform, { email, name, access });
        if (!result.invited) throw refused(result.refusal);
        const member = await findMember(platform.table, { accountId: account.id, userId: result.user.id });
        return { status: 201, body: present(platform, member) };
      },
    }),
  },
  {
    route: routes.updateUser.route,
    handler: endpoint({
      route: routes.updateUser.route,
      validate: validateUpdate<{ role: Role }>,
      handle: async ({ platform, account, caller, pathParameters, body }) => {
        const place = { accountId: account.id, userId: otherUser(caller, pathParameters.id) };
        const result = await changeRole(platform, { ...place, role: body.role });
        if ('refused' in result) throw refused(result.refused);
        return { status: 200, body: present(platform, await findMember(platform.table, place)) };
      },
    }),
  },
  {
    route: routes.removeUser.route,
    handler: endpoint({
      route: routes.removeUser.route,
      handle: async ({ platform, account, caller, pathParameters }) => {
        const place = { accountId: account.id, userId: otherUser(caller, pathParameters.id) };
        const result = await removeMember(platform, place);
        if ('refused' in result) throw refused(result.refused);
        return { status: 204 };
      },
    }),
  },
  {
    route: routes.signOutUser.route,
    handler: endpoint({
      route: routes.signOutUser.route,
      handle: async ({ platform, account, pathParameters: { id: userId = '' } }) => {
        const member = await findMember(platform.table, { accountId: account.id, userId });
        await signOutEverywhere(platform, member.user.id);
        return { status: 200, body: present(platform, member) };
      },
    }),
  },
];

/** An account is not left without an administrator by a slip. */
function otherUser(caller: Caller, userId = ''): string {
  if (caller.id === userId) throw new ServiceError('InvalidState', { details: { status: 'self' } });
  return userId;
}

async function findMember(
  table: Table,
  { accountId, userId }: { accountId: string; userId: string },
): Promise<Member> {
  const member = (await listMembers(table, accountId)).find(({ user }) => user.id === userId);
  if (!member) throw new ServiceError('NoSuchResource', { cause: 'user' });
  return member;
}

function refused(
  refusal: 'alreadyMember' | 'alreadyOperator' | 'noOpenAccount' | MemberRefusal,
): ServiceError {
  switch (refusal) {
    case 'alreadyMember':
    case 'alreadyOperator':
    case 'lastAdmin':
      return new ServiceError('InvalidState', { details: { status: refusal } });
    case 'noOpenAccount':
    case 'noMember':
      return new ServiceError('NoSuchResource', { cause: 'user' });
  }
}

function present({ config }: Pick<CorePlatform, 'config'>, { user, membership }: Member) {
  const { id, email, name, isOperator, lastSignInAt } = user;
  const { role, createdAt } = membership;
  const signInCommand = signInCommandFor(user, config.userPoolId);
  return {
    id,
    email,
    role,
    isOperator,
    status: statusOf(user),
    createdAt,
    name,
    lastSignInAt,
    signInCommand,
  };
}
