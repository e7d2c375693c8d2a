import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { Confirm } from '../../app/confirm';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { Screen } from '../../app/screen';
import { useAccount, useSession } from '../../app/session';
import { useConsoleChange } from '../../app/use-console-change';
import { formatDateTime } from '../../format/dates';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';
import { ROLES } from './roles';
import { UserStatus } from './user-status';

interface User {
  id: string;
  email: string;
  name?: string;
  role: string;
  isOperator: boolean;
  status: 'invited' | 'active';
  lastSignInAt?: string;
}

export function Component() {
  const { id } = useAccount();
  const { user: reader } = useSession();
  const pages = useConsoleList<User>('users', id);
  const [isInviting, setIsInviting] = useState(false);
  const [removing, setRemoving] = useState<User>();
  const change = useConsoleChange({
    done: 'The role is changed.',
    failed: 'The role was not changed',
    changes: ['users'],
  });
  const signOut = useConsoleChange({
    done: 'The user is signed out everywhere, and must sign in again.',
    failed: 'The user was not signed out',
    changes: ['users'],
  });
  const remove = useConsoleChange({
    done: 'The user has no role in this account any more.',
    failed: 'The user was not removed',
    changes: ['users'],
    onDone: () => setRemoving(undefined),
  });
  return (
    <Screen
      title="Users"
      description="People who can sign in to this account."
      actions={
        <Button variant="primary" onClick={() => setIsInviting(true)}>
          Invite user
        </Button>
      }
    >
      <SimpleTable
        pages={pages}
        label="Users"
        trackBy={(user) => user.id}
        empty={<EmptyList title="No users">Invite the first one by e-mail address.</EmptyList>}
        columns={[
          { header: 'E-mail', cell: ({ email }) => email },
          { header: 'Name', cell: ({ name }) => name ?? '–' },
          {
            header: 'Role',
            cell: (user) => (
              <Select
                ariaLabel={`Role of ${user.email}`}
                selectedOption={ROLES.find(({ value }) => value === user.role) ?? null}
                options={ROLES}
                disabled={user.id === reader.id}
                expandToViewport
                onChange={({ detail }) =>
                  change.mutate({
                    method: 'PATCH',
                    path: `users/${user.id}`,
                    body: { role: detail.selectedOption.value },
                  })
                }
              />
            ),
          },
          {
            header: 'State',
            cell: ({ status }) => <UserStatus status={status} />,
          },
          { header: 'Last sign-in', cell: ({ lastSignInAt }) => formatDateTime(lastSignInAt) },
        ]}
        actions={(user) => [
          {
            text: 'Sign out',
            label: `Sign out ${user.email} everywhere`,
            onClick: () => signOut.mutate({ method: 'POST', path: `users/${user.id}/sign-out` }),
          },
          ...(user.id === reader.id
            ? []
            : [{ text: 'Remove', label: `Remove ${user.email}`, onClick: () => setRemoving(user) }]),
        ]}
      />
      {isInviting && <InviteUser onClose={() => setIsInviting(false)} />}
      {removing !== undefined && (
        <Confirm
          title="Remove this user?"
          action="Remove"
          isBusy={remove.isPending}
          onCancel={() => setRemoving(undefined)}
          onConfirm={() => remove.mutate({ method: 'DELETE', path: `users/${removing.id}` })}
        >
          {removing.email} cannot see this account any more.
        </Confirm>
      )}
    </Screen>
  );
}

function InviteUser({ onClose }: { onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState('viewer');
  const invite = useConsoleChange({
    done: 'The user is invited, and can sign in with that e-mail address now.',
    failed: 'The user was not invited',
    isQuiet: true,
    changes: ['users'],
    onDone: onClose,
  });
  return (
    <FormModal
      title="Invite a user"
      action="Invite"
      isBusy={invite.isPending}
      isDisabled={!email.includes('@')}
      error={invite.error}
      onCancel={onClose}
      onSubmit={() => invite.mutate({ method: 'POST', path: 'users', body: { email, role } })}
    >
      <FormField
        label="E-mail address"
        description="The one they sign in with. No e-mail is sent: give them the address of this console."
        errorText={fieldError(invite.error, '/email')}
      >
        <Input value={email} type="email" onChange={({ detail }) => setEmail(detail.value)} autoFocus />
      </FormField>
      <FormField label="Role">
        <RadioGroup value={role} items={ROLES} onChange={({ detail }) => setRole(detail.value)} />
      </FormField>
    </FormModal>
  );
}
