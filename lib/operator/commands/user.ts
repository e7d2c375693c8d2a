import { InvalidArgumentError } from 'commander';
import type { Person } from '../../../shared/accounts/actor';
import { changesOfRemoval } from '../../../shared/audit/tell-changes';
import { signInCommandFor } from '../../../shared/users/cognito-user';
import { parseEmail } from '../../../shared/users/email';
import { inviteUser, type InviteResult, signOutEverywhere } from '../../../shared/users/manage-users';
import { type Invitation, listInvitations, withdrawInvitation } from '../../../shared/users/invitation';
import {
  changeRoleWithKeys,
  removeMemberWithKeys,
  removeUserWithKeys,
} from '../../../shared/users/remove-with-keys';
import { type Role, ROLES } from '../../../shared/users/role';
import { statusOf, type User } from '../../../shared/users/user';
import { findUserByEmail, listMembers, listMembershipsOf, listUsers } from '../../../shared/users/user-store';
import type { AddVerbs } from '../add-verbs';
import { OperatorError } from '../operator-error';
import { parseName } from '../option-types';
import type { Cell, Report } from '../report';
import type { Target } from '../target';
import { addVerb, noSuchAccount, requireAccount, requireOpenAccount, withAccount } from '../verb';

const ROLE_HELP = `what the user is there: ${ROLES.join(', ')}`;
/** Option of removals, and of changes to a role without administration. */
const HAND_OVER_KEYS = [
  '--hand-over-keys',
  'API keys that the user made as an administrator count as yours; without it they are revoked, as are those whose secret the user has',
] as const;
const HEAD = ['id', 'e-mail', 'name', 'role', 'status', 'last sign-in'];

export const addUserVerbs: AddVerbs = (noun, io) => {
  addVerb<{ email: string; name?: string; role?: Role; account?: string; operator?: true }>(noun, io, {
    name: 'invite',
    summary:
      'invite a person to the console: who signs in with this e-mail address, verified, becomes the user',
    declare: (command) =>
      command
        .requiredOption('--email <address>', 'e-mail address, as the issuer knows it', parseEmailOption)
        .option('--name <name>', 'name to show until the issuer tells one', parseName)
        .option('--account <id>', 'account that the user gets')
        .option('--role <role>', ROLE_HELP, parseRole)
        .option('--operator', 'the user stands above accounts, in place of --account and --role'),
    check: (options) => {
      accessOf(options);
    },
    run: async ({ target }, options) => {
      const access = accessOf(options);
      if (access !== 'operator') await requireOpenAccount(target, access.accountId);
      const result = await inviteUser(target, { email: options.email, name: options.name, access });
      if (!result.invited) throw refusal(result.refusal, options);
      return {
        ...(await reportUser(target, result.user)),
        changes: [{ what: 'role', to: access === 'operator' ? access : access.role }],
        note: nextStep(target, result.user),
      };
    },
  });
  addVerb<{ account?: string }>(noun, io, {
    name: 'list',
    summary: 'list users of the console: of an account, or all',
    declare: (command) => command.option('--account <id>', 'only users of this account'),
    run: async ({ target }, options) => {
      if (options.account === undefined) return reportUsers(await everyUser(target));
      const account = await requireAccount(target, options.account);
      const members = await listMembers(target.table, account.id);
      return reportUsers(members.map(({ user, membership }) => ({ user, roles: [membership.role] })));
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'invitations',
    summary: 'list the invitations of an account by its administrators that wait for an answer',
    declare: withAccount,
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      return reportInvitations(await listInvitations(target, account.id));
    },
  });
  addVerb<{ account: string; invitation: string }>(noun, io, {
    name: 'withdraw',
    summary: 'withdraw an invitation of an account',
    declare: (command) =>
      withAccount(command).requiredOption('--invitation <id>', 'id, as "user invitations" shows it'),
    run: async ({ target }, { account: accountId, invitation: id }) => {
      const account = await requireAccount(target, accountId);
      const withdrawn = await withdrawInvitation(target, { accountId: account.id, id });
      if (!withdrawn) throw new OperatorError(`The account has no invitation ${id}.`);
      return reportInvitations([withdrawn]);
    },
  });
  addVerb<{ email: string; account: string; role: Role; handOverKeys?: true }>(noun, io, {
    name: 'role',
    summary: 'give a user of an account another role in it, at once',
    declare: (command) =>
      command
        .requiredOption('--email <address>', 'e-mail address of the user', parseEmailOption)
        .requiredOption('--account <id>', 'account, as "account list" shows it')
        .requiredOption('--role <role>', ROLE_HELP, parseRole)
        .option(...HAND_OVER_KEYS),
    run: async ({ target }, { email, account, role, handOverKeys }) => {
      const user = await requireUser(target, email);
      const handOverTo = await heirOf(target, handOverKeys);
      const result = await changeRoleWithKeys(target, {
        ...{ accountId: account, userId: user.id, role, handOverTo },
      });
      if ('refused' in result) {
        if (result.refused === 'lastAdmin') throw lastAdmin(email, account);
        throw new OperatorError(`${email} is no user of ${account}: invite the user.`);
      }
      const changes = changesOfRemoval(result, handOverTo?.id, role);
      return { ...(await reportUser(target, user)), ...(changes.length > 0 && { changes }) };
    },
  });
  addVerb<{ email: string; account?: string; handOverKeys?: true }>(noun, io, {
    name: 'remove',
    summary: 'take an account away from a user, or remove the user',
    declare: (command) =>
      command
        .requiredOption('--email <address>', 'e-mail address of the user', parseEmailOption)
        .option('--account <id>', 'take only this account away')
        .option(...HAND_OVER_KEYS),
    confirmation: (_session, { email, account }) => ({
      question:
        account === undefined
          ? `Remove ${email}? The user loses every account and is signed out.`
          : `Take ${account} away from ${email}?`,
      isYesRequired: false,
    }),
    run: async ({ target }, { email, account, handOverKeys }) => {
      const user = await requireUser(target, email);
      const handOverTo = await heirOf(target, handOverKeys);
      return {
        ...(await takeAway(target, { user, account, handOverTo })),
        json: { id: user.id, email, ...(account !== undefined && { accountId: account }) },
        rows: [['removed', account === undefined ? email : `${email} from ${account}`]],
      };
    },
  });
  addVerb<{ email: string }>(noun, io, {
    name: 'sign-out',
    summary: 'end all sessions of a user',
    declare: (command) =>
      command.requiredOption('--email <address>', 'e-mail address of the user', parseEmailOption),
    run: async ({ target }, { email }) => {
      const user = await signOutEverywhere(target, (await requireUser(target, email)).id);
      if (!user) throw noSuchUser(email);
      return { ...(await reportUser(target, user)), note: 'The user must sign in again.' };
    },
  });
};

const heirOf = async (target: Target, handOverKeys: true | undefined): Promise<Person | undefined> =>
  handOverKeys && { kind: 'operator', id: await target.findCaller() };

/**
 * Removes a user's access, and returns the roles and keys that the user has lost, for the audit logs.
 *
 * @throws OperatorError when the user does not have the account, or is its last administrator
 */
async function takeAway(
  deps: Target,
  options: { user: User; account: string | undefined; handOverTo: Person | undefined },
): Promise<Pick<Report, 'changes' | 'alsoIn'>> {
  const { user, account, handOverTo } = options;
  const { id: userId, email } = user;
  const heir = handOverTo?.id;
  if (account === undefined) {
    const result = await removeUserWithKeys(deps, { userId, handOverTo });
    if ('refused' in result)
      throw result.refused === 'lastAdmin' ? lastAdmin(email, result.accountId) : noSuchUser(email);
    const { accounts } = result;
    return {
      changes: [
        ...(user.isOperator ? [{ what: 'role', from: 'operator' }] : []),
        ...accounts.flatMap(({ accountId, role, keys }) =>
          changesOfRemoval({ role: role && `${role} of ${accountId}`, keys }, heir),
        ),
      ],
      alsoIn: accounts.map((lost) => ({ accountId: lost.accountId, changes: changesOfRemoval(lost, heir) })),
    };
  }
  const result = await removeMemberWithKeys(deps, { accountId: account, userId, handOverTo });
  if (!('refused' in result)) return { changes: changesOfRemoval(result, heir) };
  throw result.refused === 'lastAdmin'
    ? lastAdmin(email, account)
    : new OperatorError(`${email} is no user of ${account}.`);
}

const lastAdmin = (email: string, accountId: string) =>
  new OperatorError(
    `${email} is the last administrator of ${accountId}: give the role admin to another user first.`,
  );

/** @throws OperatorError for options that contradict each other */
function accessOf({
  account,
  role,
  operator,
}: {
  account?: string;
  role?: Role;
  operator?: true;
}): { accountId: string; role: Role } | 'operator' {
  if (operator) {
    if (account === undefined && role === undefined) return 'operator';
    throw new OperatorError('An operator has every account: leave --account and --role out.');
  }
  if (account === undefined || role === undefined) {
    throw new OperatorError('Give --account and --role, or --operator.');
  }
  return { accountId: account, role };
}

function refusal(
  reason: Extract<InviteResult, { invited: false }>['refusal'],
  { email, account = '' }: { email: string; account?: string },
): OperatorError {
  switch (reason) {
    case 'alreadyMember':
      return new OperatorError(`${email} is a user of ${account} already: "user role" changes the role.`);
    case 'alreadyOperator':
      return new OperatorError(`${email} is an operator already.`);
    case 'noOpenAccount':
      return noSuchAccount(account);
  }
}

/** Describes the user's next step. A pool of Cognito only knows users that were created in it. */
function nextStep({ outputs, baseUrl }: Target, user: User): string {
  const signIn = `${baseUrl}/console`;
  const command = signInCommandFor(user, outputs.UserPoolId);
  if (command === undefined) return `The user signs in at ${signIn}`;
  return `The user signs in at ${signIn}, once Cognito knows the address; it sends a first password:\n${command}`;
}

interface UserRow {
  user: User;
  roles: string[];
}

async function everyUser({ table }: Target): Promise<UserRow[]> {
  const users = await listUsers(table);
  return Promise.all(users.map(async (user) => ({ user, roles: await rolesOf({ table }, user) })));
}

async function rolesOf({ table }: Pick<Target, 'table'>, user: User): Promise<string[]> {
  const memberships = await listMembershipsOf(table, user.id);
  return [
    ...(user.isOperator ? ['operator'] : []),
    ...memberships.map(({ accountId, role }) => `${role} of ${accountId}`),
  ];
}

async function reportUser(target: Target, user: User): Promise<Report> {
  const row = { user, roles: await rolesOf(target, user) };
  return { json: present(row), head: HEAD, rows: [cellsOf(row)] };
}

function reportUsers(rows: UserRow[]): Report {
  return {
    json: rows.map(present),
    head: HEAD,
    rows: rows.map(cellsOf),
    ...(rows.length === 0 && { note: 'There are no users: "user invite" invites the first.' }),
  };
}

function reportInvitations(invitations: Invitation[]): Report {
  return {
    json: invitations.map(({ expiresAtEpochSeconds: _, ...invitation }) => invitation),
    head: ['id', 'e-mail', 'role', 'invited by', 'expires at'],
    rows: invitations.map(({ id, email, role, invitedBy, expiresAt }) => [
      id,
      email,
      role,
      invitedBy,
      expiresAt,
    ]),
    ...(invitations.length === 0 && { note: 'No invitation waits for an answer.' }),
  };
}

function present({ user, roles }: UserRow) {
  const { id, email, name, isOperator, lastSignInAt, createdAt } = user;
  return { id, email, name, isOperator, roles, status: statusOf(user), lastSignInAt, createdAt };
}

const cellsOf = ({ user, roles }: UserRow): Cell[] => [
  user.id,
  user.email,
  user.name,
  roles.join('\n'),
  statusOf(user),
  user.lastSignInAt,
];

async function requireUser({ table }: Target, email: string): Promise<User> {
  const user = await findUserByEmail(table, email);
  if (!user) throw noSuchUser(email);
  return user;
}

const noSuchUser = (email: string) => new OperatorError(`There is no user ${email}.`);

function parseEmailOption(raw: string): string {
  const email = parseEmail(raw);
  if (email === undefined) throw new InvalidArgumentError('Expected an e-mail address.');
  return email;
}

function parseRole(raw: string): Role {
  const role = ROLES.find((one) => one === raw.trim().toLowerCase());
  if (role === undefined) throw new InvalidArgumentError(`Expected one of ${ROLES.join(', ')}.`);
  return role;
}
