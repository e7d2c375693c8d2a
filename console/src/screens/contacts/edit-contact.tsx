import Checkbox from '@cloudscape-design/components/checkbox';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import { useState } from 'react';
import { useCustomFields } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import type { Contact } from '../../api/schemas';
import { Choice } from '../../app/choice';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { CustomFieldInput, type CustomValue, storedValue } from './custom-field-input';

const FIELDS = [
  ['firstName', 'First name'],
  ['lastName', 'Last name'],
  ['email', 'Email'],
  ['birthDate', 'Date of birth (YYYY-MM-DD)'],
] as const;
const ADDRESS_FIELDS = [
  ['street', 'Street'],
  ['city', 'City'],
  ['state', 'State'],
  ['postalCode', 'Postal code'],
  ['country', 'Country (two letters)'],
] as const;

type Gender = NonNullable<Contact['gender']>;
const GENDERS: Array<{ value: Gender; label: string }> = [
  { value: 'FEMALE', label: 'Female' },
  { value: 'MALE', label: 'Male' },
  { value: 'OTHER', label: 'Other' },
];

/** Form that edits the fields of a contact. */
export function EditContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { id, api } = useAccount();
  const { phoneNumber } = contact;
  const [fields, setFields] = useState<Record<string, string>>(() => ({
    ...Object.fromEntries(FIELDS.map(([name]) => [name, contact[name] ?? ''])),
    ...Object.fromEntries(ADDRESS_FIELDS.map(([name]) => [name, contact.address?.[name] ?? ''])),
  }));
  const [gender, setGender] = useState<Gender | ''>(contact.gender ?? '');
  const [isFavorite, setIsFavorite] = useState(contact.isFavorite);
  const { data: customFields = [] } = useCustomFields();
  const [changed, setChanged] = useState<Record<string, CustomValue>>({});
  const change = useChange({
    run: () => {
      const value = (name: string) => (fields[name] ?? '').trim() || null;
      const body = {
        ...Object.fromEntries(FIELDS.map(([name]) => [name, value(name)])),
        gender,
        isFavorite,
        address: Object.fromEntries(ADDRESS_FIELDS.map(([name]) => [name, value(name)])),
        customFields: Object.fromEntries(
          Object.entries(changed).map(([label, custom]) => [label, storedValue(custom)]),
        ),
      };
      return unwrap(
        api.PATCH('/api/v1/contacts/by-phone/{phoneNumber}', { params: { path: { phoneNumber } }, body }),
      );
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
  const input = (name: string, label: string, pointer: string) => (
    <FormField key={name} label={label} errorText={fieldError(change.error, pointer)}>
      <Input
        value={fields[name] ?? ''}
        onChange={({ detail }) => setFields((current) => ({ ...current, [name]: detail.value }))}
      />
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
          <Choice options={GENDERS} value={gender} onChange={setGender} />
        </FormField>
        <FormField label="Mark" errorText={fieldError(change.error, '/isFavorite')}>
          <Checkbox checked={isFavorite} onChange={({ detail }) => setIsFavorite(detail.checked)}>
            Favorite
          </Checkbox>
        </FormField>
        {ADDRESS_FIELDS.map(([name, label]) => input(name, label, `/address/${name}`))}
        {customFields.map((field) => (
          <CustomFieldInput
            key={field.key}
            field={field}
            value={changed[field.label] ?? contact.customFields[field.label] ?? ''}
            onChange={(value) => setChanged((current) => ({ ...current, [field.label]: value }))}
          />
        ))}
      </ColumnLayout>
    </FormModal>
  );
}
