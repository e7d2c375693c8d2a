import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { unwrap } from '../../api/client';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';

/** Dialog that erases a person for good, after the user has typed the phone number. */
export function EraseContact({ phoneNumber, onClose }: { phoneNumber: string; onClose: () => void }) {
  const { id, api, path } = useAccount();
  const navigate = useNavigate();
  const [written, setWritten] = useState('');
  const erase = useChange({
    run: () =>
      unwrap(api.DELETE('/api/v1/contacts/by-phone/{phoneNumber}', { params: { path: { phoneNumber } } })),
    done: 'The contact is being erased. Nothing is sent to it from now on.',
    ...{ failed: 'The contact was not erased', isQuiet: true },
    changes: [[id, 'contacts']],
    onDone: () => void navigate(path('contacts')),
  });
  return (
    <FormModal
      title="Erase this contact?"
      action="Erase for good"
      isBusy={erase.isPending}
      isDisabled={written.replaceAll(/[\s()-]/g, '') !== phoneNumber}
      error={erase.error}
      onCancel={onClose}
      onSubmit={() => erase.mutate(undefined)}
    >
      <p>
        The contact, its texts and its consent history are removed everywhere within a day, most often within
        minutes. This cannot be undone. If the contact has opted out, that stays in force.
      </p>
      <FormField label={`Write ${phoneNumber} to confirm`}>
        <Input value={written} onChange={({ detail }) => setWritten(detail.value)} autoFocus />
      </FormField>
    </FormModal>
  );
}
