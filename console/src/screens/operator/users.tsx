import Badge from '@cloudscape-design/components/badge';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { consoleRequest } from '../../api/client';
import { Confirm } from '../../app/confirm';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useSession } from '../../app/session';
import { useChange } from '../../app/use-change';
import { formatDateTime } from '../../format/dates';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';
import { ROLE_NAMES } from '../users/roles';
import { UserStatus } from '../users/user-status';
import { useAccounts } from './account-list';

interface User {
  id: string;
  email: string;
  name?: string;
  isOperator: boolean;
  status: 'invited' | 'active';
  lastSignInAt?: string;
  accounts: { id: string; role: string }[];
}

const USERS = 'operator/users';
const CHANGED = [['operator', USERS]] as const;

/** All users of this installation, for operators. */
export function Component() {
  const { user: reader } = useSession();
  const pages = useConsoleList<User>(USERS);
  const [isInviting, setIsInviting] = useState(false);
  const [removing, setRemoving] = useState<User>();
  const signOut = useChange({
    run: (userId: string) => consoleRequest(`${USERS}/${userId}/sign-out`, { method: 'POST' }),
    done: 'The user is signed out everywhere, and must sign in again.',
    failed: 'The user was not signed out',
    changes: CHANGED,
  });
  const remove = useChange({
    run: (userId: string) => consoleRequest(`${USERS}/${userId}`, { method: 'DELETE' }),
    ...{ done: 'The user is removed.', failed: 'The user was not removed' },
    changes: CHANGED,
    onDone: () => setRemoving(undefined),
  });
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
      <SimpleTable
        pages={pages}
        label="All users"
        trackBy={({ id }) => id}
        empty={<EmptyList title="No users">Invite the first one by e-mail address.</EmptyList>}
        columns={[
          { header: 'E-mail', cell: ({ email }) => email },
          { header: 'Name', cell: ({ name }) => name ?? '–' },
          { header: 'Accounts', cell: (user) => <Roles user={user} /> },
          { header: 'State', cell: ({ status }) => <UserStatus status={status} /> },
          { header: 'Last sign-in', cell: ({ lastSignInAt }) => formatDateTime(lastSignInAt) },
        ]}
        actions={({ id, email, ...user }) => [
          { text: 'Sign out', label: `Sign out ${email} everywhere`, onClick: () => signOut.mutate(id) },
          ...(id === reader.id
            ? []
            : [
                {
                  text: 'Remove',
                  label: `Remove ${email}`,
                  onClick: () => setRemoving({ id, email, ...user }),
                },
              ]),
        ]}
      />
      {isInviting && <InviteOperator onClose={() => setIsInviting(false)} />}
      {removing !== undefined && (
        <Confirm
          title="Remove this user?"
          action="Remove"
          isBusy={remove.isPending}
          onCancel={() => setRemoving(undefined)}
          onConfirm={() => remove.mutate(removing.id)}
        >
          {removing.email} loses every account and is signed out everywhere.
        </Confirm>
      )}
    </Screen>
  );
}

function Roles({ user: { isOperator, accounts } }: { user: User }) {
  const { items } = useAccounts();
  const nameOf = (accountId: string) => items.find(({ id }) => id === accountId)?.name ?? accountId;
  if (!isOperator && accounts.length === 0) return '–';
  return (
    <>
      {isOperator && <Badge color="blue">Operator</Badge>}
      {accounts.map(({ id, role }) => (
        <div key={id}>
          {ROLE_NAMES[role] ?? role} of <RouteLink to={`/${id}/users`}>{nameOf(id)}</RouteLink>
        </div>
      ))}
    </>
  );
}

function InviteOperator({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const invite = useChange({
    run: () => consoleRequest(USERS, { method: 'POST', body: { email: email.trim() } }),
    done: 'The operator is invited, and can sign in with that e-mail address now.',
    ...{ failed: 'The operator was not invited', isQuiet: true },
    changes: CHANGED,
    onDone: onClose,
  });
  return (
    <FormModal
      title="Invite an operator"
      action="Invite"
      isBusy={invite.isPending}
      isDisabled={!email.includes('@')}
      error={invite.error}
      onCancel={onClose}
      onSubmit={() => invite.mutate(undefined)}
    >
      <p>Operators may do everything in every account, and create and close accounts.</p>
      <FormField
        label="E-mail address"
        description="The one they sign in with. No e-mail is sent: give them the address of this console."
        errorText={fieldError(invite.error, '/email')}
      >
        <Input value={email} type="email" onChange={({ detail }) => setEmail(detail.value)} autoFocus />
      </FormField>
    </FormModal>
  );
}
