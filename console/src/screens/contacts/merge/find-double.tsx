import Box from '@cloudscape-design/components/box';
import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import RadioGroup from '@cloudscape-design/components/radio-group';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useState } from 'react';
import { MIN_SEARCH_CHARACTERS } from '../../../../../shared/limits';
import type { Contact } from '../../../api/schemas';
import { useDebounced } from '../../../audience/use-debounced';
import { nameOf } from '../../../format/names';
import { LoadError } from '../../../lists/list-states';
import { isSameMail, isSameName } from './likely-doubles';
import { useFoundContacts, useLikelyDoubles } from './use-doubles';

interface Props {
  contact: Contact;
  chosen: string | undefined;
  onChoose: (phoneNumber: string) => void;
}

/** Choice of the double of a contact: likely ones first, others by a search. */
export function FindDouble({ contact, chosen, onChoose }: Props) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const isSearch = search.length >= MIN_SEARCH_CHARACTERS;
  const likely = useLikelyDoubles(contact);
  const found = useFoundContacts(contact, search);
  const { data, error, refetch } = isSearch ? found : likely;
  return (
    <SpaceBetween size="l">
      <FormField label="Find the other contact" description="By name, e-mail address or number.">
        <Input type="search" value={text} onChange={({ detail }) => setText(detail.value)} />
      </FormField>
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && (
        <StatusIndicator type="loading">Looking for contacts</StatusIndicator>
      )}
      {data?.length === 0 && (
        <Box color="text-body-secondary">
          {isSearch
            ? 'No other contact is found.'
            : 'No other contact has the same e-mail address, or the same first and last name. Search for it.'}
        </Box>
      )}
      {data !== undefined && data.length > 0 && (
        <FormField label={isSearch ? 'Found' : 'Likely the same person'}>
          <RadioGroup
            value={chosen ?? null}
            onChange={({ detail }) => onChoose(detail.value)}
            items={data.map((other) => ({
              value: other.phoneNumber,
              label: nameOf(other) === '–' ? other.phoneNumber : nameOf(other),
              description: describe(contact, other),
            }))}
          />
        </FormField>
      )}
    </SpaceBetween>
  );
}

function describe(contact: Contact, other: Contact): string {
  const same = isSameMail(contact, other)
    ? 'same e-mail address'
    : isSameName(contact, other)
      ? 'same name'
      : undefined;
  return [other.phoneNumber, other.email, same, other.optedOutAt === undefined ? undefined : 'opted out']
    .filter((part) => part !== undefined)
    .join(' · ');
}
