import fc from 'fast-check';
import type { Contact } from '../../../../../shared/audience/contacts/contact';
import {
  type CustomFieldDefinition,
  type CustomFieldSchema,
  presentCustomFields,
  type StoredCustomFieldValue,
  storeValue,
} from '../../../../../shared/audience/custom-fields/custom-field-schema';
import {
  changeOptions,
  type OptionChange,
} from '../../../../../shared/audience/custom-fields/option-changes';
import type { LeafInput } from '../../../../../shared/audience/segments/audience';
import { matchesAudience } from '../../../../../shared/audience/segments/matches-audience';
import { readCondition } from '../../../../../shared/audience/segments/internal/read-condition';
import { audienceOfSegment, referencesOf } from '../../../../../shared/audience/segments/segment';

/** Names that differ even without case; some begin with or contain others. */
const NAMES = ['A', 'AB', 'B', 'BC', 'C', 'A (2)'];
const TODAY = { day: 0, timeZone: 'UTC' };

const name = fc.constantFrom(...NAMES);
const change = fc.oneof(
  fc.record({ from: name, to: name }).map((one): OptionChange => one),
  fc.record({ to: name }).map((one): OptionChange => one),
);
const leaf = fc.oneof(
  fc.record({ op: fc.constantFrom('equals', 'notEquals', 'startsWith', 'contains'), value: name }),
  fc.record({ op: fc.constant('in'), value: fc.array(name, { minLength: 1, maxLength: 3 }) }),
);
const selection = fc.record({
  op: fc.constantFrom('containsAny', 'containsAll'),
  value: fc.array(name, { minLength: 1, maxLength: 3 }),
});
const step = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 3 }),
  one: leaf,
  several: selection,
});

const define = (number: number, type: CustomFieldDefinition['type']): CustomFieldDefinition => ({
  ...{ number, generation: number, label: type, type, isDisabled: false },
  options: NAMES.slice(0, 3),
  createdAt: '2026-01-01T00:00:00.000Z',
});

const schemaOf = (fields: CustomFieldDefinition[]): CustomFieldSchema => ({
  fields,
  nextGeneration: 3,
  version: 0,
});
const contactOf = (values: Record<string, StoredCustomFieldValue>) =>
  ({ customFields: values, memberships: {} }) as unknown as Contact;

/** Contact that was stored with options, whose places the model knows. */
interface Stored {
  contact: Contact;
  places: number[];
}
/** Stored filter, with the names of all options at that time and after each later change. */
interface StoredFilter {
  segment: Parameters<typeof audienceOfSegment>[0];
  leaf: LeafInput;
  since: number;
}

/** Model of the options' names by place, at first and after each request. */
class Model {
  readonly states: string[][];
  constructor(options: readonly string[]) {
    this.states = [[...options]];
  }
  record(options: readonly string[]) {
    this.states.push([...options]);
  }
  /**
   * Returns the places of the options that a text meant in the state in which it was stored: those that first had such
   * a name.
   */
  meant(text: string, { op, since }: { op: string; since: number }): number[] {
    const isPattern = op === 'startsWith' || op === 'contains';
    const isNamed = (one: string) =>
      op === 'startsWith' ? one.startsWith(text) : op === 'contains' ? one.includes(text) : one === text;
    const firstNames = (this.states.at(-1) ?? []).map(
      (_, place) => this.states.find((names) => place < names.length)?.[place] ?? '',
    );
    for (const names of this.states.slice(since)) {
      const candidates = isPattern ? [...names, ...firstNames.slice(names.length)] : names;
      const places = candidates.flatMap((one, place) => (isNamed(one) ? [place] : []));
      if (places.length > 0) return places;
    }
    return [];
  }
  isMet({ leaf: { op, value }, since }: StoredFilter, places: readonly number[]): boolean {
    const texts = (Array.isArray(value) ? value : [value]) as string[];
    const each = texts.map((text) => this.meant(text, { op, since }).some((place) => places.includes(place)));
    if (op === 'notEquals') return !each[0];
    return op === 'containsAll' ? each.every(Boolean) : each.some(Boolean);
  }
}

describe('renamed options, for any history of a field', () => {
  it.each(['SINGLE_SELECT', 'MULTI_SELECT'] as const)(
    'show the names of now, and mean the same contacts to filters stored before: %s',
    (type) => {
      fc.assert(
        fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
          let field = define(1, type);
          const model = new Model(field.options);
          const contacts: Stored[] = [{ contact: contactOf({}), places: [] }];
          const filters: StoredFilter[] = [];
          for (const { changes, one, several } of steps) {
            // 1. Stores contacts and a filter with the present names.
            const places = [...field.options.keys()];
            const chosen =
              type === 'SINGLE_SELECT'
                ? places.map((place) => [place])
                : [...places.map((place) => [place]), places];
            for (const some of chosen) {
              const names = some.map((place) => field.options[place] ?? '');
              const value = storeValue(field, type === 'SINGLE_SELECT' ? (names[0] ?? '') : names);
              contacts.push({ contact: contactOf({ contact_custom_field_1: value }), places: some });
            }
            const input = { field: `customFields.${type}`, ...(type === 'SINGLE_SELECT' ? one : several) };
            const condition = readCondition(input, {
              account: { trackLastTexted: false },
              schema: schemaOf([field]),
              pointer: '',
            });
            filters.push({
              segment: { audience: { filter: input }, fieldReferences: referencesOf(condition) },
              leaf: input,
              since: model.states.length - 1,
            });
            // 2. Changes the options.
            const after = changeOptions(field, changes);
            if ('refused' in after) continue;
            field = { ...field, ...after };
            model.record(field.options);
          }
          // 3. Checks that values have the present names.
          const schema = schemaOf([field]);
          for (const { contact, places } of contacts) {
            const names = places.map((place) => field.options[place]);
            const shown = presentCustomFields(contact.customFields, schema)[type];
            expect(shown).toEqual(
              type === 'SINGLE_SELECT' ? names[0] : names.length === 0 ? undefined : names,
            );
          }
          // 4. Checks that filters find the same contacts as before.
          for (const filter of filters) {
            const written = audienceOfSegment(filter.segment, schema).filter;
            const condition = readCondition(written, {
              account: { trackLastTexted: false },
              schema,
              pointer: '',
            });
            const audience = {
              groups: undefined,
              tags: undefined,
              excludeGroups: [],
              condition,
              today: TODAY,
            };
            const found = contacts.map(({ contact }) => matchesAudience(contact, audience));
            expect(found).toEqual(contacts.map(({ places }) => model.isMet(filter, places)));
          }
        }),
        { numRuns: 500 },
      );
    },
  );
});
