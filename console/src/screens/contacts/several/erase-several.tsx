import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { unwrap } from '../../../api/client';
import { useAccount } from '../../../app/session';
import { nameWithNumber } from '../../../format/names';
import { countOf } from '../../../format/numbers';
import { BulkDialog } from '../../../lists/bulk-dialog';
import type { SeveralProps } from './several';

/** Number of contacts that the question names one by one. */
const NAMED = 10;

/** Dialog that erases several people for good, after the user has typed their number. */
export function EraseSeveral({ contacts, onClose }: SeveralProps) {
  const { api } = useAccount();
  const [written, setWritten] = useState('');
  const more = contacts.length - NAMED;
  return (
    <BulkDialog
      title={`Erase ${countOf(contacts.length, 'contact')}?`}
      action={`Erase ${countOf(contacts.length, 'contact')} for good`}
      items={contacts}
      labelOf={nameWithNumber}
      run={({ phoneNumber }) =>
        unwrap(api.DELETE('/api/v1/contacts/by-phone/{phoneNumber}', { params: { path: { phoneNumber } } }))
      }
      done={(count) => `${countOf(count, 'contact')} being erased. Nothing is sent to them from now on.`}
      changes={['contacts']}
      isDisabled={written.trim() !== String(contacts.length)}
      onClose={onClose}
    >
      <SpaceBetween size="m">
        <div>
          {contacts.slice(0, NAMED).map(nameWithNumber).join('; ')}
          {more > 0 && ` and ${countOf(more, 'other', 'others')}`}.
        </div>
        <div>
          These contacts, their texts and their consent history are removed everywhere within a day, most
          often within minutes. This cannot be undone. Opt-outs stay in force.
        </div>
        <FormField label={`Write ${contacts.length}, the number of contacts, to confirm`}>
          <Input value={written} onChange={({ detail }) => setWritten(detail.value)} />
        </FormField>
      </SpaceBetween>
    </BulkDialog>
  );
}
