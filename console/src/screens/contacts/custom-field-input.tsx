import FormField from '@cloudscape-design/components/form-field';
import Input from '@cloudscape-design/components/input';
import Multiselect from '@cloudscape-design/components/multiselect';
import type { CustomField } from '../../api/schemas';
import { Choice } from '../../app/choice';
import type { CustomValue } from './contact-fields';

interface Props {
  field: CustomField;
  value: CustomValue;
  onChange: (value: CustomValue) => void;
}

/** Input for one of the account's custom fields, according to its type. */
export function CustomFieldInput({ field, value, onChange }: Props) {
  const { label, type } = field;
  const options = 'options' in field ? field.options.map(toOption) : [];
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
          <Choice options={options} value={String(value)} onChange={onChange} />
        </FormField>
      );
    case 'MULTI_SELECT': {
      const chosen = Array.isArray(value) ? value : [];
      return (
        <FormField label={label}>
          <Multiselect
            selectedOptions={chosen.map(toOption)}
            options={options}
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
