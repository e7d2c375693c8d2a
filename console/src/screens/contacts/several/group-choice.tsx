import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import type { Contact } from '../../../api/schemas';
import { countOf } from '../../../format/numbers';
import { type GroupOfSeveral, groupsOfSeveral } from './groups-of-several';

interface Props {
  contacts: readonly Contact[];
  /** Set to count contacts that have not confirmed, too. */
  withPending: boolean;
  value: GroupOfSeveral | undefined;
  onChange: (group: GroupOfSeveral | undefined) => void;
}

/** Choice among the groups of several contacts, each with the number of contacts in it. */
export function GroupChoice({ contacts, withPending, value, onChange }: Props) {
  const groups = groupsOfSeveral(contacts, { withPending });
  const options = groups.map(({ id, name, members }) => ({
    ...{ value: id, label: name },
    description: `${members.length} of ${countOf(contacts.length, 'contact')}`,
  }));
  return (
    <FormField label="Group">
      <Select
        selectedOption={options.find((option) => option.value === value?.id) ?? null}
        options={options}
        placeholder="Choose a group"
        empty="None of these contacts is in a group."
        expandToViewport
        onChange={({ detail }) => onChange(groups.find(({ id }) => id === detail.selectedOption.value))}
      />
    </FormField>
  );
}
