import type { CustomField, Group } from '../../../console/src/api/schemas';
import { filterFieldsOf } from '../../../console/src/audience/filter-fields';
import {
  CUSTOM_FIELD_TYPES,
  type CustomFieldSchema,
  hasOptions,
} from '../../../shared/audience/custom-fields/custom-field-schema';

/** Options of the custom fields that have some. */
export const OPTIONS = ['Gold', 'Silver'];

/** Schema with a custom field of each type. */
export const schema = {
  fields: CUSTOM_FIELD_TYPES.map((type, index) => ({
    ...{ number: index + 1, generation: index + 1, label: `My ${type}`, type },
    options: hasOptions(type) ? OPTIONS : [],
    ...{ isDisabled: false, createdAt: '2026-01-01T00:00:00.000Z' },
  })),
  nextGeneration: CUSTOM_FIELD_TYPES.length + 1,
  version: 1,
} as CustomFieldSchema;

/** Two groups, which both have a tag “VIP”. */
export const groups = [
  {
    ...{ id: 'grp_1', name: 'Customers', contactCount: 1 },
    tags: [
      { id: 'tag_1', name: 'VIP' },
      { id: 'tag_2', name: 'New' },
    ],
  },
  { id: 'grp_2', name: 'Newsletter', contactCount: 1200, tags: [{ id: 'tag_3', name: 'VIP' }] },
] as unknown as Group[];

/** Fields of the filter with these custom fields and groups. */
export const fields = filterFieldsOf(schema.fields as unknown as CustomField[], groups);
