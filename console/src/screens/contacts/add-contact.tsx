import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { unwrap } from '../../api/client';
import { fieldError } from '../../app/field-error';
import { useFlashes } from '../../app/flashes';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useAccountChange } from '../../app/use-account-change';
import { wholeNumberOf } from '../../search/search-text';
import { addMember, GroupFields, type Joining, NO_GROUP } from './group-fields';

/** Form of a new contact, which can join a group with its consent. */
export function AddContact({ onClose }: { onClose: () => void }) {
  const { path } = useAccount();
  const navigate = useNavigate();
  const { succeed, fail } = useFlashes();
  const [phone, setPhone] = useState('+1');
  const [firstName, setFirstName] = useState('');
  const [lastName, setLastName] = useState('');
  const [birthDate, setBirthDate] = useState('');
  const [joining, setJoining] = useState<Joining>(NO_GROUP);
  const { groupId, mode } = joining;
  const add = useAccountChange({
    run: async (api) => {
      const { phoneNumber } = await unwrap(
        api.POST('/api/v1/contacts/by-phone/{phoneNumber}', {
          params: { path: { phoneNumber: wholeNumberOf(phone) ?? phone } },
          body: {
            ...(firstName && { firstName }),
            ...(lastName && { lastName }),
            ...(birthDate.trim() && { birthDate: birthDate.trim() }),
          },
        }),
      );
      // The contact is there, even if it cannot join the group: its page offers that again.
      const refused =
        groupId === '' ? undefined : await addMember(api, phoneNumber, joining).then(noError, asError);
      return { phoneNumber, refused };
    },
    failed: 'The contact was not added',
    isQuiet: true,
    changes: ['contacts'],
    onDone: ({ phoneNumber, refused }) => {
      void navigate(path(`contacts/${encodeURIComponent(phoneNumber)}`));
      if (refused !== undefined) fail(refused, 'The contact is added, but not to the group');
      else succeed(describeAdded(joining));
    },
  });
  return (
    <FormModal
      title="Add a contact"
      action="Add"
      isBusy={add.isPending}
      isDisabled={phone.trim().length < 5 || (groupId !== '' && mode === undefined)}
      error={add.error}
      onSubmit={() => add.mutate(undefined)}
      onCancel={onClose}
    >
      <FormField label="Phone number" constraintText="With country code, such as +1 206 555 0123.">
        <Input value={phone} inputMode="tel" onChange={({ detail }) => setPhone(detail.value)} autoFocus />
      </FormField>
      <FormField label="First name" errorText={fieldError(add.error, '/firstName')}>
        <Input value={firstName} onChange={({ detail }) => setFirstName(detail.value)} />
      </FormField>
      <FormField label="Last name" errorText={fieldError(add.error, '/lastName')}>
        <Input value={lastName} onChange={({ detail }) => setLastName(detail.value)} />
      </FormField>
      <FormField label="Date of birth (YYYY-MM-DD)" errorText={fieldError(add.error, '/birthDate')}>
        <Input value={birthDate} onChange={({ detail }) => setBirthDate(detail.value)} />
      </FormField>
      <GroupFields value={joining} onChange={setJoining} isOptional />
    </FormModal>
  );
}

const noError = () => undefined;
const asError = (error: unknown) => error;

function describeAdded({ groupId, mode }: Joining): string {
  if (groupId === '') return 'The contact is added. Add it to a group to be able to text it.';
  return mode === 'DIRECT'
    ? 'The contact is added, and is a member of the group.'
    : 'The contact is added, and is asked by text to confirm.';
}
