import type { CustomFieldSettings } from '../../api/schemas';

export const FIELD_TYPES: { value: CustomFieldSettings['type']; label: string }[] = [
  { value: 'TEXT', label: 'Text' },
  { value: 'NUMBER', label: 'Number' },
  { value: 'BOOLEAN', label: 'Yes or no' },
  { value: 'DATE', label: 'Date' },
  { value: 'SINGLE_SELECT', label: 'One of a list' },
  { value: 'MULTI_SELECT', label: 'Several of a list' },
];

/** Lists that show labels or values of fields. */
export const CHANGED_WITH_FIELDS = [
  'custom-fields',
  'custom-field-schema',
  'contacts',
  'contact',
  'segments',
  'campaigns',
];
