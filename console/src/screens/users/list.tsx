import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { Confirm } from '../../app/confirm';
import { Screen } from '../../app/screen';
import { useAccount, useSession } from '../../app/session';
import { useConsoleChange } from '../../app/use-console-change';
import { formatDateTime } from '../../format/dates';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { useConsoleList } from '../../lists/use-console-pages';
import { FirstSignIn } from '../../users/first-sign-in';
import { InviteUser } from '../../users/invite-user';
import { KeysChoice } from '../../users/keys-choice';
import { ROLE_NAMES, ROLES } from '../../users/roles';
import type { User, UserList } from '../../users/user';
import { UserTable } from '../../users/user-table';

interface Member extends User {
  role: string;
}

export function Component() {
  const { id: accountId } = useAccount();
  const list = { path: 'users', accountId, changes: [[accountId, 'users']] };
  const invitations = { path: 'invitations', accountId, changes: [[accountId, 'invitations']] };
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
        signedOut="The user is signed out of this account, and must sign in again to reach it."
        removed="The user has no role in this account any more."
        removal={({ email }) => `${email} cannot see this account any more.`}
      />
      <Invitations list={invitations} />
      {isInviting && <InviteMember list={invitations} onClose={() => setIsInviting(false)} />}
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
  const [demotion, setDemotion] = useState<{ role: string; keys: string }>();
  const give = (role: string, keys?: string) => {
    setDemotion(undefined);
    const query = keys === undefined ? {} : { query: { keys } };
    change.mutate({ method: 'PATCH', path: `users/${member.id}`, body: { role }, ...query });
  };
  const choose = (role = '') => {
    const losesKeys = member.role === 'admin' && role !== 'admin' && !member.isOperator;
    if (losesKeys) setDemotion({ role, keys: 'revoke' });
    else give(role);
  };
  return (
    <>
      <Select
        ariaLabel={`Role of ${member.email}`}
        selectedOption={ROLES.find(({ value }) => value === member.role) ?? null}
        options={ROLES}
        disabled={member.id === reader.id || (member.isOperator && !reader.isOperator)}
        expandToViewport
        onChange={({ detail }) => choose(detail.selectedOption.value)}
      />
      {demotion !== undefined && (
        <Confirm
          title="Take the role of an administrator away?"
          action="Change the role"
          isBusy={change.isPending}
          onCancel={() => setDemotion(undefined)}
          onConfirm={() => give(demotion.role, demotion.keys)}
        >
          <KeysChoice value={demotion.keys} onChange={(keys) => setDemotion({ ...demotion, keys })} />
        </Confirm>
      )}
    </>
  );
}

interface Invitation {
  id: string;
  email: string;
  role: string;
  invitedBy: string;
  expiresAt: string;
  signInCommand?: string;
}

/** Table of invitations that are not answered yet. */
function Invitations({ list: { path, accountId } }: { list: UserList }) {
  const pages = useConsoleList<Invitation>(path, accountId);
  const [helped, setHelped] = useState<Invitation>();
  const withdraw = useConsoleChange({
    done: 'The invitation is withdrawn.',
    failed: 'The invitation was not withdrawn',
    changes: ['invitations'],
  });
  const actionsOf = (invitation: Invitation) => [
    ...(invitation.signInCommand === undefined
      ? []
      : [
          {
            text: 'First sign-in',
            label: `First sign-in of ${invitation.email}`,
            onClick: () => setHelped(invitation),
          },
        ]),
    {
      text: 'Withdraw',
      label: `Withdraw the invitation of ${invitation.email}`,
      onClick: () => withdraw.mutate({ method: 'DELETE', path: `invitations/${invitation.id}` }),
    },
  ];
  return (
    <>
      <SimpleTable
        pages={pages}
        label="Invitations"
        header={
          <Header
            variant="h2"
            description="They wait for an answer: the person sees the invitation after signing in."
          >
            Invitations
          </Header>
        }
        trackBy={({ id }) => id}
        empty={<EmptyList title="No invitations">Everyone who was invited has answered.</EmptyList>}
        columns={[
          { header: 'E-mail', cell: ({ email }) => email },
          { header: 'Role', cell: ({ role }) => ROLE_NAMES[role] ?? role },
          { header: 'Invited by', cell: ({ invitedBy }) => invitedBy },
          { header: 'Until', cell: ({ expiresAt }) => formatDateTime(expiresAt) },
        ]}
        actions={actionsOf}
      />
      {helped?.signInCommand !== undefined && (
        <FirstSignIn
          email={helped.email}
          command={helped.signInCommand}
          onClose={() => setHelped(undefined)}
        />
      )}
    </>
  );
}

function InviteMember({ list, onClose }: { list: UserList; onClose: () => void }) {
  const [role, setRole] = useState('viewer');
  return (
    <InviteUser
      list={list}
      title="Invite a user"
      done="The person is invited, and sees the invitation after signing in with that e-mail address."
      access={{ role }}
      onClose={onClose}
    >
      <FormField label="Role">
        <RadioGroup value={role} items={ROLES} onChange={({ detail }) => setRole(detail.value)} />
      </FormField>
    </InviteUser>
  );
}
