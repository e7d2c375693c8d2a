import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { unwrap, userApi } from '../../api/client';
import type { OperatorUser } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { usePages } from '../../lists/use-pages';
import { InviteUser } from '../../users/invite-user';
import { ROLE_NAMES } from '../../users/roles';
import { UserTable } from '../../users/user-table';
import { useAccounts } from './account-list';

const USERS = ['operator', 'operator/users'];

export const useOperatorUsers = () =>
  usePages({ queryKey: USERS, fetchPage: () => unwrap(userApi.GET('/console/api/operator/users')) });

/** Screen of all users of this installation, for operators. */
export function Component() {
  const pages = useOperatorUsers();
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
        signOutUser={(id) =>
          unwrap(userApi.POST('/console/api/operator/users/{id}/sign-out', { params: { path: { id } } }))
        }
        removeUser={(id, keys) =>
          unwrap(
            userApi.DELETE('/console/api/operator/users/{id}', { params: { path: { id }, query: { keys } } }),
          )
        }
        changes={[USERS]}
        pages={pages}
        label="All users"
        access={{ header: 'Accounts', cell: (user) => <Roles user={user} /> }}
        signedOut="The user is signed out everywhere, and must sign in again."
        removed="The user is removed."
        removal={({ email }) => `${email} loses every account and is signed out everywhere.`}
      />
      {isInviting && (
        <InviteUser
          invite={(email) => unwrap(userApi.POST('/console/api/operator/users', { body: { email } }))}
          changes={[USERS]}
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

function Roles({ user: { isOperator, accounts } }: { user: OperatorUser }) {
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
