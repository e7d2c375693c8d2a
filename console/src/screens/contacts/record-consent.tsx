import Alert from '@cloudscape-design/components/alert';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import { useState } from 'react';
import { unwrap } from '../../api/client';
import type { OptOutContactRequest } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccountChange } from '../../app/use-account-change';
import { OPT_OUT_IS_FINAL } from '../../conversation/describe-likely-opt-out';

interface Props {
  phoneNumber: string;
  onClose: () => void;
}

const SOURCES: { value: OptOutContactRequest['source']; label: string; description: string }[] = [
  { value: 'kiosk', label: 'To us', description: 'At the till, by phone, by letter or e-mail.' },
  { value: 'carrier', label: 'To the carrier', description: 'The carrier told us.' },
  { value: 'stop', label: 'By a text with STOP', description: 'That did not come in here.' },
];
const CHANGES = ['contact', 'contacts'];

/** Dialog that records an opt-out of all texts that a person expressed other than by text. */
export function RecordOptOut({ phoneNumber, name, onClose }: Props & { name: string }) {
  const [source, setSource] = useState<OptOutContactRequest['source']>('kiosk');
  const [evidence, setEvidence] = useState('');
  const optOut = useAccountChange({
    run: (api) =>
      unwrap(
        api.POST('/console/api/contacts/{phoneNumber}/opt-out', {
          params: { path: { phoneNumber } },
          body: { source, ...(evidence.trim() !== '' && { evidence: evidence.trim() }) },
        }),
      ),
    done: 'The contact is opted out of everything. No text is sent to it any more.',
    failed: 'The opt-out was not recorded',
    isQuiet: true,
    changes: CHANGES,
    onDone: onClose,
  });
  return (
    <FormModal
      title={`Opt out ${name}?`}
      action="Opt out"
      isFinal
      isBusy={optOut.isPending}
      error={optOut.error}
      onCancel={onClose}
      onSubmit={() => optOut.mutate(undefined)}
    >
      <Alert type="warning">{OPT_OUT_IS_FINAL}</Alert>
      <FormField label="How the person said it" errorText={fieldError(optOut.error, '/source')}>
        <RadioGroup
          value={source}
          items={SOURCES}
          onChange={({ detail }) => setSource(chosenOf(SOURCES, detail.value) ?? source)}
        />
      </FormField>
      <FormField
        label="Note"
        description="Kept in the consent history, such as who took it down and when."
        errorText={fieldError(optOut.error, '/evidence')}
      >
        <Input value={evidence} onChange={({ detail }) => setEvidence(detail.value)} />
      </FormField>
    </FormModal>
  );
}

/** Dialog that records a new opt-in by form, which only an administrator may do, with evidence. */
export function RecordOptIn({ phoneNumber, onClose }: Props) {
  const [evidence, setEvidence] = useState('');
  const optIn = useAccountChange({
    run: (api) =>
      unwrap(
        api.POST('/console/api/contacts/{phoneNumber}/opt-in', {
          params: { path: { phoneNumber } },
          body: { evidence: evidence.trim() },
        }),
      ),
    done: 'The opt-out is lifted. Add the contact to a group to text it.',
    failed: 'The opt-in was not recorded',
    isQuiet: true,
    changes: CHANGES,
    onDone: onClose,
  });
  return (
    <FormModal
      title="Lift the opt-out?"
      action="Lift the opt-out"
      isBusy={optIn.isPending}
      isDisabled={evidence.trim() === ''}
      error={optIn.error}
      onCancel={onClose}
      onSubmit={() => optIn.mutate(undefined)}
    >
      <FormField
        label="How the person opted in again"
        description="Only the person can do that, by a form. Name the record of it: it is kept in the consent history."
        errorText={fieldError(optIn.error, '/evidence')}
      >
        <Input value={evidence} onChange={({ detail }) => setEvidence(detail.value)} autoFocus />
      </FormField>
    </FormModal>
  );
}
