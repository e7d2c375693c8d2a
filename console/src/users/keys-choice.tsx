import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import type { KeysFate } from '../api/schemas';
import { chosenOf } from '../app/chosen-of';

const KEYS: { value: KeysFate; label: string; description: string }[] = [
  { value: 'revoke', label: 'Revoke them', description: 'Programs that use them are refused at once.' },
  { value: 'handOver', label: 'Take them over', description: 'They work on, and count as made by you.' },
];

/** Choice between revoking and taking over the API keys of a user who may not create them any more. */
export function KeysChoice(props: { value: KeysFate; onChange: (value: KeysFate) => void }) {
  const { value, onChange } = props;
  return (
    <FormField label="API keys that the user made">
      <RadioGroup
        value={value}
        items={KEYS}
        onChange={({ detail }) => onChange(chosenOf(KEYS, detail.value) ?? value)}
      />
    </FormField>
  );
}
