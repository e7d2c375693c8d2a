import FormField from '@cloudscape-design/components/form-field';
import RadioGroup from '@cloudscape-design/components/radio-group';
import type { Campaign } from '../api/schemas';
import { chosenOf } from '../app/chosen-of';

type Purpose = Campaign['purpose'];

const PURPOSES: { value: Purpose; label: string; description: string }[] = [
  {
    value: 'marketing',
    label: 'Marketing',
    description: 'Keeps to the legal hours of each state and to the account’s limit of marketing texts.',
  },
  {
    value: 'informational',
    label: 'Informational',
    description: 'Something the recipients expect, such as a changed opening time. No legal hours.',
  },
  { value: 'emergency', label: 'Emergency', description: 'A warning. Goes out at any hour.' },
];

export function PurposeField({
  purpose,
  onChange,
}: {
  purpose: Purpose;
  onChange: (purpose: Purpose) => void;
}) {
  return (
    <FormField label="Purpose">
      <RadioGroup
        value={purpose}
        onChange={({ detail }) => onChange(chosenOf(PURPOSES, detail.value) ?? purpose)}
        items={PURPOSES}
      />
    </FormField>
  );
}
