import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useGroups } from '../../../api/account-lists';
import { countOf } from '../../../format/numbers';

interface Props {
  label: string;
  groupId: string;
  onChange: (groupId: string) => void;
  error: string | undefined;
  description?: string;
}

/** Choice of a group of the account. */
export function GroupField({ label, groupId, onChange, error, description }: Props) {
  const groups = useGroups();
  const options = (groups.data ?? []).map(({ id, name, contactCount }) => ({
    value: id,
    label: name,
    description: countOf(contactCount, 'member'),
  }));
  return (
    <FormField label={label} description={description} errorText={error}>
      <Select
        selectedOption={options.find(({ value }) => value === groupId) ?? null}
        options={options}
        placeholder="Choose a group"
        empty="The account has no groups."
        filteringType="auto"
        expandToViewport
        statusType={groups.isPending ? 'loading' : groups.isError ? 'error' : 'finished'}
        errorText="The groups could not be loaded."
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
}
