import { createGroup } from '../../shared/audience/groups/create-group';
import { addTag, removeTag, tagMembership } from '../../shared/audience/groups/group-tags';
import { optOutContact } from '../../shared/audience/consent/opt-out-contact';
import { forEachAtOnce } from '../../shared/platform/at-once';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';

const fixture = useSendingService();

interface Page {
  results: Array<{
    id: string;
    phoneNumber: string;
    createdAt: string;
    groups: object[];
    pendingGroups: object[];
  }>;
  nextCursor?: string;
}

const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path, body });
const contactPath = (phone: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
const list = (query: Record<string, string> = {}): Promise<ApiAnswer> =>
  call('GET', `/api/v1/contacts?${new URLSearchParams(query).toString()}`);
const create = async (profile: object = {}) => {
  const phone = randomPhone();
  expect((await call('POST', contactPath(phone), profile)).status).toBe(201);
  return phone;
};
const groupNamed = (name: string) =>
  createGroup(fixture.service.deps, {
    accountId: fixture.account.accountId,
    name,
    optInType: 'SINGLE',
    from: fixture.account.from,
    tags: ['vip'],
  });
const join = (phone: string, groupId: string, optInMode = 'DIRECT') =>
  call('POST', `${contactPath(phone)}/groups/${groupId}`, { optInMode });

async function phonesOf(query: Record<string, string>): Promise<string[]> {
  const answer = await list(query);
  expect(answer.status).toBe(200);
  return (answer.body as Page).results.map(({ phoneNumber }) => phoneNumber).sort();
}

async function walk(query: Record<string, string>): Promise<Page['results']> {
  const found: Page['results'] = [];
  let cursor: string | undefined;
  do {
    const page = (await list({ ...query, ...(cursor !== undefined && { cursor }) })).body as Page;
    found.push(...page.results);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];

describe('E1, E2: GET /api/v1/contacts', () => {
  it('is empty in an account without contacts', async () => {
    expect(await list()).toMatchObject({ status: 200, body: { results: [] } });
    expect((await list()).body).not.toHaveProperty('nextCursor');
  });

  it('lists contacts newest first, in the form of the contact', async () => {
    const phones = [await create({ firstName: 'Ada' }), await create(), await create()];
    const { body } = await list();
    expect((body as Page).results.map(({ phoneNumber }) => phoneNumber)).toEqual([...phones].reverse());
    const oldest = (body as Page).results.at(-1);
    expect(oldest).toEqual((await call('GET', contactPath(phones[0] ?? ''))).body);
  });

  it.each([1, 7, 20, 100])('meets each contact once in pages of %d', async (limit) => {
    const phones = randomPhones(45);
    await forEachAtOnce(phones, 5, async (phone) => void (await call('POST', contactPath(phone))));
    const met = await walk({ limit: String(limit) });
    expect(met.map(({ phoneNumber }) => phoneNumber).sort()).toEqual([...phones].sort());
    const ids = met.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect((await walk({ limit: String(limit), search: '+1206' })).length).toBe(45);
  });

  it('takes a limit above 100 for 100, and goes on while contacts are made', async () => {
    const phones = randomPhones(120);
    await forEachAtOnce(phones, 5, async (phone) => void (await call('POST', contactPath(phone))));
    const first = (await list({ limit: '101' })).body as Page;
    expect(first.results).toHaveLength(100);
    await create();
    const second = (await list({ limit: '101', cursor: first.nextCursor ?? '' })).body as Page;
    const met = [...first.results, ...second.results].map(({ phoneNumber }) => phoneNumber);
    expect(met.sort()).toEqual([...phones].sort());
    expect(second).not.toHaveProperty('nextCursor');
  });

  it.each(['0', '-1', '1.5', 'abc', '', ' 1'])('refuses the limit %j', async (limit) => {
    expect(refusalOf(await list({ limit }))).toEqual([400, 33100]);
  });

  it('refuses cursors of other queries and accounts, and nonsense', async () => {
    await create();
    await create();
    const { nextCursor: cursor = '' } = (await list({ limit: '1' })).body as Page;
    expect((await list({ limit: '2', cursor })).status).toBe(200);
    expect(refusalOf(await list({ cursor, optedOut: 'false' }))).toEqual([400, 33100]);
    for (const nonsense of ['', 'x', `${cursor}A`, cursor.slice(1), 'con_01KJMNEX00A5DWRV8QZ9RT5BGP']) {
      expect(refusalOf(await list({ cursor: nonsense }))).toEqual([400, 33100]);
    }
    fixture.account = await createApiAccount(fixture.service);
    expect(refusalOf(await list({ limit: '1', cursor }))).toEqual([400, 33100]);
  });

  it.each([
    { unknown: '1' },
    { optedOut: 'yes' },
    { optedOut: '' },
    { search: 'a' },
    { search: ' a ' },
    { search: '' },
    { search: 'x'.repeat(101) },
    { updatedSince: 'yesterday' },
    { updatedSince: '2026-02-30' },
    { updatedSince: '9999-12-31T23:59:59-23:59' },
    { updatedSince: '2026-03-01T12:00:00' },
    { tag: 'vip' },
  ])('refuses %j', async (query) => {
    expect(refusalOf(await list(query as Record<string, string>))).toEqual([400, 33100]);
  });

  it('filters by active and pending groups', async () => {
    const [news, other] = [await groupNamed('News'), await groupNamed('Other')];
    const [member, pending] = [await create(), await create(), await create()];
    await join(member, news.id);
    await join(pending, news.id, 'CONFIRM');
    expect(await phonesOf({ group: news.id })).toEqual([member]);
    expect(await phonesOf({ pendingGroup: news.id })).toEqual([pending]);
    expect(await phonesOf({ group: other.id })).toEqual([]);
    expect(await phonesOf({ group: news.id, pendingGroup: news.id })).toEqual([]);
    expect(refusalOf(await list({ group: 'grp_doesNotExist' }))).toEqual([404, 33031]);
    expect(refusalOf(await list({ pendingGroup: 'grp_doesNotExist' }))).toEqual([404, 33031]);
    expect(refusalOf(await list({ group: 'news' }))).toEqual([400, 33034]);
  });

  it('filters by a tag as long as its group has it', async () => {
    const { accountId } = fixture.account;
    const { deps } = fixture.service;
    const news = await groupNamed('News');
    const [tagged, member] = [await create(), await create()];
    for (const phone of [tagged, member]) await join(phone, news.id);
    const address = { accountId, groupId: news.id };
    await tagMembership(deps, { ...address, phoneNumber: tagged, tagName: 'vip' });
    const tag = news.tags[0]?.id ?? '';
    expect(await phonesOf({ tag })).toEqual([tagged]);
    expect(await phonesOf({ tag: 'tag_unknown' })).toEqual([]);
    await removeTag(deps, { ...address, name: 'vip' });
    await addTag(deps, { ...address, name: 'vip' });
    expect(await phonesOf({ tag })).toEqual([]);
  });

  it('filters by the opt-out, and does not list a number of which only that is known', async () => {
    const { accountId } = fixture.account;
    const [gone, left] = [await create(), await create()];
    for (const phoneNumber of [gone, randomPhone()]) {
      await optOutContact(fixture.service.deps, { accountId, phoneNumber, source: 'kiosk' });
    }
    expect(await phonesOf({ optedOut: 'true' })).toEqual([gone]);
    expect(await phonesOf({ optedOut: 'false' })).toEqual([left]);
    expect(await phonesOf({})).toEqual([gone, left].sort());
  });

  it('searches names and digits', async () => {
    const ada = await create({ firstName: 'Ada', lastName: 'Lovelace' });
    const adam = await create({ firstName: 'ADAM', lastName: 'Ant' });
    const nameless = await create();
    const elodie = await create({ firstName: 'E\u0301lodie' });
    expect(await phonesOf({ search: 'ad' })).toEqual([ada, adam].sort());
    expect(await phonesOf({ search: 'LOVE' })).toEqual([ada]);
    expect(await phonesOf({ search: 'ada lov' })).toEqual([ada]);
    expect(await phonesOf({ search: 'lace' })).toEqual([]);
    expect(await phonesOf({ search: '\u00e9l' })).toEqual([elodie]);
    expect(await phonesOf({ search: 'elod' })).toEqual([elodie]);
    const nunez = await create({ firstName: 'Ana', lastName: 'N\u00fa\u00f1ez' });
    const brien = await create({ lastName: "O'Brien", email: 'pat.obrien@example.com' });
    expect(await phonesOf({ search: 'nunez' })).toEqual([nunez]);
    expect(await phonesOf({ search: 'obrien' })).toEqual([brien]);
    expect(await phonesOf({ search: 'Pat.OBrien@example.com' })).toEqual([brien]);
    const digits = nameless.slice(-7);
    expect(await phonesOf({ search: digits })).toEqual([nameless]);
    expect(await phonesOf({ search: `(206) ${digits.slice(0, 3)}-${digits.slice(3)}` })).toEqual([nameless]);
    expect(await phonesOf({ search: nameless })).toEqual([nameless]);
  });

  it('searches among the contacts that another filter leaves', async () => {
    const { accountId } = fixture.account;
    const { deps } = fixture.service;
    const news = await groupNamed('News');
    const people: string[] = [];
    for (let index = 0; index < 5; index += 1) people.push(await create({ firstName: `Nora ${index}` }));
    const [member = '', tagged = '', pending = '', gone = ''] = people;
    for (const phone of [member, tagged, await create({ firstName: 'Olaf' })]) await join(phone, news.id);
    const address = { accountId, groupId: news.id };
    await tagMembership(deps, { ...address, phoneNumber: tagged, tagName: 'vip' });
    await join(pending, news.id, 'CONFIRM');
    await optOutContact(deps, { accountId, phoneNumber: gone, source: 'kiosk' });
    const found = (filter: Record<string, string>) => phonesOf({ search: 'nora', ...filter });
    expect(await found({ group: news.id })).toEqual([member, tagged].sort());
    expect(await found({ pendingGroup: news.id })).toEqual([pending]);
    expect(await found({ tag: news.tags[0]?.id ?? '' })).toEqual([tagged]);
    expect(await found({ optedOut: 'true' })).toEqual([gone]);
    expect(await found({ optedOut: 'false' })).toEqual(people.filter((phone) => phone !== gone).sort());
    expect(await found({ setAside: 'true' })).toEqual([]);
    // The answer has the whole contact, and not only what a search reads.
    const { results } = (await list({ search: 'nora', group: news.id })).body as Page;
    expect(results.map(({ groups }) => groups.length)).toEqual([1, 1]);
  });

  it('filters by the time of the latest change, of whatever kind', async () => {
    const news = await groupNamed('News');
    const phones = [await create(), await create(), await create(), await create()];
    const [joined = '', patched = '', untouched = '', stopped = ''] = phones;
    const since = new Date().toISOString();
    expect(await phonesOf({ updatedSince: since })).toEqual([]);
    await join(joined, news.id);
    await call('PATCH', contactPath(patched), { firstName: 'Eve' });
    await call('PATCH', contactPath(untouched), {});
    await optOutContact(fixture.service.deps, {
      accountId: fixture.account.accountId,
      phoneNumber: stopped,
      source: 'kiosk',
    });
    expect(await phonesOf({ updatedSince: since })).toEqual([joined, patched, stopped].sort());
    expect(await phonesOf({ updatedSince: '2020-01-01' })).toEqual([...phones].sort());
    expect(await phonesOf({ updatedSince: since, search: 'eve' })).toEqual([patched]);
  });
});

/** Returns different random phones. */
function randomPhones(count: number): string[] {
  const phones = new Set<string>();
  while (phones.size < count) phones.add(randomPhone());
  return [...phones];
}
