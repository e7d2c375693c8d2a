import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { chosenOf } from '../app/chosen-of';
import type { Joint } from './rules';

const JOINTS: { value: Joint; label: string }[] = [
  { value: 'all', label: 'all of these rules' },
  { value: 'any', label: 'any of these rules' },
];

/** Choice between rules that must all hold, and those of which one is enough. */
export function JointField({
  label,
  joint,
  onChange,
}: {
  label: string;
  joint: Joint;
  onChange: (joint: Joint) => void;
}) {
  return (
    <FormField label={label}>
      <Select
        selectedOption={JOINTS.find(({ value }) => value === joint) ?? null}
        options={JOINTS}
        expandToViewport
        onChange={({ detail }) => onChange(chosenOf(JOINTS, detail.selectedOption.value) ?? joint)}
      />
    </FormField>
  );
}
