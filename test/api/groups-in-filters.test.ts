import { deleteGroupPart } from '../../shared/operations/delete-group-in-parts';
import { createGroup } from '../../shared/audience/groups/create-group';
import type { Group } from '../../shared/audience/groups/group';
import { removeTag, tagMembership } from '../../shared/audience/groups/group-tags';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
const SEGMENTS = '/api/v1/segments';
const CAMPAIGNS = '/api/v1/campaigns';
const EXPORTS = '/api/v1/contacts/exports';
const AUTOMATIONS = '/api/v1/automations';

const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path, body });
const contactPath = (phone: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
const preview = (audience: object) => call('POST', `${SEGMENTS}/preview`, { audience });
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const errorsOf = ({ body }: ApiAnswer) => (body as { details?: { errors: unknown } }).details?.errors;
const idOf = ({ body }: ApiAnswer) => (body as { id: string }).id;
const leaf = (field: 'groups' | 'tags', op: string, value: unknown) => ({ field, op, value });

const group = (name: string) =>
  createGroup(fixture.service.deps, {
    accountId: fixture.account.accountId,
    name,
    optInType: 'SINGLE',
    from: fixture.account.from,
    tags: ['VIP', 'New'],
  });
const tagOf = ({ tags }: Group, name: string) => tags.find((tag) => tag.name === name)?.id ?? '';
async function contact(firstName: string): Promise<string> {
  const phone = randomPhone();
  expect((await call('POST', contactPath(phone), { firstName })).status).toBe(201);
  return phone;
}
const join = (phone: string, { id }: Group, optInMode = 'DIRECT') =>
  call('POST', `${contactPath(phone)}/groups/${id}`, { optInMode });
const tag = (phoneNumber: string, { id: groupId }: Group, tagName: string) =>
  tagMembership(fixture.service.deps, {
    ...{ accountId: fixture.account.accountId, phoneNumber, groupId, tagName },
  });

let customers: Group;
let news: Group;
/** Ada is in both groups, Bo in the customers, Cy in the news as a VIP, Di in none, and Ed has not confirmed yet. */
const names = new Map<string, string>();
/** Returns the first names of those who meet a filter, in alphabetical order. */
async function found(filter: object): Promise<string[]> {
  const { status, body } = await preview({ filter });
  expect(status).toBe(200);
  const { matched, sample } = body as { matched: number; sample: Array<{ phoneNumber: string }> };
  expect(matched).toBe(sample.length);
  return sample.map(({ phoneNumber }) => names.get(phoneNumber) ?? phoneNumber).sort();
}

beforeAll(async () => {
  [customers, news] = [await group('Customers'), await group('Newsletter')];
  const people = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'];
  const phones = [];
  for (const name of people) phones.push(await contact(name));
  for (const [index, phone] of phones.entries()) names.set(phone, people[index] ?? '');
  const [ada = '', bo = '', cy = '', , ed = ''] = phones;
  await join(ada, customers);
  await join(ada, news);
  await join(bo, customers);
  await join(cy, news);
  await join(ed, news, 'CONFIRM');
  await tag(ada, customers, 'New');
  await tag(bo, customers, 'VIP');
  await tag(bo, customers, 'New');
  await tag(cy, news, 'VIP');
});

describe('E3: groups in a filter', () => {
  it('are those of active memberships', async () => {
    expect(await found(leaf('groups', 'containsAny', [news.id]))).toEqual(['Ada', 'Cy']);
    expect(await found(leaf('groups', 'containsAny', [news.id, customers.id]))).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await found(leaf('groups', 'containsAll', [news.id, customers.id]))).toEqual(['Ada']);
    expect(await found(leaf('groups', 'exists', true))).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await found(leaf('groups', 'exists', false))).toEqual(['Di', 'Ed']);
    expect(await found(leaf('groups', 'containsAny', []))).toEqual([]);
  });

  it('can be negated, and stand beside other fields', async () => {
    const isCustomer = leaf('groups', 'containsAny', [customers.id]);
    const isEd = { field: 'firstName', op: 'equals', value: 'ed' };
    expect(await found({ not: isCustomer })).toEqual(['Cy', 'Di', 'Ed']);
    expect(await found({ not: leaf('groups', 'containsAll', [customers.id, news.id]) })).toEqual([
      ...['Bo', 'Cy', 'Di', 'Ed'],
    ]);
    expect(await found({ any: [isCustomer, isEd] })).toEqual(['Ada', 'Bo', 'Ed']);
    expect(await found({ not: { any: [isCustomer, isEd] } })).toEqual(['Cy', 'Di']);
    const vip = leaf('tags', 'containsAny', [tagOf(news, 'VIP')]);
    expect(await found({ any: [isCustomer, vip] })).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await found({ all: [isCustomer, { any: [isEd, { not: vip }] }] })).toEqual(['Ada', 'Bo']);
  });

  it('narrow the groups of the audience', async () => {
    const { body } = await preview({
      groups: [news.id],
      filter: { not: leaf('groups', 'containsAny', [customers.id]) },
    });
    expect(body).toMatchObject({ matched: 1, sample: [{ firstName: 'Cy' }] });
  });
});

describe('E3: tags in a filter', () => {
  it('are those of active memberships', async () => {
    const [vip, young] = [tagOf(customers, 'VIP'), tagOf(customers, 'New')];
    expect(await found(leaf('tags', 'containsAny', [vip, tagOf(news, 'VIP')]))).toEqual(['Bo', 'Cy']);
    expect(await found(leaf('tags', 'containsAll', [vip, young]))).toEqual(['Bo']);
    expect(await found({ not: leaf('tags', 'containsAny', [young]) })).toEqual(['Cy', 'Di', 'Ed']);
    expect(await found(leaf('tags', 'exists', true))).toEqual(['Ada', 'Bo', 'Cy']);
    expect(await found(leaf('tags', 'exists', false))).toEqual(['Di', 'Ed']);
  });

  it('match no contact once they are removed from their group', async () => {
    const { deps } = fixture.service;
    const { accountId } = fixture.account;
    const others = await group('Others');
    const fay = await contact('Fay');
    names.set(fay, 'Fay');
    await join(fay, others);
    await tag(fay, others, 'VIP');
    await tag(fay, others, 'New');
    const [vip, young] = [tagOf(others, 'VIP'), tagOf(others, 'New')];
    const ofGroup = (filter: object) => ({ all: [leaf('groups', 'containsAny', [others.id]), filter] });
    expect(await found(leaf('tags', 'containsAll', [vip, young]))).toEqual(['Fay']);
    await removeTag(deps, { accountId, groupId: others.id, name: 'VIP' });
    expect(await found(leaf('tags', 'containsAny', [vip]))).toEqual([]);
    expect(await found(leaf('tags', 'containsAny', [vip, young]))).toEqual(['Fay']);
    expect(await found(leaf('tags', 'containsAll', [vip, young]))).toEqual([]);
    expect(await found(ofGroup({ not: leaf('tags', 'containsAll', [vip, young]) }))).toEqual(['Fay']);
    await removeTag(deps, { accountId, groupId: others.id, name: 'New' });
    expect(await found(ofGroup(leaf('tags', 'exists', true)))).toEqual([]);
    expect(await found(ofGroup(leaf('tags', 'exists', false)))).toEqual(['Fay']);
    expect(await found(leaf('tags', 'containsAny', ['tag_unknown']))).toEqual([]);
  });
});

const people = (filter: object) => ({ filter });
const message = () => ({ name: 'Filtered', from: fixture.account.from, purpose: 'informational' });
const automation = (more: object) => ({
  ...{ ...message(), entry: 'once', trigger: { event: 'order.shipped' }, steps: [{ send: { body: 'Hi.' } }] },
  ...more,
});
/** Requests that contain a condition, with its place in them. */
const DOORS: Array<[string, string, (filter: object) => Promise<ApiAnswer>]> = [
  [
    'a segment',
    '/audience/filter',
    (filter) => call('POST', SEGMENTS, { name: 'x', audience: people(filter) }),
  ],
  ['a preview', '/audience/filter', (filter) => preview(people(filter))],
  [
    'a campaign',
    '/audience/filter',
    (filter) => call('POST', CAMPAIGNS, { ...message(), body: 'Hi.', audience: people(filter) }),
  ],
  [
    'an export',
    '/audience/filter',
    (filter) => call('POST', EXPORTS, { format: 'csv', audience: people(filter) }),
  ],
  [
    'an automation',
    '/audience/filter',
    (filter) => call('POST', AUTOMATIONS, automation({ audience: people(filter) })),
  ],
  ['the exit of an automation', '/exit', (filter) => call('POST', AUTOMATIONS, automation({ exit: filter }))],
  [
    'a step of an automation',
    '/steps/0/stopUnless',
    (filter) => call('POST', AUTOMATIONS, automation({ steps: [{ stopUnless: filter }] })),
  ],
];

describe.each(DOORS)('E3: groups and tags in the filter of %s', (_, place, send) => {
  it('are looked up', async () => {
    const wanted = { any: [leaf('groups', 'containsAny', [news.id]), leaf('tags', 'exists', true)] };
    expect((await send(wanted)).status).toBeLessThan(300);
    const unknown = leaf('groups', 'containsAny', [news.id, 'grp_unknown']);
    expect(refusalOf(await send(unknown))).toEqual([404, 33031]);
    expect(refusalOf(await send({ not: { any: [unknown] } }))).toEqual([404, 33031]);
    expect((await send(leaf('tags', 'containsAny', ['tag_unknown']))).status).toBeLessThan(300);
  });

  it('have the form of ids', async () => {
    const answer = await send(leaf('groups', 'containsAll', ['News']));
    expect(refusalOf(answer)).toEqual([400, 33100]);
    expect(errorsOf(answer)).toEqual([
      { pointer: `${place}/value`, reason: 'each item must be an id that begins with grp_' },
    ]);
  });
});

describe('E3: a comparison of groups and tags', () => {
  const id = (prefix: string, length: number) => prefix + 'a'.repeat(length - prefix.length);

  it('takes 50 ids of up to 100 characters', async () => {
    const groups = (count: number) => preview(people(leaf('groups', 'containsAny', manyOf(news.id, count))));
    expect((await groups(50)).status).toBe(200);
    const tags = (ids: string[]) => preview(people(leaf('tags', 'containsAll', ids)));
    expect((await tags(manyOf(id('tag_', 100), 50))).status).toBe(200);
  });

  it.each([
    ['51 groups', leaf('groups', 'containsAny', manyOf('grp_a', 51)), 'must have at most 50 items'],
    [
      'an id that is too long',
      leaf('tags', 'containsAll', [id('tag_', 101)]),
      'each item must have at most 100 characters',
    ],
    [
      'a group for a tag',
      leaf('tags', 'containsAny', ['grp_a']),
      'each item must be an id that begins with tag_',
    ],
    ['a number', leaf('groups', 'containsAny', [5]), 'each item must be a string'],
    ['one text', leaf('groups', 'containsAny', 'grp_a'), 'must be an array'],
  ])('refuses %s', async (_name, filter, reason) => {
    const answer = await preview(people(filter));
    expect(refusalOf(answer)).toEqual([400, 33100]);
    expect(errorsOf(answer)).toEqual([{ pointer: '/audience/filter/value', reason }]);
  });

  it('refuses the operators of texts', async () => {
    expect(errorsOf(await preview(people(leaf('groups', 'in', ['grp_a']))))).toEqual([
      { pointer: '/audience/filter/op', reason: 'must be one of containsAny, containsAll, exists' },
    ]);
  });
});

describe('E3: a segment whose group is deleted', () => {
  it('is refused the same whether its filter or its groups name it', async () => {
    const gone = await group('Gone');
    const create = (audience: object) => call('POST', SEGMENTS, { name: 'Gone', audience });
    const byGroups = idOf(await create({ groups: [gone.id] }));
    const byFilter = idOf(await create(people(leaf('groups', 'containsAny', [gone.id]))));
    await deleteGroupPart(fixture.service.deps, {
      ...{ accountId: fixture.account.accountId, groupId: gone.id, worksForMs: Infinity },
    });
    for (const segmentId of [byGroups, byFilter]) {
      expect(refusalOf(await call('POST', `${SEGMENTS}/preview`, { segmentId }))).toEqual([404, 33031]);
      const { status, body } = await call('GET', `${SEGMENTS}/${segmentId}`);
      expect([status, JSON.stringify(body).includes(gone.id)]).toEqual([200, true]);
    }
  });
});

function manyOf(id: string, count: number): string[] {
  return Array<string>(count).fill(id);
}
