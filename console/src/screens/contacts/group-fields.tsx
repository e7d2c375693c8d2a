import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useGroups } from '../../api/account-lists';
import { type Api, unwrap } from '../../api/client';
import type { AddMembershipRequest } from '../../api/schemas';
import { chosenOf } from '../../app/chosen-of';

type OptInMode = NonNullable<AddMembershipRequest['optInMode']>;

/** Group that a contact joins, and its consent to that, which nothing is assumed of. */
export interface Joining {
  /** Empty for none. */
  groupId: string;
  mode: OptInMode | undefined;
}

export const NO_GROUP: Joining = { groupId: '', mode: undefined };

const NONE = { value: '', label: 'No group' };
const MODES: { value: OptInMode; label: string; description: string }[] = [
  {
    value: 'CONFIRM',
    label: 'Ask by text',
    description: 'The contact becomes a member when it answers YES.',
  },
  {
    value: 'DIRECT',
    label: 'I have their consent',
    description: 'The contact is a member at once. Keep the proof of the consent.',
  },
];

interface Props {
  value: Joining;
  onChange: (value: Joining) => void;
  /** Set where a contact need not join a group. */
  isOptional?: boolean;
}

/** Fields for the group of a contact and for its consent. */
export function GroupFields({ value, onChange, isOptional = false }: Props) {
  const groups = (useGroups().data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const options = isOptional ? [NONE, ...groups] : groups;
  const { groupId, mode } = value;
  return (
    <SpaceBetween size="l">
      <FormField label={isOptional ? 'Group – optional' : 'Group'}>
        <Select
          selectedOption={options.find((option) => option.value === groupId) ?? (isOptional ? NONE : null)}
          options={options}
          placeholder="Choose a group"
          empty="The account has no groups."
          expandToViewport
          onChange={({ detail }) => onChange({ groupId: detail.selectedOption.value ?? '', mode })}
        />
      </FormField>
      {(!isOptional || groupId !== '') && (
        <FormField label="Consent">
          <RadioGroup
            value={mode ?? null}
            onChange={({ detail }) => onChange({ groupId, mode: chosenOf(MODES, detail.value) })}
            items={MODES}
          />
        </FormField>
      )}
    </SpaceBetween>
  );
}

/** Adds a contact to the chosen group. */
export const addMember = (api: Api, phoneNumber: string, { groupId, mode }: Joining) =>
  unwrap(
    api.POST('/api/v1/contacts/by-phone/{phoneNumber}/groups/{groupId}', {
      params: { path: { phoneNumber, groupId } },
      body: { ...(mode && { optInMode: mode }) },
    }),
  );
