import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState, type ReactNode } from 'react';
import type { Invitation } from '../api/schemas';
import { fieldError } from '../app/field-error';
import { FormModal } from '../app/form-modal';
import { useChange } from '../app/use-change';
import { FirstSignIn } from './first-sign-in';

interface Props {
  /** Sends the invitation. */
  invite: (email: string) => Promise<Invited>;
  /** Queries that the invitation affects. */
  changes: readonly (readonly unknown[])[];
  title: string;
  /** Message when nothing is left to do. */
  done: string;
  children: ReactNode;
  onClose: () => void;
}

type Invited = Pick<Invitation, 'email' | 'signInCommand'>;

/** Dialog that invites a person by e-mail address, and shows what is left to do before the first sign-in. */
export function InviteUser({ invite: run, changes, title, done, children, onClose }: Props) {
  const [email, setEmail] = useState('');
  const [invited, setInvited] = useState<Invited>();
  const invite = useChange({
    run: () => run(email.trim()),
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
