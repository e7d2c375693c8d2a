import fc from 'fast-check';
import type { Contact } from '../../../../../shared/audience/contacts/contact';
import type { ContactBody } from '../../../../../shared/audience/contacts/contact-fields';
import { presentContact } from '../../../../../shared/audience/groups/internal/present-contact';
import { emptyProfile } from '../../../../../shared/audience/contacts/empty-profile';
import { patchProfile, type Profile } from '../../../../../shared/audience/contacts/profile';
import type {
  CustomFieldDefinition,
  CustomFieldSchema,
} from '../../../../../shared/audience/custom-fields/custom-field-schema';
import validate from '../../../../../shared/platform/validation/generated/contact';
import type { E164 } from '../../../../../shared/phone-numbers/e164';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type JsonObject = { [key: string]: Json };

const PHONE = '+12125550123' as E164;
const LABELS = ['Nickname', 'Score', 'Topics', '__proto__'];

function define(number: number, definition: Partial<CustomFieldDefinition>): CustomFieldDefinition {
  return {
    number,
    generation: number,
    label: LABELS[number - 1] ?? '',
    type: 'TEXT',
    options: [],
    isDisabled: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...definition,
  };
}

const SCHEMA: CustomFieldSchema = {
  fields: [
    define(1, {}),
    define(2, { type: 'NUMBER' }),
    define(3, { type: 'MULTI_SELECT', options: ['a', 'b', 'c'] }),
    define(4, {}),
  ],
  nextGeneration: 5,
  version: 1,
};

/** Merges as in RFC 7396, section 2, word for word. */
function mergePatch(target: Json | undefined, patch: Json): Json {
  if (!isObject(patch)) return patch;
  const result = new Map(Object.entries(isObject(target) ? target : {}));
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name);
    else result.set(name, mergePatch(result.get(name), value));
  }
  return Object.fromEntries(result);
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Merges as the contract narrows the RFC for contacts: an empty string of a nullable string field is `null`, isFavorite
 * `null` is false, countries are upper case, states of the United States and Canada have two letters (without country
 * too: the number is one of +1), and an address without fields is none.
 */
function mergeContactPatch(document: JsonObject, patch: JsonObject): JsonObject {
  const replacer = (key: string, value: Json): Json => {
    if (value === '') return null;
    if (key === 'isFavorite' && value === null) return false;
    return key === 'country' && typeof value === 'string' ? value.toUpperCase() : value;
  };
  const merged = mergePatch(document, replaceDeeply(patch, replacer)) as JsonObject;
  const { address, customFields, ...rest } = merged;
  const inTwoLetters = isObject(address) && isObject(patch.address) ? stateOf(address) : undefined;
  if (isObject(address) && inTwoLetters !== undefined) address.state = inTwoLetters;
  return {
    ...rest,
    ...(isObject(address) && Object.keys(address).length > 0 && { address }),
    customFields: customFields ?? {},
  };
}

function stateOf({ state, country }: JsonObject): string | undefined {
  const [texas, ontario] = [
    ['Texas', 'tx'],
    ['ontario', 'ON'],
  ].map((spellings) => spellings.some((one) => one === state));
  if (texas && (country === undefined || country === 'US')) return 'TX';
  return ontario && (country === undefined || country === 'CA') ? 'ON' : undefined;
}

function replaceDeeply(value: Json, replace: (key: string, value: Json) => Json, key = ''): Json {
  if (!isObject(value)) return replace(key, value);
  return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, replaceDeeply(v, replace, k)]));
}

const nothing = fc.constantFrom(null, '');
const text = fc.oneof(
  nothing,
  fc.string({ minLength: 1, maxLength: 10 }).filter((s) => !s.includes('\0')),
);
/** Names and codes of states, or longer texts than any of them. */
const state = fc.oneof(
  nothing,
  fc.constantFrom('Texas', 'tx', 'ontario', 'ON', 'Bayern'),
  fc.string({ minLength: 1, maxLength: 10 }).map((s) => `Region ${s.replaceAll('\0', '')}`),
);
const country = fc.oneof(nothing, fc.constantFrom('US', 'us', 'De', 'CA'));
const address = fc.record(
  { street: text, city: text, state, postalCode: fc.oneof(text, fc.constant('60601')), country },
  { requiredKeys: [] },
);
const customFields = fc
  .record(
    {
      nickname: text,
      score: fc.oneof(fc.constant(null), fc.double({ noNaN: true, noDefaultInfinity: true })),
      topics: fc.oneof(fc.constant(null), fc.subarray(['a', 'b', 'c'])),
      proto: text,
    },
    { requiredKeys: [] },
  )
  .map((values) => {
    const labels: Record<string, string> = { nickname: 'Nickname', score: 'Score', topics: 'Topics' };
    return Object.fromEntries(
      Object.entries(values).map(([key, value]) => [labels[key] ?? '__proto__', value]),
    );
  });
const body = fc.record(
  {
    firstName: text,
    lastName: text,
    email: fc.oneof(nothing, fc.constantFrom('ada@example.com', 'bo@example.org')),
    birthDate: fc.oneof(nothing, fc.constantFrom('1990-01-31', '2004-02-29')),
    gender: fc.oneof(nothing, fc.constantFrom('MALE', 'FEMALE', 'OTHER')),
    address: fc.oneof(fc.constant(null), address),
    isFavorite: fc.constantFrom(true, false, null),
    customFields: fc.oneof(fc.constant(null), customFields),
  },
  { requiredKeys: [] },
);

/** Returns the writable part of the answer, without `tz`, which is read-only. */
function documentOf(profile: Profile): JsonObject {
  const contact: Contact = {
    ...profile,
    tz: undefined,
    id: 'con_1',
    accountId: 'acc_1',
    phoneNumber: PHONE,
    memberships: {},
    pendingMemberships: {},
    hardOptOut: undefined,
    version: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
  };
  const answer = JSON.parse(
    JSON.stringify(presentContact({ contact, groups: new Map(), schema: SCHEMA })),
  ) as JsonObject;
  const { id: _id, phoneNumber: _p, groups: _g, pendingGroups: _pg, createdAt: _c, ...document } = answer;
  return document;
}

const apply = (profile: Profile, patch: unknown) =>
  patchProfile(profile, { body: patch as ContactBody, schema: SCHEMA, phoneNumber: PHONE });

const numRuns = Number(process.env.FC_RUNS ?? 1_000);

describe('PATCH (rules 4.4)', () => {
  it('is RFC 7396 over any sequence of patches', () => {
    fc.assert(
      fc.property(fc.array(body, { minLength: 1, maxLength: 5 }), (patches) => {
        let profile = emptyProfile(PHONE);
        let document: JsonObject = { isFavorite: false, customFields: {} };
        for (const patch of patches) {
          expect(validate(patch)).toBe(true);
          profile = apply(profile, patch);
          document = mergeContactPatch(document, JSON.parse(JSON.stringify(patch)) as JsonObject);
          expect(documentOf(profile)).toEqual(document);
        }
      }),
      { numRuns },
    );
  });

  it('does nothing the second time', () => {
    fc.assert(
      fc.property(body, body, (first, second) => {
        const once = apply(apply(emptyProfile(PHONE), first), second);
        expect(apply(once, second)).toEqual(once);
      }),
      { numRuns },
    );
  });

  it('derives tz from the address alone, whatever the way to it', () => {
    fc.assert(
      fc.property(fc.array(body, { maxLength: 5 }), (patches) => {
        const profile = patches.reduce<Profile>(apply, emptyProfile(PHONE));
        const atOnce = apply(emptyProfile(PHONE), { address: profile.address ?? null });
        expect(profile.tz).toBe(atOnce.tz);
      }),
      { numRuns },
    );
  });
});
