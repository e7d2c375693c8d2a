import { CUSTOM_FIELD_TYPES } from '../../shared/audience/custom-fields/custom-field-schema';
import {
  MAX_CUSTOM_FIELD_LABEL_CHARACTERS,
  MAX_CUSTOM_FIELD_OPTIONS,
  MAX_CUSTOM_TEXT_CHARACTERS,
} from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { customFieldsItem } from '../../shared/audience/custom-fields/custom-field-schema';
import { declare } from './declare';
import { FLAG, listOf, oneOf, record, resultsOf, TEXT, textOf, TIME } from './schemas';

const FIELD = record(
  { key: TEXT, label: TEXT, type: oneOf(CUSTOM_FIELD_TYPES), isDisabled: FLAG, createdAt: TIME },
  { options: listOf(TEXT) },
);
const EXAMPLE = {
  key: 'contact_custom_field_1',
  label: 'Plan',
  type: 'SINGLE_SELECT',
  options: ['Basic', 'Pro'],
  isDisabled: false,
  createdAt: '2026-03-01T12:00:00.000Z',
};
const LABEL = textOf(MAX_CUSTOM_FIELD_LABEL_CHARACTERS);
const OPTION = textOf(MAX_CUSTOM_TEXT_CHARACTERS);
const access: TableAccess = {
  read: ['account'],
  putOnly: { account: customFieldsItem.attributes },
  check: ['account'],
};

export const listCustomFields = declare({
  operationId: 'listCustomFields',
  method: 'GET',
  path: 'custom-fields',
  scope: 'contacts:read',
  summary: 'List all custom fields, disabled ones included',
  access: { read: ['account'] },
  answer: { name: 'CustomFieldSettingsList', schema: resultsOf(FIELD), example: { results: [EXAMPLE] } },
});

export const createCustomField = declare({
  operationId: 'createCustomField',
  method: 'POST',
  path: 'custom-fields',
  scope: 'account:admin',
  summary: 'Define a custom field',
  access,
  request: {
    schema: record(
      { label: LABEL, type: oneOf(CUSTOM_FIELD_TYPES) },
      { options: { ...listOf(OPTION), maxItems: MAX_CUSTOM_FIELD_OPTIONS } },
    ),
    example: { label: 'Plan', type: 'SINGLE_SELECT', options: ['Basic', 'Pro'] },
  },
  answer: { status: 201, name: 'CustomFieldSettings', schema: FIELD, example: EXAMPLE },
});

export const updateCustomField = declare({
  operationId: 'updateCustomField',
  method: 'PATCH',
  path: 'custom-fields/{key}',
  scope: 'account:admin',
  summary: 'Rename a custom field, hide it from the API and show it again, add options and rename them',
  description:
    'All of it is changed, or nothing. An entry of `options` renames the option `from`, which keeps its place and its contacts; without `from` it adds an option. Each `from` is a name before the request, so that two options can swap names.',
  access,
  request: {
    schema: record(
      {},
      {
        label: LABEL,
        isDisabled: FLAG,
        options: { ...listOf(record({ to: OPTION }, { from: OPTION })), maxItems: MAX_CUSTOM_FIELD_OPTIONS },
      },
    ),
    example: { label: 'Tariff', options: [{ from: 'Pro', to: 'Premium' }, { to: 'Team' }] },
  },
  answer: { name: 'CustomFieldSettings', schema: FIELD, example: EXAMPLE },
  errors: [33110],
});

export const deleteCustomField = declare({
  operationId: 'deleteCustomField',
  method: 'DELETE',
  path: 'custom-fields/{key}',
  scope: 'account:admin',
  summary: 'Delete a custom field and its values for good',
  access,
  errors: [33110],
});

export const CUSTOM_FIELD_ROUTES = [
  listCustomFields,
  createCustomField,
  updateCustomField,
  deleteCustomField,
];
