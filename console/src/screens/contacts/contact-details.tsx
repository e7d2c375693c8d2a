import Button from '@cloudscape-design/components/button';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import FormField from '@cloudscape-design/components/form-field';
import Header from '@cloudscape-design/components/header';
import Input from '@cloudscape-design/components/input';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { useState } from 'react';
import { useCustomFields } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import type { Contact } from '../../api/schemas';
import { fieldError } from '../../app/field-error';
import { FormModal } from '../../app/form-modal';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { formatCalendarDate, formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';

function showValue(value: unknown, type: string | undefined): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return formatCount(value);
  return type === 'DATE' ? formatCalendarDate(String(value)) : String(value);
}

/** What is known about a contact. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { can } = useAccount();
  const [isEditing, setIsEditing] = useState(false);
  const { data: fields = [] } = useCustomFields();
  const types = new Map(fields.map(({ label, type }) => [label, type]));
  const { address = {} } = contact;
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={can('contacts:write') && <Button onClick={() => setIsEditing(true)}>Edit</Button>}
        >
          Details
        </Header>
      }
    >
      <KeyValuePairs
        columns={3}
        items={[
          { label: 'First name', value: contact.firstName ?? '–' },
          { label: 'Last name', value: contact.lastName ?? '–' },
          { label: 'Email', value: contact.email ?? '–' },
          { label: 'Date of birth', value: formatCalendarDate(contact.birthDate) },
          { label: 'Gender', value: contact.gender?.toLowerCase() ?? '–' },
          { label: 'Time zone', value: contact.tz ?? 'Not known' },
          {
            label: 'Address',
            value:
              [address.street, address.city, address.state, address.postalCode, address.country]
                .filter((part) => part !== undefined)
                .join(', ') || '–',
          },
          { label: 'Favorite', value: contact.isFavorite ? 'Yes' : 'No' },
          { label: 'Added', value: formatDateTime(contact.createdAt) },
          ...Object.entries(contact.customFields).map(([label, value]) => ({
            label,
            value: showValue(value, types.get(label)),
          })),
        ]}
      />
      {isEditing && <EditContact contact={contact} onClose={() => setIsEditing(false)} />}
    </Container>
  );
}

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

function EditContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { id, api } = useAccount();
  const { phoneNumber } = contact;
  const [fields, setFields] = useState<Record<string, string>>(() => ({
    ...Object.fromEntries(FIELDS.map(([name]) => [name, contact[name] ?? ''])),
    ...Object.fromEntries(ADDRESS_FIELDS.map(([name]) => [name, contact.address?.[name] ?? ''])),
  }));
  const change = useChange({
    run: () => {
      const value = (name: string) => (fields[name] ?? '').trim() || null;
      const body = {
        ...Object.fromEntries(FIELDS.map(([name]) => [name, value(name)])),
        address: Object.fromEntries(ADDRESS_FIELDS.map(([name]) => [name, value(name)])),
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
        {ADDRESS_FIELDS.map(([name, label]) => input(name, label, `/address/${name}`))}
      </ColumnLayout>
    </FormModal>
  );
}
