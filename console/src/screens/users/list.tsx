import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { Screen } from '../../app/screen';
import { useAccount, useSession } from '../../app/session';
import { useConsoleChange } from '../../app/use-console-change';
import { useConsoleList } from '../../lists/use-console-pages';
import { InviteUser } from '../../users/invite-user';
import { ROLES } from '../../users/roles';
import type { User, UserList } from '../../users/user';
import { UserTable } from '../../users/user-table';

interface Member extends User {
  role: string;
}

export function Component() {
  const { id: accountId } = useAccount();
  const list = { path: 'users', accountId, changes: [[accountId, 'users']] };
  const pages = useConsoleList<Member>(list.path, accountId);
  const [isInviting, setIsInviting] = useState(false);
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
      <UserTable
        list={list}
        pages={pages}
        label="Users"
        access={{ header: 'Role', cell: (member) => <RoleChoice member={member} /> }}
        removed="The user has no role in this account any more."
        removal={({ email }) => `${email} cannot see this account any more.`}
      />
      {isInviting && <InviteMember list={list} onClose={() => setIsInviting(false)} />}
    </Screen>
  );
}

function RoleChoice({ member }: { member: Member }) {
  const { user: reader } = useSession();
  const change = useConsoleChange({
    done: 'The role is changed.',
    failed: 'The role was not changed',
    changes: ['users'],
  });
  return (
    <Select
      ariaLabel={`Role of ${member.email}`}
      selectedOption={ROLES.find(({ value }) => value === member.role) ?? null}
      options={ROLES}
      disabled={member.id === reader.id}
      expandToViewport
      onChange={({ detail }) =>
        change.mutate({
          method: 'PATCH',
          path: `users/${member.id}`,
          body: { role: detail.selectedOption.value },
        })
      }
    />
  );
}

function InviteMember({ list, onClose }: { list: UserList; onClose: () => void }) {
  const [role, setRole] = useState('viewer');
  return (
    <InviteUser list={list} title="Invite a user" access={{ role }} onClose={onClose}>
      <FormField label="Role">
        <RadioGroup value={role} items={ROLES} onChange={({ detail }) => setRole(detail.value)} />
      </FormField>
    </InviteUser>
  );
}
