import type {
  CustomFieldSchema,
  CustomFieldType,
} from '../../../../../shared/audience/custom-fields/custom-field-schema';
import {
  addField,
  changeField,
  removeField,
  type SchemaChange,
} from '../../../../../shared/audience/custom-fields/internal/schema-changes';

const NOW = '2026-03-01T12:00:00.000Z';
const EMPTY: CustomFieldSchema = { fields: [], nextGeneration: 1, version: 0 };

function add(
  schema: CustomFieldSchema,
  label: string,
  type: CustomFieldType = 'TEXT',
  options: string[] = [],
) {
  return addField(schema, { field: { label, type, options }, now: NOW });
}

const renameField = (schema: CustomFieldSchema, { label, newLabel }: { label: string; newLabel: string }) =>
  changeField(schema, { address: { label }, change: { newLabel } });
const setFieldDisabled = (
  schema: CustomFieldSchema,
  { label, isDisabled }: { label: string; isDisabled: boolean },
) => changeField(schema, { address: { label }, change: { isDisabled } });

function schemaOf(change: SchemaChange): CustomFieldSchema {
  if ('refused' in change) throw new Error(change.refused);
  return change.schema;
}

const schemaWith = (...labels: string[]) =>
  labels.reduce((schema, label) => schemaOf(add(schema, label)), EMPTY);
const numbers = (schema: CustomFieldSchema) => schema.fields.map(({ label, number }) => [label, number]);

describe('a new field (rules 2.6)', () => {
  it('gets the lowest number, a generation of its own, and a trimmed label', () => {
    expect(add(EMPTY, '  Shoe size ', 'SINGLE_SELECT', ['41', '42'])).toEqual({
      field: {
        number: 1,
        generation: 1,
        label: 'Shoe size',
        type: 'SINGLE_SELECT',
        options: ['41', '42'],
        isDisabled: false,
        createdAt: NOW,
      },
      schema: { fields: [expect.objectContaining({ label: 'Shoe size' })], nextGeneration: 2, version: 0 },
    });
  });

  it('can be the seventh but not the eighth', () => {
    const seven = schemaWith('a', 'b', 'c', 'd', 'e', 'f', 'g');
    expect(numbers(seven).at(-1)).toEqual(['g', 7]);
    expect(add(seven, 'h')).toEqual({ refused: 'tooManyFields' });
  });

  it('counts disabled fields among the seven', () => {
    const seven = schemaOf(
      setFieldDisabled(schemaWith('a', 'b', 'c', 'd', 'e', 'f', 'g'), { label: 'a', isDisabled: true }),
    );
    expect(add(seven, 'h')).toEqual({ refused: 'tooManyFields' });
  });

  it.each(['city', 'CITY', ' City '])('cannot be called %j when there is a City', (label) => {
    expect(add(schemaWith('City'), label)).toEqual({ refused: 'labelTaken' });
  });

  it('cannot have the label of a disabled field', () => {
    const schema = schemaOf(setFieldDisabled(schemaWith('City'), { label: 'City', isDisabled: true }));
    expect(add(schema, 'city')).toEqual({ refused: 'labelTaken' });
  });

  it.each(['', '   ', 'a'.repeat(101), 'a\0b', 'a\ud800', 'a\uffff'])('cannot be called %j', (label) => {
    expect(add(EMPTY, label)).toEqual({ refused: 'invalidLabel' });
  });

  it.each(['a'.repeat(100), '🎂'.repeat(100), '__proto__', 'constructor'])('can be called %s', (label) => {
    expect(add(EMPTY, label)).toMatchObject({ field: { label } });
  });

  it.each<[CustomFieldType, string[]]>([
    ['SINGLE_SELECT', []],
    ['MULTI_SELECT', []],
    ['SINGLE_SELECT', ['a', 'a']],
    ['MULTI_SELECT', ['a', '']],
    ['MULTI_SELECT', ['a', 'b\ufdd0']],
    ['SINGLE_SELECT', ['a'.repeat(256)]],
    ['SINGLE_SELECT', Array.from({ length: 201 }, (_, index) => `option ${index}`)],
    ['TEXT', ['a']],
    ['NUMBER', ['1']],
    ['BOOLEAN', ['true']],
    ['DATE', ['2024-01-01']],
  ])('of type %s cannot have the options %j', (type, options) => {
    expect(add(EMPTY, 'Field', type, options)).toEqual({ refused: 'invalidOptions' });
  });

  it.each<[CustomFieldType, string[]]>([
    ['SINGLE_SELECT', ['only one']],
    ['MULTI_SELECT', ['a', 'A']],
    ['SINGLE_SELECT', ['a'.repeat(255)]],
    ['SINGLE_SELECT', Array.from({ length: 200 }, (_, index) => `option ${index}`)],
  ])('of type %s can have the options %j', (type, options) => {
    expect(add(EMPTY, 'Field', type, options)).toMatchObject({ field: { type, options } });
  });
});

describe('deleting a field', () => {
  it('frees its number for the next field, which is of another generation', () => {
    const schema = schemaOf(add(schemaOf(removeField(schemaWith('a', 'b', 'c'), 'b')), 'd'));
    expect(schema.fields.map(({ label, number, generation }) => [label, number, generation])).toEqual([
      ['a', 1, 1],
      ['d', 2, 4],
      ['c', 3, 3],
    ]);
  });

  it('leaves the numbers of the others alone', () => {
    expect(numbers(schemaOf(removeField(schemaWith('a', 'b', 'c'), ' A ')))).toEqual([
      ['b', 2],
      ['c', 3],
    ]);
  });

  it('finds disabled fields too', () => {
    const schema = schemaOf(setFieldDisabled(schemaWith('a'), { label: 'a', isDisabled: true }));
    expect(schemaOf(removeField(schema, 'a')).fields).toEqual([]);
  });

  it('is refused for a field that there is not', () => {
    expect(removeField(schemaWith('a'), 'b')).toEqual({ refused: 'noSuchField' });
  });
});

describe('renaming a field', () => {
  it('keeps everything but the label', () => {
    const schema = schemaWith('a', 'b');
    expect(renameField(schema, { label: ' A', newLabel: ' Alpha ' })).toMatchObject({
      field: { ...schema.fields[0], label: 'Alpha' },
    });
  });

  it('can change only the spelling', () => {
    expect(renameField(schemaWith('city'), { label: 'city', newLabel: 'City' })).toMatchObject({
      field: { label: 'City', number: 1 },
    });
  });

  it.each([
    ['to the label of another field', { label: 'a', newLabel: 'B' }, 'labelTaken'],
    ['of a field that there is not', { label: 'c', newLabel: 'd' }, 'noSuchField'],
    ['to nothing', { label: 'a', newLabel: ' ' }, 'invalidLabel'],
  ])('is refused %s', (_case, options, refused) => {
    expect(renameField(schemaWith('a', 'b'), options)).toEqual({ refused });
  });
});

describe('disabling a field', () => {
  it('keeps its number, and enabling gives back the same field', () => {
    const schema = schemaWith('a', 'b');
    const disabled = schemaOf(setFieldDisabled(schema, { label: 'A', isDisabled: true }));
    expect(disabled.fields[0]).toEqual({ ...schema.fields[0], isDisabled: true });
    expect(schemaOf(setFieldDisabled(disabled, { label: 'a', isDisabled: false }))).toEqual(schema);
  });

  it('is refused for a field that there is not', () => {
    expect(setFieldDisabled(EMPTY, { label: 'a', isDisabled: true })).toEqual({ refused: 'noSuchField' });
  });
});

describe('changing several things of a field', () => {
  const schema = schemaOf(add(schemaWith('a'), 'Plan', 'SINGLE_SELECT', ['Basic', 'Pro']));
  const address = { key: 'contact_custom_field_2' };

  it('makes all of them, by the key of the field', () => {
    const change = { newLabel: 'Tariff', isDisabled: true, options: [{ from: 'Pro', to: 'Premium' }] };
    expect(changeField(schema, { address, change })).toMatchObject({
      field: { number: 2, label: 'Tariff', isDisabled: true, options: ['Basic', 'Premium'] },
      schema: { fields: [{ label: 'a' }, { label: 'Tariff', options: ['Basic', 'Premium'] }] },
    });
  });

  it('makes none of them where one is refused', () => {
    const options = [{ from: 'Gold', to: 'Premium' }];
    expect(changeField(schema, { address, change: { newLabel: 'A', options: [] } })).toEqual({
      refused: 'labelTaken',
    });
    expect(changeField(schema, { address, change: { newLabel: 'Tariff', options } })).toEqual({
      refused: 'unknownOption',
      index: 0,
    });
  });

  it('is refused for options of a type that has none, and for a field that there is not', () => {
    const change = { options: [{ to: 'New' }] };
    expect(changeField(schema, { address: { label: 'a' }, change })).toEqual({ refused: 'noOptions' });
    expect(changeField(schema, { address: { key: 'contact_custom_field_3' }, change })).toEqual({
      refused: 'noSuchField',
    });
  });
});

describe('the room of all definitions', () => {
  const bytesOf = ({ fields }: CustomFieldSchema) => Buffer.byteLength(JSON.stringify(fields));
  /** Returns 200 options of `characters` with four bytes each. */
  const options = (characters: number) =>
    Array.from({ length: 200 }, (_, index) => `${'🎂'.repeat(characters)}${index}`);

  it('is enough for seven fields with as many options as there can be, of one byte a character', () => {
    const most = Array.from({ length: 200 }, (_, index) => `${index}`.padEnd(255, 'x'));
    const labels = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((letter) => letter.repeat(100));
    const schema = labels.reduce(
      (before, label) => schemaOf(add(before, label, 'MULTI_SELECT', most)),
      EMPTY,
    );
    expect(schema.fields).toHaveLength(7);
  });

  it('has a limit for a new field', () => {
    const one = schemaOf(add(EMPTY, 'One', 'SINGLE_SELECT', options(250)));
    expect(bytesOf(one)).toBeLessThan(380_000);
    expect(add(one, 'Two', 'SINGLE_SELECT', options(250))).toEqual({ refused: 'tooLarge' });
  });

  it('has a limit for options and their former names, to the byte', () => {
    let schema = schemaOf(add(EMPTY, 'One', 'SINGLE_SELECT', options(240)));
    schema = schemaOf(add(schema, 'Two', 'SINGLE_SELECT', ['a', ...options(230).slice(0, 199)]));
    schema = schemaOf(add(schema, 'Three', 'SINGLE_SELECT', options(2).slice(0, 160)));
    const address = { label: 'Two' };
    const rename = (to: string) => changeField(schema, { address, change: { options: [{ from: 'a', to }] } });
    // The former name is kept, and counts.
    const room = 380_000 - bytesOf(schemaOf(rename('b'))) + 1;
    expect(room).toBeGreaterThan(1);
    expect(room).toBeLessThan(255);
    expect(rename('x'.repeat(room))).toMatchObject({ field: { label: 'Two' } });
    expect(rename('x'.repeat(room + 1))).toEqual({ refused: 'tooLarge' });
  });
});
