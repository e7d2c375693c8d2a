import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { unwrap } from '../../api/client';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';

/** Form of a new contact with its number; consent is recorded with a group, on the contact's own page. */
export function AddContact({ onClose }: { onClose: () => void }) {
  const { id, api, path } = useAccount();
  const navigate = useNavigate();
  const [phone, setPhone] = useState('+1');
  const [firstName, setFirstName] = useState('');
  const [lastName, setLastName] = useState('');
  const add = useChange({
    run: () =>
      unwrap(
        api.POST('/api/v1/contacts/by-phone/{phoneNumber}', {
          params: { path: { phoneNumber: phone.replaceAll(/[\s().-]/g, '') } },
          body: { ...(firstName && { firstName }), ...(lastName && { lastName }) },
        }),
      ),
    done: 'The contact is added. Add it to a group to be able to text it.',
    failed: 'The contact was not added',
    isQuiet: true,
    changes: [[id, 'contacts']],
    onDone: ({ phoneNumber }) => void navigate(path(`contacts/${encodeURIComponent(phoneNumber)}`)),
  });
  return (
    <FormModal
      title="Add a contact"
      action="Add"
      isBusy={add.isPending}
      isDisabled={phone.trim().length < 5}
      error={add.error}
      onSubmit={() => add.mutate(undefined)}
      onCancel={onClose}
    >
      <FormField label="Phone number" constraintText="With country code, such as +12065550123.">
        <Input value={phone} inputMode="tel" onChange={({ detail }) => setPhone(detail.value)} autoFocus />
      </FormField>
      <FormField label="First name" errorText={fieldError(add.error, '/firstName')}>
        <Input value={firstName} onChange={({ detail }) => setFirstName(detail.value)} />
      </FormField>
      <FormField label="Last name" errorText={fieldError(add.error, '/lastName')}>
        <Input value={lastName} onChange={({ detail }) => setLastName(detail.value)} />
      </FormField>
    </FormModal>
  );
}
