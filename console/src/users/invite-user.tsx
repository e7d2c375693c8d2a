import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState, type ReactNode } from 'react';
import { consoleRequest } from '../api/client';
import { fieldError } from '../app/field-error';
import { FormModal } from '../app/form-modal';
import { useChange } from '../app/use-change';
import { FirstSignIn } from './first-sign-in';
import type { User, UserList } from './user';

interface Props {
  list: UserList;
  title: string;
  /** Message when nothing is left to do. */
  done: string;
  /** Content of the invitation besides the address. */
  access?: object;
  children: ReactNode;
  onClose: () => void;
}

type Invited = Pick<User, 'email' | 'signInCommand'>;

/** Dialog that invites a person by e-mail address, and shows what is left to do before the first sign-in. */
export function InviteUser({ list, title, done, access, children, onClose }: Props) {
  const { path, accountId, changes } = list;
  const [email, setEmail] = useState('');
  const [invited, setInvited] = useState<Invited>();
  const invite = useChange({
    run: () =>
      consoleRequest<Invited>(path, { method: 'POST', accountId, body: { email: email.trim(), ...access } }),
    done: ({ signInCommand }) => (signInCommand === undefined ? done : 'The user is invited.'),
    ...{ failed: 'The user was not invited', isQuiet: true, changes },
    onDone: (user) => (user.signInCommand === undefined ? onClose() : setInvited(user)),
  });
  if (invited?.signInCommand !== undefined) {
    return <FirstSignIn email={invited.email} command={invited.signInCommand} onClose={onClose} />;
  }
  return (
    <FormModal
      title={title}
      action="Invite"
      isBusy={invite.isPending}
      isDisabled={!email.includes('@')}
      error={invite.error}
      onCancel={onClose}
      onSubmit={() => invite.mutate(undefined)}
    >
      <FormField
        label="E-mail address"
        description="The one they sign in with. No e-mail is sent: give them the address of this console."
        errorText={fieldError(invite.error, '/email')}
      >
        <Input value={email} type="email" onChange={({ detail }) => setEmail(detail.value)} autoFocus />
      </FormField>
      {children}
    </FormModal>
  );
}
