import Checkbox from '@cloudscape-design/components/checkbox';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useCustomFields } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import { ChangedElsewhere } from '../../api/request-error';
import type { Contact } from '../../api/schemas';
import { Choice } from '../../app/choice';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { areChangedElsewhere, changesOf, type ContactFields, fieldsOf, type Gender } from './contact-fields';
import { CustomFieldInput } from './custom-field-input';

type TextField = Exclude<keyof ContactFields, 'gender' | 'isFavorite' | 'customFields'>;

const FIELDS: [TextField, string][] = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'Email'],
  ['birthDate', 'Date of birth (YYYY-MM-DD)'],
];
const ADDRESS_FIELDS: [TextField, string][] = [
  ['street', 'Street'],
  ['city', 'City'],
  ['state', 'State'],
  ['postalCode', 'Postal code'],
  ['country', 'Country (two letters)'],
];

const GENDERS: Array<{ value: Gender; label: string }> = [
  { value: 'FEMALE', label: 'Female' },
  { value: 'MALE', label: 'Male' },
  { value: 'OTHER', label: 'Other' },
];

/** Form that edits the fields of a contact. */
export function EditContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { id, api } = useAccount();
  const { phoneNumber } = contact;
  const [fields, setFields] = useState(() => fieldsOf(contact));
  const set = (part: Partial<ContactFields>) => setFields((current) => ({ ...current, ...part }));
  const { data: customFields = [] } = useCustomFields();
  const change = useChange({
    run: async () => {
      const params = { path: { phoneNumber } };
      const now = await unwrap(api.GET('/api/v1/contacts/by-phone/{phoneNumber}', { params }));
      if (areChangedElsewhere(fields, { before: contact, now })) throw new ChangedElsewhere();
      const body = changesOf(fields, fieldsOf(contact));
      return unwrap(api.PATCH('/api/v1/contacts/by-phone/{phoneNumber}', { params, body }));
    },
    done: 'The contact is changed.',
    failed: 'The contact was not changed',
    isQuiet: true,
    changes: [
      [id, 'contact'],
      [id, 'contacts'],
    ],
    onDone: onClose,
  });
  const input = (name: TextField, label: string, pointer: string) => (
    <FormField key={name} label={label} errorText={fieldError(change.error, pointer)}>
      <Input value={fields[name]} onChange={({ detail }) => set({ [name]: detail.value })} />
    </FormField>
  );
  return (
    <FormModal
      title="Edit contact"
      action="Save"
      isBusy={change.isPending}
      error={change.error}
      onSubmit={() => change.mutate(undefined)}
      onCancel={onClose}
    >
      <ColumnLayout columns={2}>
        {FIELDS.map(([name, label]) => input(name, label, `/${name}`))}
        <FormField label="Gender" errorText={fieldError(change.error, '/gender')}>
          <Choice options={GENDERS} value={fields.gender} onChange={(gender) => set({ gender })} />
        </FormField>
        <FormField label="Mark" errorText={fieldError(change.error, '/isFavorite')}>
          <Checkbox
            checked={fields.isFavorite}
            onChange={({ detail }) => set({ isFavorite: detail.checked })}
          >
            Favorite
          </Checkbox>
        </FormField>
        {ADDRESS_FIELDS.map(([name, label]) => input(name, label, `/address/${name}`))}
        {customFields.map((field) => (
          <CustomFieldInput
            key={field.key}
            field={field}
            value={fields.customFields[field.label] ?? contact.customFields[field.label] ?? ''}
            onChange={(value) => set({ customFields: { ...fields.customFields, [field.label]: value } })}
          />
        ))}
      </ColumnLayout>
    </FormModal>
  );
}
