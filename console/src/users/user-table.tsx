import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState, type ReactNode } from 'react';
import type { KeysFate, Member, OperatorUser } from '../api/schemas';
import { Confirm } from '../app/confirm';
import { useSession } from '../app/session';
import { useChange } from '../app/use-change';
import { When } from '../format/when';
import { EmptyList } from '../lists/list-states';
import { SimpleTable, type SimpleColumn } from '../lists/simple-table';
import { timeOf } from '../lists/sort-items';
import type { Pages } from '../lists/use-pages';
import { FirstSignIn } from './first-sign-in';
import { KeysChoice } from './keys-choice';
import { UserStatus } from './user-status';

/** User as every list shows it. */
type User = Pick<Member, keyof Member & keyof OperatorUser>;

interface Props<T extends User> {
  /** Requests of the list: that of an account, or of the installation. */
  signOutUser: (id: string) => Promise<unknown>;
  removeUser: (id: string, keys: KeysFate) => Promise<unknown>;
  /** Queries that a change of the list affects. */
  changes: readonly (readonly unknown[])[];
  pages: Pages<T>;
  label: string;
  /** Column of the users' rights. */
  access: SimpleColumn<T>;
  /** Message after a user was signed out. */
  signedOut: string;
  removed: string;
  /** Consequences of a removal, for the question before it. */
  removal: (user: T) => ReactNode;
}

/** Table of users with their status, which can be signed out and removed. */
export function UserTable<T extends User>(props: Props<T>) {
  const { changes, pages, label, access, signedOut, removed, removal } = props;
  const { user: reader } = useSession();
  const [removing, setRemoving] = useState<T>();
  const [keys, setKeys] = useState<KeysFate>('revoke');
  const [invited, setInvited] = useState<T>();
  const signOut = useChange({
    run: props.signOutUser,
    done: signedOut,
    ...{ failed: 'The user was not signed out', changes },
  });
  const remove = useChange({
    run: (id: string) => props.removeUser(id, keys),
    ...{ done: removed, failed: 'The user was not removed', changes },
    onDone: () => setRemoving(undefined),
  });
  const actionsOf = (user: T) => {
    const { id, email, status, signInCommand } = user;
    if (user.isOperator && !reader.isOperator) return [];
    const signOutUser = {
      ...{ text: 'Sign out', label: `Sign out ${email}` },
      onClick: () => signOut.mutate(id),
    };
    const help = {
      text: 'First sign-in',
      label: `First sign-in of ${email}`,
      onClick: () => setInvited(user),
    };
    const removeUser = {
      ...{ text: 'Remove', label: `Remove ${email}` },
      onClick: () => {
        setKeys('revoke');
        setRemoving(user);
      },
    };
    return [
      ...(signInCommand === undefined ? [] : [help]),
      ...(status === 'active' ? [signOutUser] : []),
      ...(id === reader.id ? [] : [removeUser]),
    ];
  };
  return (
    <>
      <SimpleTable
        pages={pages}
        label={label}
        trackBy={({ id }) => id}
        empty={<EmptyList title="No users">Invite the first one by e-mail address.</EmptyList>}
        columns={[
          { header: 'E-mail', cell: ({ email }) => email, sortBy: ({ email }) => email },
          { header: 'Name', cell: ({ name }) => name ?? '–', sortBy: ({ name = '' }) => name },
          access,
          { header: 'State', cell: ({ status }) => <UserStatus status={status} /> },
          {
            header: 'Last sign-in',
            cell: ({ lastSignInAt }) => <When at={lastSignInAt} none="Never" />,
            sortBy: ({ lastSignInAt }) => timeOf(lastSignInAt),
          },
        ]}
        actions={actionsOf}
      />
      {invited?.signInCommand !== undefined && (
        <FirstSignIn
          email={invited.email}
          command={invited.signInCommand}
          onClose={() => setInvited(undefined)}
        />
      )}
      {removing !== undefined && (
        <Confirm
          title="Remove this user?"
          action="Remove"
          isBusy={remove.isPending}
          onCancel={() => setRemoving(undefined)}
          onConfirm={() => remove.mutate(removing.id)}
        >
          <SpaceBetween size="m">
            <div>{removal(removing)}</div>
            <KeysChoice value={keys} onChange={setKeys} />
          </SpaceBetween>
        </Confirm>
      )}
    </>
  );
}
