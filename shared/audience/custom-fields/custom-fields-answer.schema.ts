import {
  MAX_CUSTOM_FIELDS,
  MAX_CUSTOM_FIELD_LABEL_CHARACTERS,
  MAX_CUSTOM_FIELD_OPTIONS,
  MAX_CUSTOM_TEXT_CHARACTERS,
} from '../../limits';
import { CUSTOM_FIELD_TYPES, hasOptions } from './custom-field-schema';

const PROPERTIES = {
  label: {
    type: 'string',
    maxLength: MAX_CUSTOM_FIELD_LABEL_CHARACTERS,
    description: 'The key in `customFields` of a contact. Unique without regard to case; can be renamed.',
  },
  key: {
    type: 'string',
    pattern: `^contact_custom_field_[1-${MAX_CUSTOM_FIELDS}]$`,
    description: 'The name of its merge tag; stays when the label is renamed.',
  },
} as const;

/** **Source:** rules 2.6. */
export const CUSTOM_FIELD_SCHEMA = {
  description: "A field that the operator defined for the account's contacts.",
  oneOf: [
    {
      title: 'PlainCustomField',
      type: 'object',
      description: 'A field with any value of its type.',
      properties: {
        ...PROPERTIES,
        type: { type: 'string', enum: CUSTOM_FIELD_TYPES.filter((type) => !hasOptions(type)) },
      },
      required: ['label', 'key', 'type'],
      additionalProperties: false,
    },
    {
      title: 'SelectCustomField',
      type: 'object',
      description: 'A field with one or several of its options.',
      properties: {
        ...PROPERTIES,
        type: { type: 'string', enum: CUSTOM_FIELD_TYPES.filter(hasOptions) },
        options: {
          type: 'array',
          maxItems: MAX_CUSTOM_FIELD_OPTIONS,
          items: { type: 'string', maxLength: MAX_CUSTOM_TEXT_CHARACTERS },
          description: 'The allowed values.',
        },
      },
      required: ['label', 'key', 'type', 'options'],
      additionalProperties: false,
    },
  ],
};

/** **Source:** rules 4.8. */
export const CUSTOM_FIELD_LIST_SCHEMA = {
  type: 'object',
  description: 'The visible custom fields.',
  properties: {
    fields: {
      type: 'array',
      maxItems: MAX_CUSTOM_FIELDS,
      items: { $ref: '#/components/schemas/CustomField' },
    },
  },
  required: ['fields'],
  additionalProperties: false,
} as const;
