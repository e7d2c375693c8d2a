import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import { useState } from 'react';
import { useCustomFields } from '../../api/account-lists';
import type { Contact } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { formatCalendarDate, formatDateTime } from '../../format/dates';
import { words } from './describe-consent';
import { EditContact } from './edit-contact';
import { showAddress, showValue } from './show-value';

/** Fields of a contact. */
export function ContactDetails({ contact }: { contact: Contact }) {
  const { can } = useAccount();
  const [isEditing, setIsEditing] = useState(false);
  const { data: fields = [] } = useCustomFields();
  const types = new Map(fields.map(({ label, type }) => [label, type]));
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
          { label: 'Gender', value: contact.gender === undefined ? '–' : words(contact.gender) },
          { label: 'Time zone', value: contact.tz ?? 'Not known' },
          {
            label: 'Address',
            value: showAddress(contact.address ?? {}) || '–',
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
