import { changesOfRemoval } from '../../shared/audit/tell-changes';
import { ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import type { Caller } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import type { CorePlatform } from '../../shared/platform/platform';
import type { Table } from '../../shared/platform/store/table';
import validateUpdate from '../../shared/platform/validation/generated/update-user';
import { signInCommandFor } from '../../shared/users/cognito-user';
import { type MemberRefusal, signOutOfAccount } from '../../shared/users/change-members';
import { changeRoleWithKeys, removeMemberWithKeys } from '../../shared/users/remove-with-keys';
import { statusOf, type User } from '../../shared/users/user';
import { listMembers, type Member } from '../../shared/users/user-store';
import { heirOf } from './heir-of-keys';
import * as routes from './users.routes';

/** Routes of the users of the account. **Source:** rules E6. */
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
    route: routes.updateUser.route,
    handler: endpoint({
      route: routes.updateUser.route,
      validate: validateUpdate,
      handle: async ({ platform, audit, account, caller, pathParameters, query, body }) => {
        const place = { accountId: account.id, userId: otherUser(caller, pathParameters.id) };
        const handOverTo = heirOf(query, caller.id);
        const { user } = await findChangeable(platform.table, { ...place, caller });
        const heir = handOverTo && nameOf(caller);
        const result = await changeRoleWithKeys(platform, {
          ...{ ...place, role: body.role, handOverTo },
          beforeWrite: (loss) =>
            audit.tell({ ...aboutUser(user), changes: changesOfRemoval(loss, heir, body.role) }),
        });
        if ('refused' in result) throw refused(result.refused);
        return { status: 200, body: present(platform, await findMember(platform.table, place)) };
      },
    }),
  },
  {
    route: routes.removeUser.route,
    handler: endpoint({
      route: routes.removeUser.route,
      handle: async ({ platform, audit, account, caller, pathParameters, query }) => {
        const place = { accountId: account.id, userId: otherUser(caller, pathParameters.id) };
        const handOverTo = heirOf(query, caller.id);
        const { user } = await findChangeable(platform.table, { ...place, caller });
        const heir = handOverTo && nameOf(caller);
        const result = await removeMemberWithKeys(platform, {
          ...{ ...place, handOverTo },
          beforeWrite: (loss) => audit.tell({ ...aboutUser(user), changes: changesOfRemoval(loss, heir) }),
        });
        if ('refused' in result) throw refused(result.refused);
        return { status: 204 };
      },
    }),
  },
  {
    route: routes.signOutUser.route,
    handler: endpoint({
      route: routes.signOutUser.route,
      handle: async ({ platform, audit, account, caller, pathParameters: { id: userId = '' } }) => {
        const place = { accountId: account.id, userId };
        const member = await findChangeable(platform.table, { ...place, caller });
        audit.tell(aboutUser(member.user));
        if (!(await signOutOfAccount(platform, place))) throw refused('noMember');
        return { status: 200, body: present(platform, member) };
      },
    }),
  },
];

/** Names the user of an audit entry by id and address: the id alone says nothing once the user is deleted. */
export const aboutUser = ({ id, email }: User) => ({ target: { type: 'user', id }, related: email });

const nameOf = (caller: Caller) => (caller.type === 'user' ? caller.email : caller.id);

/** Refuses users who change themselves, so that an account does not lose its administrator by mistake. */
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

/**
 * Finds a member other than an operator: operators are above accounts, and an administrator of one cannot change them.
 */
async function findChangeable(
  table: Table,
  { caller, ...place }: { accountId: string; userId: string; caller: Caller },
): Promise<Member> {
  const member = await findMember(table, place);
  const isAboveCaller = member.user.isOperator && !(caller.type === 'user' && caller.isOperator);
  if (isAboveCaller) throw new ServiceError('NotOwned', { cause: 'operator' });
  return member;
}

function refused(refusal: MemberRefusal): ServiceError {
  switch (refusal) {
    case 'lastAdmin':
      return new ServiceError('InvalidState', { details: { status: refusal } });
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
