import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { Invitation, KeysFate, Member, Role } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';
import { Confirm } from '../../app/confirm';
import { Screen } from '../../app/screen';
import { useAccount, useSession } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { useOpened } from '../../app/use-opened';
import { When } from '../../format/when';
import { EmptyList } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { usePages } from '../../lists/use-pages';
import { FirstSignIn } from '../../users/first-sign-in';
import { InviteUser } from '../../users/invite-user';
import { KeysChoice } from '../../users/keys-choice';
import { ROLE_NAMES, ROLES } from '../../users/roles';
import { UserTable } from '../../users/user-table';

export function Component() {
  const { id: accountId, api } = useAccount();
  const pages = usePages({
    queryKey: [accountId, 'users'],
    fetchPage: () => unwrap(api.GET('/console/api/users')),
  });
  const [isInviting, setIsInviting] = useOpened();
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
        signOutUser={(id) =>
          unwrap(api.POST('/console/api/users/{id}/sign-out', { params: { path: { id } } }))
        }
        removeUser={(id, keys) =>
          unwrap(api.DELETE('/console/api/users/{id}', { params: { path: { id }, query: { keys } } }))
        }
        changes={[[accountId, 'users']]}
        pages={pages}
        label="Users"
        access={{ header: 'Role', cell: (member) => <RoleChoice member={member} /> }}
        signedOut="The user is signed out of this account, and must sign in again to reach it."
        removed="The user has no role in this account any more."
        removal={({ email }) => `${email} cannot see this account any more.`}
      />
      <Invitations />
      {isInviting && <InviteMember onClose={() => setIsInviting(false)} />}
    </Screen>
  );
}

function RoleChoice({ member }: { member: Member }) {
  const { user: reader } = useSession();
  const change = useAccountChange({
    run: (api, { role, keys }: { role: Role; keys?: KeysFate }) =>
      unwrap(
        api.PATCH('/console/api/users/{id}', {
          params: { path: { id: member.id }, ...(keys && { query: { keys } }) },
          body: { role },
        }),
      ),
    done: 'The role is changed.',
    failed: 'The role was not changed',
    changes: ['users'],
  });
  const [demotion, setDemotion] = useState<{ role: Role; keys: KeysFate }>();
  const give = (given: { role: Role; keys?: KeysFate }) => {
    setDemotion(undefined);
    change.mutate(given);
  };
  const choose = (role: Role | undefined) => {
    if (role === undefined) return;
    const losesKeys = member.role === 'admin' && role !== 'admin' && !member.isOperator;
    if (losesKeys) setDemotion({ role, keys: 'revoke' });
    else give({ role });
  };
  return (
    <>
      <Select
        ariaLabel={`Role of ${member.email}`}
        selectedOption={ROLES.find(({ value }) => value === member.role) ?? null}
        options={ROLES}
        disabled={member.id === reader.id || (member.isOperator && !reader.isOperator)}
        expandToViewport
        onChange={({ detail }) => choose(chosenOf(ROLES, detail.selectedOption.value))}
      />
      {demotion !== undefined && (
        <Confirm
          title="Take the role of an administrator away?"
          action="Change the role"
          isBusy={change.isPending}
          onCancel={() => setDemotion(undefined)}
          onConfirm={() => give(demotion)}
        >
          <KeysChoice value={demotion.keys} onChange={(keys) => setDemotion({ ...demotion, keys })} />
        </Confirm>
      )}
    </>
  );
}

/** Table of invitations that are not answered yet. */
function Invitations() {
  const { id: accountId, api } = useAccount();
  const pages = usePages({
    queryKey: [accountId, 'invitations'],
    fetchPage: () => unwrap(api.GET('/console/api/invitations')),
  });
  const [helped, setHelped] = useState<Invitation>();
  const withdraw = useAccountChange({
    run: (_, id: string) => unwrap(api.DELETE('/console/api/invitations/{id}', { params: { path: { id } } })),
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
      onClick: () => withdraw.mutate(invitation.id),
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
        empty={
          <EmptyList title="No invitations">
            Everyone who was invited has answered. “Invite user” above asks the next one.
          </EmptyList>
        }
        columns={[
          { header: 'E-mail', cell: ({ email }) => email },
          { header: 'Role', cell: ({ role }) => ROLE_NAMES[role] ?? role },
          { header: 'Invited by', cell: ({ invitedBy }) => invitedBy },
          { header: 'Until', cell: ({ expiresAt }) => <When at={expiresAt} /> },
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

function InviteMember({ onClose }: { onClose: () => void }) {
  const { id: accountId, api } = useAccount();
  const [role, setRole] = useState<Role>('viewer');
  return (
    <InviteUser
      invite={(email) => unwrap(api.POST('/console/api/invitations', { body: { email, role } }))}
      changes={[[accountId, 'invitations']]}
      title="Invite a user"
      done="The person is invited, and sees the invitation after signing in with that e-mail address."
      onClose={onClose}
    >
      <FormField label="Role">
        <RadioGroup
          value={role}
          items={ROLES}
          onChange={({ detail }) => setRole(chosenOf(ROLES, detail.value) ?? role)}
        />
      </FormField>
    </InviteUser>
  );
}
