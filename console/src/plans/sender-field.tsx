import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useNumbers } from '../api/account-lists';

interface Props {
  from: string;
  onChange: (from: string) => void;
  error: string | undefined;
}

/** Choice of the number that texts are sent from. */
export function SenderField({ from, onChange, error }: Props) {
  const numbers = useNumbers();
  const senders = (numbers.data?.results ?? []).map(({ number, status }) => ({
    value: number,
    label: number,
    description: status,
    disabled: status !== 'Active',
  }));
  return (
    <FormField label="From" errorText={error}>
      <Select
        selectedOption={senders.find(({ value }) => value === from) ?? null}
        options={senders}
        placeholder="Choose a number"
        empty="The account has no number. Ask an operator to add one."
        statusType={numbers.isPending ? 'loading' : numbers.isError ? 'error' : 'finished'}
        errorText="The numbers could not be loaded."
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
}
