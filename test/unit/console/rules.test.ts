import fc from 'fast-check';
import type { Condition } from '../../../console/src/api/schemas';
import type { FilterField } from '../../../console/src/audience/filter-fields';
import { hasParts } from '../../../console/src/audience/has-parts';
import { problemOf, verbsOf, type Entry, type Verb } from '../../../console/src/audience/rule-verbs';
import {
  conditionOf,
  countRules,
  isUnfinished,
  rulesOf,
  type Rule,
  type RuleGroup,
  type Rules,
} from '../../../console/src/audience/rules';
import type { Contact } from '../../../shared/audience/contacts/contact';
import { storeValue } from '../../../shared/audience/custom-fields/custom-field-schema';
import { meetsCondition } from '../../../shared/audience/segments/internal/meets-condition';
import { readCondition } from '../../../shared/audience/segments/internal/read-condition';
import { fields, schema } from '../../support/console/filter-fixture';

const words = fc
  .stringMatching(/^[A-Za-zé0-9 "{}-]{1,20}$/)
  .map((text) => text.trim())
  .filter((text) => text !== '');
const numbers = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })).map(String);
const days = fc.constantFrom('1985-03-04', '2024-02-29', '2026-12-31');
const several = (values: fc.Arbitrary<string>) => fc.array(values, { minLength: 1, maxLength: 3 });

/** Returns values that finish a rule. */
function valuesFor(entry: Entry, { options }: FilterField): fc.Arbitrary<string[]> {
  const texts = options === undefined ? words : fc.constantFrom(...options.map(({ value }) => value));
  switch (entry) {
    case 'none':
      return fc.constant([]);
    case 'text':
      return fc.tuple(words);
    case 'texts':
      return several(texts);
    case 'number':
      return fc.tuple(numbers);
    case 'numbers':
      return several(numbers);
    case 'date':
      return fc.tuple(days);
    case 'between':
      return fc.tuple(days, days).map((pair) => pair.sort());
    case 'days':
      return fc.tuple(fc.nat({ max: 1_000_000 }).map(String));
    case 'yesNo':
      return fc.tuple(fc.constantFrom('true', 'false'));
  }
}

const offered = fields.flatMap((field) => verbsOf(field).map((verb): [FilterField, Verb] => [field, verb]));
const rule: fc.Arbitrary<Rule> = fc.constantFrom(...offered).chain(([field, verb]) =>
  fc.record({
    key: fc.constant(''),
    field: fc.constant(field.field),
    verb: fc.constant(verb.id),
    values: valuesFor(verb.entry, field),
  }),
);
const joint = fc.constantFrom('all' as const, 'any' as const);
const group: fc.Arbitrary<RuleGroup> = fc.record({
  ...{ key: fc.constant(''), joint },
  lines: fc.array(rule, { minLength: 1, maxLength: 3 }),
});
const drawn: fc.Arbitrary<Rules> = fc
  .record({ joint, entries: fc.array(fc.oneof(rule, group), { minLength: 1, maxLength: 4 }) })
  // The connective of a single rule says nothing.
  .map((rules) => (rules.entries.length === 1 ? { ...rules, joint: 'all' } : rules));

const withoutKeys = (rules: Rules): unknown =>
  JSON.parse(JSON.stringify(rules, (name, value: unknown) => (name === 'key' ? undefined : value)));
const first = (text: string) => ({ field: 'firstName', op: 'equals', value: text });

describe('the rules of the editor', () => {
  it('make conditions that the service takes, whatever is chosen', () => {
    fc.assert(
      fc.property(drawn, (rules) => {
        const condition = conditionOf(rules, fields);
        expect(condition && isUnfinished(condition)).toBe(false);
        expect(() =>
          readCondition(condition, { account: { trackLastTexted: true }, schema, pointer: '' }),
        ).not.toThrow();
      }),
    );
  });

  it('are shown again as they were chosen', () => {
    fc.assert(
      fc.property(drawn, (rules) => {
        expect(withoutKeys(rulesOf(conditionOf(rules, fields), fields))).toEqual(withoutKeys(rules));
      }),
    );
  });

  it('are none without a condition', () => {
    expect(conditionOf(rulesOf(undefined, fields), fields)).toBeUndefined();
  });
});

describe('a condition of the API', () => {
  const odd = fc.constantFrom<unknown>(
    ...['', ' Ada', 'Ada', 'TX', 'Texas', '2024-02-29', '2026-03-01T12:00:00Z', 0, 1.5, 7, true, false],
    ...[['grp_1'], ['grp_1', 'grp_gone'], ['tag_2'], ['tag_1', 'tag_2']],
    ...[[], ['TX'], ['Ada', ''], ['Gold'], ['Gold', 'Gold'], [1], [1, 2], ['2026-01-01', '2024-02-29']],
  );
  const comparison = fc
    .record({
      field: fc.constantFrom(...fields.map(({ field }) => field), 'customFields.my text'),
      op: fc.constantFrom(...new Set(offered.flatMap(([, { form, several: many }]) => [form, many ?? form]))),
      value: odd,
    })
    .map(({ field, op, value }) => ({ field, op: op.op, value }));
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      comparison as fc.Arbitrary<Condition>,
      fc.record({ not: tie('condition') }),
      fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    ),
  }));
  const contact = (profile: object, values: Record<string, unknown> = {}): Contact =>
    ({
      ...{ phoneNumber: '+12125550100', isFavorite: false, createdAt: '2026-03-01T12:00:00.000Z' },
      memberships: {},
      customFields: Object.fromEntries(
        schema.fields
          .filter(({ type }) => type in values)
          .map((definition) => [
            `contact_custom_field_${definition.number}`,
            storeValue(definition, values[definition.type] as never),
          ]),
      ),
      ...profile,
    }) as unknown as Contact;
  const contacts = [
    contact({}),
    contact({ firstName: 'Ada', lastName: '', birthDate: '2024-02-29', gender: 'FEMALE', isFavorite: true }),
    contact(
      { firstName: ' Ada', address: { state: 'TX', country: 'US' }, tz: 'America/New_York' },
      {
        TEXT: 'Ada',
        NUMBER: 1,
        DATE: '2024-02-29',
        BOOLEAN: true,
        SINGLE_SELECT: 'Gold',
        MULTI_SELECT: ['Gold'],
      },
    ),
    contact({ memberships: { grp_1: { tagIds: ['tag_2'] }, grp_2: { tagIds: [] } } }),
  ];
  const today = { day: 20_513, timeZone: 'UTC' };
  const isMet = (input: Condition | undefined): boolean[] | string => {
    try {
      const read = readCondition(input, { account: { trackLastTexted: true }, schema, pointer: '' });
      return contacts.map((one) => meetsCondition(one, read, today));
    } catch {
      return 'refused';
    }
  };

  it('means the same contacts after it was shown', () => {
    fc.assert(
      fc.property(condition, (one) => {
        expect(isMet(conditionOf(rulesOf(one, fields), fields))).toEqual(isMet(one));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each<[string, Condition]>([
    ['a field that is not there any more', { field: 'customFields.Old', op: 'lt', value: 5 }],
    ['a label in other letters', { field: 'customFields.my number', op: 'gte', value: 5 }],
    ['a text that ends with a space', first('Ada ')],
    ['an empty text', { field: 'firstName', op: 'contains', value: '' }],
    ['no values', { field: 'customFields.My MULTI_SELECT', op: 'containsAny', value: [] }],
    ['a time of day', { field: 'createdAt', op: 'before', value: '2026-03-01T12:00:00Z' }],
    ['days in the wrong order', { field: 'birthDate', op: 'between', value: ['2026-02-01', '2026-01-01'] }],
    ['a negation that no verb has', { not: { field: 'birthDate', op: 'anniversaryInDays', value: 0 } }],
    ['a negated group', { not: { any: [first('a'), first('b')] } }],
  ])('with %s is kept as it is', (_what, one) => {
    const rules = rulesOf({ all: [first('Ada'), one] }, fields);
    expect(withoutKeys(rules)).toEqual({
      joint: 'all',
      entries: [{ field: 'firstName', verb: 'is', values: ['Ada'] }, { kept: one }],
    });
    expect(conditionOf(rules, fields)).toEqual({ all: [first('Ada'), one] });
  });

  it('in a third level is kept within its group', () => {
    const deep: Condition = { all: [{ any: [{ all: [first('a'), first('b')] }, first('c')] }] };
    const rules = rulesOf(deep, fields);
    expect(withoutKeys(rules)).toEqual({
      joint: 'all',
      entries: [
        {
          joint: 'any',
          lines: [
            { kept: { all: [first('a'), first('b')] } },
            { field: 'firstName', verb: 'is', values: ['c'] },
          ],
        },
      ],
    });
    expect(conditionOf(rules, fields)).toEqual(deep);
    expect(countRules(rules)).toBe(3);
  });

  it('with one state in a list is the rule of that state', () => {
    const rules = rulesOf({ not: { field: 'address.state', op: 'in', value: ['TX'] } }, fields);
    expect(withoutKeys(rules)).toEqual({
      joint: 'all',
      entries: [{ field: 'address.state', verb: 'isNot', values: ['TX'] }],
    });
  });
});

describe('an unfinished rule', () => {
  const one = (field: string, verb: string, ...values: string[]): Rules => ({
    joint: 'all',
    entries: [{ key: '', ...{ field, verb, values } }],
  });

  it.each<[string, Rules]>([
    ['without a field', one('', '')],
    ['without a text', one('firstName', 'is', ' ')],
    ['with letters for a number', one('customFields.My NUMBER', 'less', 'ten')],
    ['with half a day', one('createdAt', 'last', '1.5')],
    ['with too many days', one('createdAt', 'last', '1000001')],
    ['with one day of two', one('birthDate', 'between', '2026-01-01', '')],
    ['with days in the wrong order', one('birthDate', 'between', '2026-02-01', '2026-01-01')],
    ['without an answer', one('isFavorite', 'is')],
    ['without a choice', one('address.state', 'isNot')],
    ['without a group', one('groups', 'any')],
    ['with too many groups', one('groups', 'all', ...Array<string>(51).fill('grp_1'))],
    ['with a day that is none', one('birthDate', 'on', '2026-02-30')],
    ['with a text that is too long', one('firstName', 'is', 'a'.repeat(256))],
  ])('%s makes a condition that is not sent, and is shown again', (_what, rules) => {
    const condition = conditionOf(rules, fields);
    expect(condition && isUnfinished(condition)).toBe(true);
    expect(hasParts({ groups: ['grp_1'], filter: condition as Condition })).toBe(false);
    expect(() =>
      readCondition(condition, { account: { trackLastTexted: true }, schema, pointer: '' }),
    ).toThrow();
    const shown = rulesOf(condition, fields);
    const emptied = rules.entries.map((entry) => ({ ...entry, values: [] }));
    expect(withoutKeys(shown)).toEqual(withoutKeys({ ...rules, entries: emptied }));
  });

  it('within others makes all of them unfinished', () => {
    const condition: Condition = { any: [first('a'), { not: { all: [first('b'), first(null as never)] } }] };
    expect(isUnfinished(condition)).toBe(true);
    expect(isUnfinished({ any: [first('a'), { not: { all: [first('b')] } }] })).toBe(false);
  });

  it.each([
    ['customFields.My NUMBER', 'is', ['ten'], 'Give a number.'],
    ['customFields.My NUMBER', 'is', [''], undefined],
    ['createdAt', 'last', ['-1'], 'Give a number of days.'],
    ['birthDate', 'between', ['2026-02-01', '2026-01-01'], 'The second day is before the first.'],
    ['groups', 'none', Array<string>(50).fill('grp_1'), undefined],
    ['tags', 'any', Array<string>(51).fill('tag_1'), 'Choose at most 50.'],
    ['firstName', 'is', ['a'.repeat(255)], undefined],
    ['firstName', 'is', ['a'.repeat(256)], 'Use at most 255 characters.'],
  ])('of %s that %s %j says %s', (name, id, values, said) => {
    const field = fields.find((each) => each.field === name);
    const verb = field && verbsOf(field).find((each) => each.id === id);
    expect(verb && problemOf(verb, values)).toBe(said);
  });
});
