import fc from 'fast-check';
import type { CustomField } from '../../../console/src/api/schemas';
import {
  conditionOf,
  queryOf,
  unusableValue,
  type Query,
} from '../../../console/src/audience/condition-query';
import {
  FILLED_IN,
  filterFieldsOf,
  filteringOptions,
  filteringProperties,
} from '../../../console/src/audience/filter-fields';
import {
  CUSTOM_FIELD_TYPES,
  type CustomFieldSchema,
  hasOptions,
} from '../../../shared/audience/custom-fields/custom-field-schema';
import { AUDIENCE_FIELD_NAMES } from '../../../shared/audience/segments/internal/fields';
import { readCondition } from '../../../shared/audience/segments/internal/read-condition';

const OPTIONS = ['Gold', 'Silver'];
const schema = {
  fields: CUSTOM_FIELD_TYPES.map((type, index) => ({
    ...{ number: index + 1, generation: index + 1, label: `My ${type}`, type },
    options: hasOptions(type) ? OPTIONS : [],
    ...{ isDisabled: false, createdAt: '2026-01-01T00:00:00.000Z' },
  })),
  nextGeneration: CUSTOM_FIELD_TYPES.length + 1,
  version: 1,
} as CustomFieldSchema;
const fields = filterFieldsOf(schema.fields as unknown as CustomField[]);
const properties = filteringProperties(fields) as unknown as Array<{
  key: string;
  operators: Array<string | { operator: string }>;
}>;
const offered = properties.flatMap(({ key, operators }) =>
  operators.map((operator) => ({
    key,
    operator: typeof operator === 'string' ? operator : operator.operator,
  })),
);

const words = fc
  .stringMatching(/^[A-Za-zé0-9 "{}-]{1,20}$/)
  .map((text) => text.trim())
  .filter((text) => text !== '');

/** Returns values that the filter takes for a property. */
function valuesOf(key: string): fc.Arbitrary<string> {
  if (key === FILLED_IN) return fc.constantFrom(...fields.map(({ field }) => field));
  if (key.endsWith(' days')) return fc.nat({ max: 1_000_000 }).map(String);
  switch (fields.find(({ field }) => field === key)?.kind) {
    case 'number':
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map(String);
    case 'date':
      return fc.constantFrom('1985-03-04', '2026-12-31');
    case 'boolean':
      return fc.constantFrom('true', 'false');
    case 'choices':
      return fc.constantFrom(...OPTIONS);
    default:
      return words;
  }
}
const token = fc.oneof(
  ...offered.map(({ key, operator }) =>
    fc.record({ propertyKey: fc.constant(key), operator: fc.constant(operator), value: valuesOf(key) }),
  ),
);
const operation = fc.constantFrom('and' as const, 'or' as const);
const group = fc.record({ operation, tokens: fc.array(token, { minLength: 1, maxLength: 3 }) });
const query: fc.Arbitrary<Query> = fc.record({
  tokens: fc.constant([]),
  tokenGroups: fc.array(fc.oneof(token, group), { minLength: 1, maxLength: 4 }),
  operation,
});

describe('the filter of contacts', () => {
  it('has all fields of the service', () => {
    expect(fields.map(({ field }) => field).sort()).toEqual(
      [...AUDIENCE_FIELD_NAMES, ...schema.fields.map(({ label }) => `customFields.${label}`)].sort(),
    );
  });

  it('makes conditions that the service takes, whatever is chosen', () => {
    fc.assert(
      fc.property(query, (chosen) => {
        expect(unusableValue(chosen, fields)).toBeUndefined();
        expect(() => readCondition(conditionOf(chosen, fields), { schema, pointer: '' })).not.toThrow();
      }),
    );
  });

  it('shows each condition that it made, as the same one', () => {
    fc.assert(
      fc.property(query, (chosen) => {
        const condition = conditionOf(chosen, fields);
        const shown = queryOf(condition, fields);
        expect(shown && conditionOf(shown, fields)).toEqual(condition);
      }),
    );
  });

  it('shows each choice again as it was made', () => {
    fc.assert(
      fc.property(token, (chosen) => {
        const filter = { tokens: [], tokenGroups: [chosen], operation: 'and' as const };
        expect(queryOf(conditionOf(filter, fields), fields)).toEqual(filter);
      }),
    );
  });

  it('is empty without a condition', () => {
    expect(conditionOf({ tokens: [], tokenGroups: [], operation: 'and' }, fields)).toBeUndefined();
  });
});

describe('the values that the filter offers', () => {
  const offeredFor = (key: string) =>
    filteringOptions(fields)
      .filter(({ propertyKey }) => propertyKey === key)
      .map(({ value, label }) => label ?? value);

  it.each([
    ['gender', ['FEMALE', 'MALE', 'OTHER']],
    ['isFavorite', ['Yes', 'No']],
    ['customFields.My BOOLEAN', ['Yes', 'No']],
    ['customFields.My SINGLE_SELECT', ['Gold', 'Silver']],
    ['firstName', []],
  ])('for %s are %j', (key, values) => {
    expect(offeredFor(key)).toEqual(values);
  });

  it('for “Filled in” are all fields', () => {
    expect(offeredFor(FILLED_IN)).toEqual(fields.map(({ label }) => label));
  });
});
