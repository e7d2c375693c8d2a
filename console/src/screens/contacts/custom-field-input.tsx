import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import { Choice } from '../../app/choice';

/** Value of a field; empty when it is not known. */
export type CustomValue = string | number | boolean | string[];

interface Field {
  label: string;
  type: string;
  options?: string[];
}

interface Props {
  field: Field;
  value: CustomValue;
  onChange: (value: CustomValue) => void;
}

/** Converts a value to its form in requests: `null` removes it. */
export const storedValue = (value: CustomValue): CustomValue | null =>
  value === '' || (Array.isArray(value) && value.length === 0) ? null : value;

/** Input for one of the account's custom fields, according to its type. */
export function CustomFieldInput({ field: { label, type, options = [] }, value, onChange }: Props) {
  switch (type) {
    case 'BOOLEAN':
      return (
        <FormField label={label}>
          <Choice
            options={YES_OR_NO}
            value={value === '' ? '' : String(value)}
            onChange={(chosen) => onChange(chosen === '' ? '' : chosen === 'true')}
          />
        </FormField>
      );
    case 'SINGLE_SELECT':
      return (
        <FormField label={label}>
          <Choice options={options.map(toOption)} value={String(value)} onChange={onChange} />
        </FormField>
      );
    case 'MULTI_SELECT': {
      const chosen = Array.isArray(value) ? value : [];
      return (
        <FormField label={label}>
          <Multiselect
            selectedOptions={chosen.map(toOption)}
            options={options.map(toOption)}
            placeholder="None"
            expandToViewport
            onChange={({ detail }) => onChange(detail.selectedOptions.map((option) => option.value ?? ''))}
          />
        </FormField>
      );
    }
    case 'NUMBER':
      return (
        <FormField label={label}>
          <Input
            value={String(value)}
            type="number"
            step="any"
            onChange={({ detail }) => onChange(detail.value === '' ? '' : Number(detail.value))}
          />
        </FormField>
      );
    default:
      return (
        <FormField label={type === 'DATE' ? `${label} (YYYY-MM-DD)` : label}>
          <Input value={String(value)} onChange={({ detail }) => onChange(detail.value)} />
        </FormField>
      );
  }
}

const toOption = (value: string) => ({ value, label: value });
const YES_OR_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];
