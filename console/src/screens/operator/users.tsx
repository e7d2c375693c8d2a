import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useConsoleList } from '../../lists/use-console-pages';
import { InviteUser } from '../../users/invite-user';
import { ROLE_NAMES } from '../../users/roles';
import type { User, UserList } from '../../users/user';
import { UserTable } from '../../users/user-table';
import { useAccounts } from './account-list';

interface AnyUser extends User {
  accounts: { id: string; role: string }[];
}

const USERS: UserList = { path: 'operator/users', changes: [['operator', 'operator/users']] };

/** Screen of all users of this installation, for operators. */
export function Component() {
  const pages = useConsoleList<AnyUser>(USERS.path);
  const [isInviting, setIsInviting] = useState(false);
  return (
    <Screen
      title="All users"
      description="Everyone who can sign in here. An account’s own page of users gives roles in it."
      actions={
        <Button variant="primary" onClick={() => setIsInviting(true)}>
          Invite operator
        </Button>
      }
    >
      <UserTable
        list={USERS}
        pages={pages}
        label="All users"
        access={{ header: 'Accounts', cell: (user) => <Roles user={user} /> }}
        signedOut="The user is signed out everywhere, and must sign in again."
        removed="The user is removed."
        removal={({ email }) => `${email} loses every account and is signed out everywhere.`}
      />
      {isInviting && (
        <InviteUser
          list={USERS}
          title="Invite an operator"
          done="The user is invited, and can sign in with that e-mail address now."
          onClose={() => setIsInviting(false)}
        >
          <p>Operators may do everything in every account, and create and close accounts.</p>
        </InviteUser>
      )}
    </Screen>
  );
}

function Roles({ user: { isOperator, accounts } }: { user: AnyUser }) {
  const { items } = useAccounts();
  const nameOf = (accountId: string) => items.find(({ id }) => id === accountId)?.name ?? accountId;
  if (!isOperator && accounts.length === 0) return '–';
  return (
    <>
      {isOperator && <Badge color="blue">Operator</Badge>}
      {accounts.map(({ id, role }) => (
        <div key={id}>
          {ROLE_NAMES[role] ?? role} of <RouteLink to={`/${id}/users`}>{nameOf(id)}</RouteLink>{' '}
          <Box variant="small">{id}</Box>
        </div>
      ))}
    </>
  );
}
