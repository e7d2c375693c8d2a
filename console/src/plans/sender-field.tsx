import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { findOption } from '../senders/sender-options';
import { useSenderOptions } from '../senders/use-senders';

interface Props {
  from: string;
  onChange: (from: string) => void;
  error: string | undefined;
}

/** Choice of the number or sender that texts are sent from. */
export function SenderField({ from, onChange, error }: Props) {
  const senders = useSenderOptions();
  return (
    <FormField label="From" errorText={error}>
      <Select
        selectedOption={findOption(senders.options, from) ?? null}
        options={senders.options}
        placeholder="Choose a number or sender"
        empty="The account has no number. Ask an operator to add one."
        statusType={senders.isPending ? 'loading' : senders.isError ? 'error' : 'finished'}
        errorText="The numbers could not be loaded."
        onChange={({ detail }) => onChange(detail.selectedOption.value ?? '')}
      />
    </FormField>
  );
}
