import {
  type CustomFieldDefinition,
  type CustomFieldSchema,
  presentCustomFields,
  presentDefinition,
  readSchema,
  visibleCustomFieldValues,
  visibleFields,
} from '../../../../../shared/audience/custom-fields/custom-field-schema';
import { readCustomFields } from '../../../../../shared/audience/custom-fields/read-custom-fields';
import { ServiceError } from '../../../../../shared/errors/service-error';

describe('custom field schema', () => {
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
});

describe('read custom fields', () => {
  function field(definition: Partial<CustomFieldDefinition> & { number: number }): CustomFieldDefinition {
    return {
      generation: definition.number * 10,
      label: `Field ${definition.number}`,
      type: 'TEXT',
      options: [],
      isDisabled: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      ...definition,
    };
  }

  const SCHEMA: CustomFieldSchema = {
    fields: [
      field({ number: 1, label: 'Nickname' }),
      field({ number: 2, label: 'Score', type: 'NUMBER' }),
      field({ number: 3, label: 'VIP', type: 'BOOLEAN' }),
      field({ number: 4, label: 'Anniversary', type: 'DATE' }),
      field({ number: 5, label: 'Size', type: 'SINGLE_SELECT', options: ['S', 'M', 'L'] }),
      field({ number: 6, label: 'Topics', type: 'MULTI_SELECT', options: ['News', 'Sales', 'Events'] }),
      field({ number: 7, label: 'Hidden', isDisabled: true }),
    ],
    nextGeneration: 71,
    version: 7,
  };

  const read = (input: Record<string, unknown>, schema = SCHEMA) => readCustomFields(input, schema);

  function refusal(input: Record<string, unknown>, schema = SCHEMA): unknown {
    try {
      read(input, schema);
    } catch (error) {
      if (error instanceof ServiceError) return { code: error.code, ...error.details };
      throw error;
    }
    return undefined;
  }

  const refused = (label: string, reason: string) => ({ code: 33033, label, reason });

  describe('labels (rules 2.6, 4.4)', () => {
    it.each(['Nickname', 'nickname', 'NICKNAME', '  Nickname ', '\tnickNAME\n'])(
      'finds a field by %j',
      (label) => {
        expect(read({ [label]: 'Bo' })).toEqual({
          set: { contact_custom_field_1: { generation: 10, value: 'Bo' } },
          clear: [],
        });
      },
    );

    it.each(['Nick name', '', 'Nicknam', 'contact_custom_field_1', 'constructor', 'toString'])(
      'refuses %j as unknown_label',
      (label) => {
        expect(refusal({ [label]: 'Bo' })).toEqual(refused(label, 'unknown_label'));
      },
    );

    it('refuses the label of a disabled field as unknown_label', () => {
      expect(refusal({ Hidden: 'x' })).toEqual(refused('Hidden', 'unknown_label'));
    });

    it('refuses an unknown label even when its value is null', () => {
      expect(refusal({ Nobody: null })).toEqual(refused('Nobody', 'unknown_label'));
    });

    it('refuses the later of two spellings of one label as duplicate_label_input', () => {
      expect(refusal({ Score: 1, ' sCORE ': 2 })).toEqual(refused(' sCORE ', 'duplicate_label_input'));
      expect(refusal({ score: null, Score: 2 })).toEqual(refused('Score', 'duplicate_label_input'));
    });

    it.each(['__proto__', 'constructor', 'hasOwnProperty', '🎂', '1'])('can be %s', (label) => {
      const schema = { ...SCHEMA, fields: [field({ number: 3, label })] };
      const input = JSON.parse(`{${JSON.stringify(label)}: "value"}`) as Record<string, unknown>;
      expect(read(input, schema)).toEqual({
        set: { contact_custom_field_3: { generation: 30, value: 'value' } },
        clear: [],
      });
    });

    it('refuses __proto__ where no field has that label', () => {
      expect(refusal(JSON.parse('{"__proto__": "x"}') as Record<string, unknown>)).toEqual(
        refused('__proto__', 'unknown_label'),
      );
    });
  });

  describe('values (rules 2.6)', () => {
    it('takes a value of every type', () => {
      const input = {
        Nickname: 'Bo',
        Score: 12.5,
        VIP: false,
        Anniversary: '2024-02-29',
        Size: 'M',
        Topics: ['Sales', 'News'],
      };
      expect(read(input)).toEqual({
        set: {
          contact_custom_field_1: { generation: 10, value: 'Bo' },
          contact_custom_field_2: { generation: 20, value: '12.5' },
          contact_custom_field_3: { generation: 30, value: false },
          contact_custom_field_4: { generation: 40, value: '2024-02-29' },
          contact_custom_field_5: { generation: 50, value: 'M' },
          contact_custom_field_6: { generation: 60, value: ['Sales', 'News'] },
        },
        clear: [],
      });
    });

    it('clears with null whatever the type', () => {
      expect(
        read({ Nickname: null, Score: null, VIP: null, Anniversary: null, Size: null, Topics: null }),
      ).toEqual({
        set: {},
        clear: [1, 2, 3, 4, 5, 6].map((number) => `contact_custom_field_${number}`),
      });
    });

    it.each(['Nickname', 'Anniversary', 'Size'])('clears %s with an empty string', (label) => {
      expect(read({ [label]: '' })).toMatchObject({ set: {}, clear: [expect.any(String)] });
    });

    it.each(['Score', 'VIP', 'Topics'])('refuses an empty string for %s as type_mismatch', (label) => {
      expect(refusal({ [label]: '' })).toEqual(refused(label, 'type_mismatch'));
    });

    it('keeps an empty selection', () => {
      expect(read({ Topics: [] })).toEqual({
        set: { contact_custom_field_6: { generation: 60, value: [] } },
        clear: [],
      });
    });

    it.each<[string, unknown]>([
      ['Nickname', 1],
      ['Nickname', true],
      ['Nickname', ['x']],
      ['Nickname', {}],
      ['Score', '12'],
      ['Score', Infinity],
      ['Score', -Infinity],
      ['Score', NaN],
      ['Score', true],
      ['VIP', 'true'],
      ['VIP', 0],
      ['Anniversary', 20240101],
      ['Size', 1],
      ['Size', ['S']],
      ['Topics', 'News'],
      ['Topics', [1]],
      ['Topics', [null]],
      ['Topics', { 0: 'News' }],
    ])('refuses for %s the value %j as type_mismatch', (label, value) => {
      expect(refusal({ [label]: value })).toEqual(refused(label, 'type_mismatch'));
    });

    it.each([0, -1.5, 1e300, 5e-324, 2 ** 53 + 2])('takes the finite number %d', (value) => {
      expect(read({ Score: value }).set).toEqual({
        contact_custom_field_2: { generation: 20, value: `${value}` },
      });
    });

    it.each(['s', 'XL', ' S', 'S '])('refuses %j as unknown_option', (value) => {
      expect(refusal({ Size: value })).toEqual(refused('Size', 'unknown_option'));
      expect(refusal({ Topics: ['News', value] })).toEqual(refused('Topics', 'unknown_option'));
    });

    it('refuses an option given twice as duplicate_option', () => {
      expect(refusal({ Topics: ['News', 'Sales', 'News'] })).toEqual(refused('Topics', 'duplicate_option'));
    });

    it.each([
      '2024-1-1',
      '24-01-01',
      '01/02/2024',
      '2024-01-01T00:00:00Z',
      ' 2024-01-01',
      '2024-01-01\n',
      'today',
    ])('refuses the date %j as invalid_date_format', (value) => {
      expect(refusal({ Anniversary: value })).toEqual(refused('Anniversary', 'invalid_date_format'));
    });

    it.each([
      '2024-13-01',
      '2024-00-10',
      '2024-01-00',
      '2024-01-32',
      '2023-02-29',
      '1900-02-29',
      '2024-04-31',
    ])('refuses the date %s as invalid_calendar_date', (value) => {
      expect(refusal({ Anniversary: value })).toEqual(refused('Anniversary', 'invalid_calendar_date'));
    });

    it.each(['2024-02-29', '2000-02-29', '2024-12-31', '1899-04-30', '9999-01-01'])(
      'takes the date %s',
      (value) => {
        expect(refusal({ Anniversary: value })).toBeUndefined();
      },
    );

    it.each([254, 255])('takes a text of %d characters', (length) => {
      expect(refusal({ Nickname: '🎂'.repeat(length) })).toBeUndefined();
    });

    it('refuses a text of 256 characters as length_exceeded', () => {
      expect(refusal({ Nickname: 'a'.repeat(256) })).toEqual(refused('Nickname', 'length_exceeded'));
    });

    it('echoes the label as the request spells it', () => {
      expect(refusal({ ' nickNAME ': 1 })).toEqual(refused(' nickNAME ', 'type_mismatch'));
    });
  });
});
