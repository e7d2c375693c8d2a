import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';

const KEYS = [
  { value: 'revoke', label: 'Revoke them', description: 'Programs that use them are refused at once.' },
  { value: 'handOver', label: 'Take them over', description: 'They work on, and count as made by you.' },
];

/** Choice between revoking and taking over the API keys of a user who may not create them any more. */
export function KeysChoice({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <FormField label="API keys that the user made">
      <RadioGroup value={value} items={KEYS} onChange={({ detail }) => onChange(detail.value)} />
    </FormField>
  );
}
