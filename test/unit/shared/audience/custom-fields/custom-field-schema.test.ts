import {
  type CustomFieldDefinition,
  type CustomFieldSchema,
  presentCustomFields,
  presentDefinition,
  readSchema,
  visibleCustomFieldValues,
  visibleFields,
} from '../../../../../shared/audience/custom-fields/custom-field-schema';

const TEXT: CustomFieldDefinition = {
  number: 2,
  generation: 5,
  label: 'Nickname',
  type: 'TEXT',
  options: [],
  isDisabled: false,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const NUMBER: CustomFieldDefinition = { ...TEXT, number: 3, generation: 6, label: 'Score', type: 'NUMBER' };
const HIDDEN: CustomFieldDefinition = {
  ...TEXT,
  number: 4,
  generation: 7,
  label: 'Hidden',
  isDisabled: true,
};
const SCHEMA: CustomFieldSchema = { fields: [TEXT, NUMBER, HIDDEN], nextGeneration: 8, version: 3 };

const CONTACT = {
  customFields: {
    contact_custom_field_2: { generation: 5, value: 'Bo' },
    contact_custom_field_3: { generation: 6, value: '1e+300' },
    contact_custom_field_4: { generation: 7, value: 'kept' },
    contact_custom_field_5: { generation: 2, value: 'of a deleted field' },
  },
};

describe('the schema of an account', () => {
  it('is empty where nothing was ever defined', () => {
    expect(readSchema(undefined)).toEqual({ fields: [], nextGeneration: 1, version: 0 });
  });

  it('shows fields that are not disabled', () => {
    expect(visibleFields(SCHEMA)).toEqual([TEXT, NUMBER]);
  });

  it('shows options only of select types (rules 2.6)', () => {
    expect(presentDefinition(TEXT)).toEqual({
      label: 'Nickname',
      key: 'contact_custom_field_2',
      type: 'TEXT',
    });
    expect(presentDefinition({ ...TEXT, type: 'SINGLE_SELECT', options: ['a', 'b'] })).toEqual({
      label: 'Nickname',
      key: 'contact_custom_field_2',
      type: 'SINGLE_SELECT',
      options: ['a', 'b'],
    });
  });
});

describe('the values of a contact', () => {
  it('are answered by canonical label, without those of disabled or deleted fields (rules 2.3)', () => {
    expect(presentCustomFields(CONTACT.customFields, SCHEMA)).toEqual({ Nickname: 'Bo', Score: 1e300 });
  });

  it('are told to merge tags by key, without those of disabled or deleted fields (rules 2.7)', () => {
    expect(visibleCustomFieldValues(CONTACT, SCHEMA)).toEqual({
      contact_custom_field_2: 'Bo',
      contact_custom_field_3: 1e300,
    });
  });

  it('are shown again when their field is enabled again', () => {
    const schema = { ...SCHEMA, fields: [{ ...HIDDEN, isDisabled: false }] };
    expect(presentCustomFields(CONTACT.customFields, schema)).toEqual({ Hidden: 'kept' });
  });

  it('do not show in a new field that got the number of a deleted one', () => {
    const schema = { ...SCHEMA, fields: [{ ...TEXT, generation: 8, label: 'Successor' }] };
    expect(presentCustomFields(CONTACT.customFields, schema)).toEqual({});
    expect(visibleCustomFieldValues(CONTACT, schema)).toEqual({});
  });

  it.each(['__proto__', 'constructor', '🎂'])('are in the JSON under the label %s', (label) => {
    const schema = { ...SCHEMA, fields: [{ ...TEXT, label }] };
    expect(JSON.stringify(presentCustomFields(CONTACT.customFields, schema))).toBe(`{"${label}":"Bo"}`);
  });
});
