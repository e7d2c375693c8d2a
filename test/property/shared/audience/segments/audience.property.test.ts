import fc from 'fast-check';
import { mapLeaves } from '../../../../../shared/audience/segments/internal/condition-tree';
import { createField, findSchema } from '../../../../../shared/audience/custom-fields/define-fields';
import { createContact } from '../../../../../shared/audience/contacts/create-contact';
import type { ContactBody } from '../../../../../shared/audience/contacts/contact-fields';
import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { removeTag } from '../../../../../shared/audience/groups/group-tags';
import { type CheckedAudience, type ConditionInput } from '../../../../../shared/audience/segments/audience';
import { NO_CAMPAIGNS } from '../../../../support/sending/no-campaigns';
import { resolveAudience } from '../../../../../shared/audience/segments/resolve-audience';
import { walkAudience, walkPartsOfAudience } from '../../../../../shared/audience/segments/walk-audience';
import { type E164, parseE164 } from '../../../../../shared/phone-numbers/e164';
import { updateExpression } from '../../../../../shared/platform/store/expressions';
import { contactKey } from '../../../../../shared/platform/store/keys';
import { consentPlatform, seedAccount } from '../../../../support/audience/consent-fixture';
import { startEngine, type TestEngine } from '../../../../support/engines/engine';
import { isInAudience, type ModelContact, type ModelWorld } from './audience-model';

const SEED = process.env.SEED === undefined ? undefined : Number(process.env.SEED);
const RUNS = 100;
const CONTACTS = 60;
const TIME_ZONE = 'America/Los_Angeles';
const NOW = '2027-02-28T05:00:00.000Z';

const LABELS = {
  Note: 'text',
  Size: 'text',
  Visits: 'number',
  Since: 'date',
  Vip: 'boolean',
  Topics: 'options',
} as const;

let engine: TestEngine;
let accountId: string;
let groups: string[];
let tags: string[];
/** Tags of which the last was removed from its group, but not from the members who had it. */
let liveTags: string[];
let book: ModelContact[];

const firstNames = fc.constantFrom('Ada', 'ADA', 'Élodie', 'adam', 'O’Neil', '123', ' Ada');
const days = fc.constantFrom(
  '2024-02-29',
  '2023-02-28',
  '2027-02-27',
  '2027-02-28',
  '2027-02-20',
  '1950-01-01',
  '2027-03-01',
);
const instants = fc.constantFrom(
  '2027-02-28T04:59:00.000Z',
  '2027-02-27T08:00:00.000Z',
  '2027-02-27T07:59:59.999Z',
  '2024-02-29T20:00:00.000Z',
);
const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const numbers = fc.constantFrom(-1.5, 0, 1, 2, 10, 1e21);
const options = fc.subarray(['News', 'Sales', 'news']);
const contactOf = (index: number) =>
  fc.record({
    phoneNumber: fc.constant(`+1212555${1000 + index}`),
    firstName: optional(firstNames),
    lastName: optional(firstNames),
    birthDate: optional(days),
    isFavorite: fc.boolean(),
    postalCode: optional(fc.constantFrom('10001', '98101', '10001-1')),
    createdAt: instants,
    lastClickedAt: optional(instants),
    optedOut: fc.boolean(),
    customFields: fc.record({
      Note: optional(firstNames),
      Size: optional(fc.constantFrom('S', 'M')),
      Visits: optional(numbers),
      Since: optional(days),
      Vip: optional(fc.boolean()),
      Topics: optional(options),
    }),
    tagsByGroup: fc.array(fc.tuple(fc.nat(2), fc.subarray([0, 1])), { maxLength: 3 }),
  });

type Drawn = typeof contactOf extends (index: number) => fc.Arbitrary<infer Value> ? Value : never;

beforeAll(async () => {
  engine = await startEngine();
  const platform = consentPlatform(engine.table);
  const account = await seedAccount(platform, { timeZone: TIME_ZONE });
  accountId = account.id;
  const created = [];
  for (const name of ['A', 'B', 'C']) {
    created.push(await createGroup(platform, { accountId, name, optInType: 'SINGLE', tags: ['x', 'y'] }));
  }
  groups = created.map(({ id }) => id);
  tags = created.flatMap((group) => group.tags.map(({ id }) => id));
  const removed = tags.at(-1);
  liveTags = tags.filter((tag) => tag !== removed);
  await removeTag(platform, { accountId, groupId: groups.at(-1) ?? '', name: 'y' });
  const types = {
    Note: 'TEXT',
    Size: 'SINGLE_SELECT',
    Visits: 'NUMBER',
    Since: 'DATE',
    Vip: 'BOOLEAN',
    Topics: 'MULTI_SELECT',
  } as const;
  for (const [label, type] of Object.entries(types)) {
    const choices = { SINGLE_SELECT: ['S', 'M'], MULTI_SELECT: ['News', 'Sales', 'news'] } as Record<
      string,
      string[]
    >;
    await createField(platform, { accountId, label, type, options: choices[type] ?? [] });
  }
  const schema = await findSchema(engine.table, accountId);
  const drawn = Array.from({ length: CONTACTS }, (_, index) => {
    const parameters = { numRuns: 1, ...(SEED !== undefined && { seed: SEED + index }) };
    // JSON leaves out unset properties.
    return JSON.parse(JSON.stringify(fc.sample(contactOf(index), parameters)[0])) as Drawn;
  });
  book = [];
  for (const one of drawn) {
    const { phoneNumber: text, postalCode, tagsByGroup, customFields, ...others } = one;
    const { createdAt, lastClickedAt, optedOut, ...profile } = others;
    const phoneNumber = parseE164(text) as E164;
    const body = { ...profile, customFields, ...(postalCode && { address: { postalCode } }) } as ContactBody;
    const { tz } = await createContact(platform, { accountId, phoneNumber, body, schema });
    const memberships: Record<string, { optInAt: string; tagIds: string[] }> = Object.fromEntries(
      tagsByGroup.map(([group, chosen]) => [
        groups[group] as string,
        { optInAt: NOW, tagIds: chosen.map((tag) => tags[group * 2 + tag] as string) },
      ]),
    );
    await engine.table.update({
      Key: contactKey(accountId, phoneNumber),
      ...updateExpression({
        set: {
          createdAt,
          lastClickedAt,
          memberships,
          ...(optedOut && { hardOptOut: { at: NOW, source: 'stop' } }),
        },
      }),
    });
    book.push({
      ...profile,
      phoneNumber,
      tz,
      createdAt,
      ...(lastClickedAt !== undefined && { lastClickedAt }),
      optedOut,
      customFields,
      ...(postalCode && { address: { postalCode } }),
      tagsByGroup: Object.fromEntries(
        Object.entries(memberships).map(([group, { tagIds }]) => [group, tagIds]),
      ),
    } as ModelContact);
  }
});
afterAll(() => engine.stop());

const texts = fc.constantFrom(
  'ada',
  'A',
  'ÉLODIE',
  'e\u0301lodie',
  '1',
  '+1212',
  '10001',
  '',
  'america/new_york',
  'm',
  '-',
);
const leafOf = (fields: string[], tests: Array<fc.Arbitrary<{ op: string; value: unknown }>>) =>
  fc.tuple(fc.constantFrom(...fields), fc.oneof(...tests)).map(([field, test]) => ({ field, ...test }));
const withOp = (ops: string[], values: fc.Arbitrary<unknown>) =>
  fc.record({ op: fc.constantFrom(...ops), value: values });
const DAYS_OPERATORS = ['withinLastDays', 'notWithinLastDays', 'anniversaryInDays', 'anniversaryWithinDays'];
/** Numbers of days on both sides of those between today and the dates of contacts. */
const DAYS_AROUND = [0, 1, 2, 6, 7, 8, 307, 308, 309, 365, 366, 800, 1_000_000];
const exists = withOp(['exists'], fc.boolean());
const dateTests = (values: fc.Arbitrary<string>) => [
  exists,
  withOp(['equals', 'before', 'after'], values),
  withOp(['between'], fc.tuple(values, values)),
  withOp(DAYS_OPERATORS, fc.constantFrom(...DAYS_AROUND)),
];
const leaf: fc.Arbitrary<ConditionInput> = fc.oneof(
  leafOf(
    [
      'firstName',
      'lastName',
      'phoneNumber',
      'address.postalCode',
      'address.city',
      'tz',
      'customFields.Note',
      'customFields.Size',
    ],
    [
      exists,
      withOp(['equals', 'notEquals', 'startsWith', 'contains'], texts),
      withOp(['in'], fc.array(texts, { maxLength: 3 })),
    ],
  ),
  leafOf(
    ['customFields.Visits'],
    [
      exists,
      withOp(['equals', 'notEquals', 'lt', 'lte', 'gt', 'gte'], numbers),
      withOp(['in'], fc.array(numbers, { maxLength: 3 })),
    ],
  ),
  leafOf(['birthDate', 'customFields.Since'], dateTests(days)),
  leafOf(['createdAt', 'lastClickedAt'], dateTests(fc.oneof(days, instants))),
  leafOf(['isFavorite', 'customFields.Vip'], [exists, withOp(['equals'], fc.boolean())]),
  leafOf(['customFields.Topics'], [exists, withOp(['containsAny', 'containsAll'], options)]),
);
/** Comparisons of groups and tags by their indexes, which `withIds` replaces with ids: those exist only later. */
const ofMemberships: fc.Arbitrary<ConditionInput> = fc.oneof(
  leafOf(['groups', 'tags'], [exists]),
  leafOf(['groups'], [withOp(['containsAny', 'containsAll'], fc.subarray([0, 1, 2]))]),
  leafOf(['tags'], [withOp(['containsAny', 'containsAll'], fc.subarray([0, 1, 2, 3, 4, 5, 6]))]),
);
const withIds = (filter: ConditionInput): ConditionInput =>
  mapLeaves(filter, ({ field, op, value }) => {
    const ids = field === 'groups' ? groups : field === 'tags' ? tags : undefined;
    if (ids === undefined || !Array.isArray(value)) return { field, op, value };
    return { field, op, value: value.map((index: number) => ids[index] ?? 'tag_gone') };
  });
const { condition } = fc.letrec<{ condition: ConditionInput }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    ofMemberships,
    fc.record({
      all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
    }) as fc.Arbitrary<ConditionInput>,
    fc.record({
      any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
    }) as fc.Arbitrary<ConditionInput>,
    fc.record({ not: tie('condition') }) as fc.Arbitrary<ConditionInput>,
  ),
}));
/** Indexes of groups and tags, which exist only later. */
const shape = fc.record({
  groups: optional(fc.subarray([0, 1, 2])),
  tags: optional(fc.subarray([0, 1, 2, 3, 4, 5, 6])),
  excludeGroups: optional(fc.subarray([0, 1, 2], { maxLength: 2 })),
  filter: optional(condition),
});

/**
 * Checks that the service finds exactly the contacts that the model finds.
 *
 * @param options.inPages true: also in a walk over whole contacts in small pages
 */
async function expectThoseOfModel(
  audience: CheckedAudience,
  { inPages }: { inPages: boolean },
): Promise<void> {
  const world: ModelWorld = { labels: LABELS, liveTags, timeZone: TIME_ZONE, now: NOW };
  const schema = await findSchema(engine.table, accountId);
  const deps = { table: engine.table, campaigns: NO_CAMPAIGNS };
  const account = { id: accountId, timeZone: TIME_ZONE, retentionDays: 90, trackLastTexted: false };
  const resolved = await resolveAudience(deps, { account, schema, audience, now: new Date(NOW) });
  const met: Array<[string, string]> = [];
  for await (const { members } of walkPartsOfAudience(deps, resolved, { parts: [] })) {
    met.push(...members.map(({ contact, gate }): [string, string] => [contact.phoneNumber, gate]));
  }
  const whole: Array<[string, string]> = [];
  if (inPages) {
    for await (const { members } of walkAudience(deps, resolved, { contactsAPage: 3 })) {
      whole.push(...members.map(({ contact, gate }): [string, string] => [contact.phoneNumber, gate]));
    }
  }
  expect(inPages ? whole.sort() : met).toEqual(met.sort());
  const expected = book
    .filter((contact) => isInAudience(contact, audience, world))
    .map((contact): [string, string] => [
      contact.phoneNumber,
      contact.optedOut
        ? 'hardOptedOut'
        : Object.keys(contact.tagsByGroup).length > 0
          ? 'allowed'
          : 'notOptedIn',
    ]);
  expect(met.sort()).toEqual(expected.sort());
}

describe('E3: an audience', () => {
  it(
    'has exactly the contacts that an independent reading of the rules finds',
    async () => {
      await fc.assert(
        fc.asyncProperty(shape, async (drawn) => {
          const isChosen = [drawn.groups, drawn.tags].some((ids) => ids && ids.length > 0) || drawn.filter;
          const audience = JSON.parse(
            JSON.stringify({
              ...drawn,
              ...(!isChosen && { everyone: true }),
              groups: drawn.groups?.map((index) => groups[index]),
              tags: drawn.tags?.map((index) => tags[index] ?? 'tag_gone'),
              excludeGroups: drawn.excludeGroups?.map((index) => groups[index]),
              filter: drawn.filter && withIds(drawn.filter),
            }),
          ) as CheckedAudience;
          await expectThoseOfModel(audience, { inPages: true });
        }),
        { numRuns: RUNS, ...(SEED !== undefined && { seed: SEED }) },
      );
    },
    600_000 + RUNS * 400,
  );

  it.each([
    ...['containsAny', 'containsAll'].flatMap((op) => [
      { field: 'groups', op, value: [] },
      { field: 'groups', op, value: [0, 1] },
      { field: 'tags', op, value: [0, 3] },
      { field: 'tags', op, value: [0, 5] },
      { field: 'tags', op, value: [6] },
      { field: 'tags', op, value: [] },
    ]),
    { field: 'groups', op: 'exists', value: true },
    { field: 'tags', op: 'exists', value: true },
  ])('has those whose groups and tags pass %j, and the others', async (drawn) => {
    const filter = withIds(drawn);
    await expectThoseOfModel({ filter }, { inPages: true });
    await expectThoseOfModel({ filter: { not: filter } }, { inPages: true });
    const mixed = { any: [filter, { field: 'isFavorite', op: 'equals', value: true }] };
    await expectThoseOfModel({ filter: { not: mixed } }, { inPages: true });
  });

  it.each(
    DAYS_OPERATORS.flatMap((op) =>
      ['birthDate', 'customFields.Since', 'createdAt', 'lastClickedAt'].map((field) => [op, field]),
    ),
  )('has those whose dates pass %s of %s, to the day', async (op, field) => {
    for (const value of DAYS_AROUND) {
      const filter = { field, op, value } as ConditionInput;
      await expectThoseOfModel({ filter }, { inPages: false });
      await expectThoseOfModel({ filter: { not: filter } }, { inPages: false });
    }
  });
});
