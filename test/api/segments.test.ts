import { createField, disableField, renameField } from '../../shared/audience/custom-fields/define-fields';
import { createGroup } from '../../shared/audience/groups/create-group';
import { tagMembership } from '../../shared/audience/groups/group-tags';
import { optOutContact } from '../../shared/audience/consent/opt-out-contact';
import { updateExpression } from '../../shared/platform/store/expressions';
import { campaignKey } from '../../shared/platform/store/keys';
import { useSendingService } from '../support/service/sending-service';
import {
  type ApiAnswer,
  callApi,
  createApiAccount,
  randomGermanPhone,
  randomPhone,
} from '../support/service/service';
import { waitFor } from '../support/run/wait-for';

const fixture = useSendingService();
const SEGMENTS = '/api/v1/segments';
const SEGMENT_ID = expect.stringMatching(/^seg_[0-9A-Z]{26}$/) as string;
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path, body });
const create = (body: unknown) => call('POST', SEGMENTS, body);
const preview = (body: unknown) => call('POST', `${SEGMENTS}/preview`, body);
const contactPath = (phone: string) => `/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`;
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const pointersOf = ({ body }: ApiAnswer) =>
  (body as { details: { errors: Array<{ pointer: string }> } }).details.errors.map(({ pointer }) => pointer);
const idOf = ({ body }: ApiAnswer) => (body as { id: string }).id;
const FAVORITES = { filter: { field: 'isFavorite', op: 'equals', value: true } };

async function contact(profile: object = {}): Promise<string> {
  const phone = randomPhone();
  expect((await call('POST', contactPath(phone), profile)).status).toBe(201);
  return phone;
}
const group = (name: string) =>
  createGroup(fixture.service.deps, {
    accountId: fixture.account.accountId,
    name,
    optInType: 'SINGLE',
    from: fixture.account.from,
    tags: ['vip'],
  });
const join = (phone: string, groupId: string) => call('POST', `${contactPath(phone)}/groups/${groupId}`);
/** Returns the contacts in an audience, by the sample. */
async function matched(audience: object): Promise<string[]> {
  const { status, body } = await preview({ audience });
  expect(status).toBe(200);
  return (body as { sample: Array<{ phoneNumber: string }> }).sample
    .map(({ phoneNumber }) => phoneNumber)
    .sort();
}

describe('E3: numbers in a filter', () => {
  const NUMBERS = [0, 1e-300, -1.5, 2 ** 53, -1e22, 1e126, 1.7976931348623157e308, 5e-324];
  const filterOf = (value: unknown, op = 'in') => ({ field: 'customFields.Weight', op, value });

  it('may be any that JSON can write, stored with a segment, a campaign or an export', async () => {
    const { accountId, from } = fixture.account;
    const deps = fixture.service.deps;
    await createField(deps, { accountId, label: 'Weight', type: 'NUMBER', options: [] });
    const heavy = await contact({ customFields: { Weight: 1e300 } });
    const light = await contact({ customFields: { Weight: 1e-300 } });
    const isAny = { any: [filterOf(NUMBERS), { not: filterOf(1e300, 'lt') }] };
    const audience = { filter: { all: [filterOf(true, 'exists'), isAny] } };
    const segment = await create({ name: 'Weights', audience });
    expect([segment.status, segment.body]).toEqual([201, expect.objectContaining({ audience })]);
    const { id } = segment.body as { id: string };
    expect((await call('GET', `${SEGMENTS}/${id}`)).body).toMatchObject({ audience });
    expect((await call('PATCH', `${SEGMENTS}/${id}`, { name: 'All weights' })).body).toMatchObject({
      audience,
    });
    const { body } = await preview({ segmentId: id });
    expect((body as { sample: Array<{ phoneNumber: string }> }).sample.map((one) => one.phoneNumber)).toEqual(
      expect.arrayContaining([heavy, light]),
    );

    const plan = { name: 'Weights', from, body: 'Hello', purpose: 'informational', audience };
    const campaign = await call('POST', '/api/v1/campaigns', plan);
    expect([campaign.status, campaign.body]).toEqual([201, expect.objectContaining({ audience })]);
    const path = `/api/v1/campaigns/${(campaign.body as { id: string }).id}`;
    expect((await call('PATCH', path, { name: 'Weight' })).body).toMatchObject({ audience });
    expect((await call('POST', `${path}/preview`)).body).toMatchObject({ audience: { matched: 2 } });

    const made = await call('POST', '/api/v1/contacts/exports', { format: 'csv', audience });
    expect(made.status).toBe(202);
    const { id: exportId } = made.body as { id: string };
    const exported = await waitFor(async () => {
      const answer = await call('GET', `/api/v1/contacts/exports/${exportId}`);
      return (answer.body as { status: string }).status === 'running' ? undefined : answer.body;
    });
    expect(exported).toMatchObject({ status: 'completed', rows: 2 });
  });
});

describe('E3: states and countries in a filter', () => {
  const STATE = { field: 'address.state', op: 'equals' };

  it('are found however the contact and the filter write them', async () => {
    const written = await Promise.all(
      ['Texas', 'TX', 'tx'].map((state) => contact({ address: { state, country: 'us' } })),
    );
    const ontario = await contact({ address: { state: 'Ontario', country: 'CA' } });
    const bavaria = await contact({ address: { state: 'Bayern', country: 'DE' } });
    for (const value of ['Texas', 'TX', 'tx', 'US-TX']) {
      expect(await matched({ filter: { ...STATE, value } })).toEqual([...written].sort());
    }
    expect(await matched({ filter: { ...STATE, op: 'in', value: ['Ontario', 'Bayern'] } })).toEqual(
      [ontario, bavaria].sort(),
    );
    expect(await matched({ filter: { ...STATE, op: 'notEquals', value: 'texas' } })).toEqual(
      [ontario, bavaria].sort(),
    );
    expect(await matched({ filter: { ...STATE, op: 'startsWith', value: 'Bay' } })).toEqual([bavaria]);
    const country = { field: 'address.country', op: 'equals' };
    for (const value of ['United States', 'USA', 'us']) {
      expect(await matched({ filter: { ...country, value } })).toEqual([...written].sort());
    }
  });

  it('are found by parts of their code, and by longer parts of their name', async () => {
    const texas = await contact({ address: { state: 'Texas', country: 'us' } });
    const mexico = await contact({ address: { state: 'nm', country: 'US' } });
    const bavaria = await contact({ address: { state: 'Bayern', country: 'DE' } });
    // In other countries two letters are free text.
    const foreign = await contact({ address: { state: 'TX', country: 'CH' } });
    const byState = async (op: string, value: string) =>
      matched({ filter: { field: 'address.state', op, value } });
    expect(await byState('startsWith', 'T')).toEqual([texas, foreign].sort());
    expect(await byState('startsWith', 'tx')).toEqual([texas, foreign].sort());
    expect(await byState('startsWith', 'Te')).toEqual([]);
    for (const value of ['Tex', 'TEXAS']) expect(await byState('startsWith', value)).toEqual([texas]);
    expect(await byState('contains', 'X')).toEqual([texas, foreign].sort());
    expect(await byState('contains', 'exi')).toEqual([mexico]);
    expect(await byState('contains', 'w m')).toEqual([mexico]);
    expect(await byState('startsWith', 'Bay')).toEqual([bavaria]);
    const byCountry = async (op: string, value: string) =>
      matched({ filter: { field: 'address.country', op, value } });
    expect(await byCountry('startsWith', 'United S')).toEqual([texas, mexico].sort());
    expect(await byCountry('contains', 'erland')).toEqual([foreign]);
    expect(await byCountry('startsWith', 'U')).toEqual([texas, mexico].sort());
    const not = { not: { field: 'address.state', op: 'startsWith', value: 'Texas' } };
    expect(await matched({ filter: not })).toEqual([mexico, bavaria, foreign].sort());
  });

  it('also find a contact whose state is free text', async () => {
    const abroad = randomGermanPhone();
    await call('POST', contactPath(abroad), { address: { state: 'Texas' } });
    expect(await matched({ filter: { ...STATE, value: 'texas' } })).toEqual([abroad]);
  });

  it('are read back as they were written', async () => {
    const audience = { filter: { ...STATE, value: 'Texas' } };
    expect((await create({ name: 'Texans', audience })).body).toMatchObject({ audience });
  });
});

describe('E3: segments', () => {
  it('are created, read, changed and deleted', async () => {
    const audience = { ...FAVORITES, excludeGroups: [(await group('Left')).id] };
    const created = await create({ name: 'Favorites', audience });
    const expected = {
      id: SEGMENT_ID,
      name: 'Favorites',
      audience,
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
    };
    expect([created.status, created.body]).toEqual([201, expected]);
    const path = `${SEGMENTS}/${idOf(created)}`;
    expect(await call('GET', path)).toMatchObject({ status: 200, body: created.body });

    const patched = await call('PATCH', path, { name: 'All', audience: { filter: null } });
    expect([patched.status, patched.body]).toEqual([
      200,
      { ...expected, name: 'All', audience: { excludeGroups: audience.excludeGroups } },
    ]);
    expect((await call('PATCH', path, {})).body).toEqual(patched.body);

    const deleted = await call('DELETE', path);
    expect([deleted.status, deleted.body]).toEqual([204, '']);
    expect(refusalOf(await call('GET', path))).toEqual([404, 33110]);
    expect(refusalOf(await call('PATCH', path, { name: 'x' }))).toEqual([404, 33110]);
    expect(refusalOf(await call('DELETE', path))).toEqual([404, 33110]);
  });

  it('are listed newest first, in pages', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++)
      ids.unshift(idOf(await create({ name: `S${index}`, audience: { everyone: true } })));
    const page = async (query: string) =>
      (await call('GET', `${SEGMENTS}?${query}`)).body as {
        results: Array<{ id: string }>;
        nextCursor?: string;
      };
    const first = await page('limit=2');
    const second = await page(`limit=2&cursor=${first.nextCursor}`);
    const third = await page(`limit=3&cursor=${second.nextCursor}`);
    expect([...first.results, ...second.results, ...third.results].map(({ id }) => id)).toEqual(ids);
    expect(third).not.toHaveProperty('nextCursor');
    expect(await page('limit=5')).not.toHaveProperty('nextCursor');
    expect(refusalOf(await call('GET', `${SEGMENTS}?cursor=x`))).toEqual([400, 33100]);
    expect(refusalOf(await call('GET', `${SEGMENTS}?limit=0`))).toEqual([400, 33100]);
    expect(refusalOf(await call('GET', `${SEGMENTS}?name=S1`))).toEqual([400, 33100]);
    fixture.account = await createApiAccount(fixture.service);
    expect(refusalOf(await call('GET', `${SEGMENTS}?cursor=${first.nextCursor}`))).toEqual([400, 33100]);
    expect(refusalOf(await call('GET', `${SEGMENTS}/${ids[0]}`))).toEqual([404, 33110]);
  });

  it.each([
    [{}, ['/name', '/audience']],
    [{ name: '', audience: { everyone: true } }, ['/name']],
    [{ name: 'x'.repeat(101), audience: { everyone: true } }, ['/name']],
    [{ name: 'x', audience: { everyone: true }, color: 1 }, ['/color']],
    [{ name: 'x', audience: { people: [] } }, ['/audience/people']],
    [{ name: 'x', audience: null }, ['/audience']],
    [{ name: 'x', audience: { groups: 'grp_1' } }, ['/audience/groups']],
    [{ name: 'x', audience: { groups: ['news'] } }, ['/audience/groups/0']],
    [{ name: 'x', audience: { filter: null } }, ['/audience/filter']],
  ])('refuses %j', async (body, pointers) => {
    const answer = await create(body);
    expect(refusalOf(answer)).toEqual([400, 33100]);
    expect(pointersOf(answer).sort()).toEqual([...pointers].sort());
  });

  it('takes a name of 100 characters, and 50 ids in a list', async () => {
    expect((await create({ name: 'é'.repeat(100), audience: { everyone: true } })).status).toBe(201);
    const { id } = await group('News');
    const groups = (count: number) =>
      create({ name: 'x', audience: { groups: Array<string>(count).fill(id) } });
    expect((await groups(50)).status).toBe(201);
    expect(refusalOf(await groups(51))).toEqual([400, 33100]);
  });

  it('refuses unknown groups with 33031 and unknown campaigns with 33110', async () => {
    for (const part of ['groups', 'excludeGroups']) {
      const audience = { [part]: ['grp_unknown'] };
      expect(refusalOf(await create({ name: 'x', audience }))).toEqual([404, 33031]);
      expect(refusalOf(await preview({ audience }))).toEqual([404, 33031]);
    }
    const audience = { excludeCampaigns: ['cmp_01KJMNEX00A5DWRV8QZ9RT5BGP'] };
    expect(refusalOf(await create({ name: 'x', audience }))).toEqual([404, 33110]);
  });

  it('refuses to exclude a campaign whose recipients are past retention, also one that it has stored', async () => {
    const { table } = fixture.service.deps;
    const { accountId, from } = fixture.account;
    const groups = [(await group('News')).id];
    const plan = { name: 'Old', from, body: 'Hi', audience: { groups }, purpose: 'informational' };
    const id = idOf(await call('POST', '/api/v1/campaigns', plan));
    const audience = { groups, excludeCampaigns: [id] };
    const draft = idOf(await call('POST', '/api/v1/campaigns', { ...plan, audience }));
    const segmentId = idOf(await create({ name: 'Others', audience }));
    expect((await preview({ segmentId })).status).toBe(200);
    const startedAt = new Date(Date.now() - 91 * 24 * 3_600_000).toISOString();
    const counts = { sent: 1, failed: 0, skipped: 0, unknown: 0 };
    await table.update({
      Key: campaignKey(accountId, id),
      ...updateExpression({ set: { status: 'completed', startedAt, counts } }),
    });
    const refusal = {
      status: 400,
      body: {
        code: 33100,
        details: {
          errors: [
            {
              pointer: '/audience/excludeCampaigns/0',
              reason: `names ${id}, whose recipients are past retention: whom it reached is not known any more`,
            },
          ],
        },
      },
    };
    const campaign = { ...plan, audience: { segmentId } };
    expect(await create({ name: 'x', audience })).toMatchObject(refusal);
    expect(await preview({ audience })).toMatchObject(refusal);
    expect(await preview({ segmentId })).toMatchObject(refusal);
    expect(await call('PATCH', `${SEGMENTS}/${segmentId}`, { audience: { tags: [] } })).toMatchObject(
      refusal,
    );
    expect(await call('POST', '/api/v1/campaigns', campaign)).toMatchObject(refusal);
    for (const verb of ['preview', 'launch'])
      expect(await call('POST', `/api/v1/campaigns/${draft}/${verb}`)).toMatchObject(refusal);
    expect(
      await call('POST', '/api/v1/contacts/exports', { format: 'csv', audience: { segmentId } }),
    ).toMatchObject(refusal);
    expect((await call('GET', `${SEGMENTS}/${segmentId}`)).body).toMatchObject({ audience });
    expect(
      await call('PATCH', `${SEGMENTS}/${segmentId}`, { audience: { excludeCampaigns: null } }),
    ).toMatchObject({ status: 200, body: { audience: { groups } } });
  });

  it('follows a custom field that gets another label, and refuses one that is disabled', async () => {
    const { deps } = fixture.service;
    const { accountId } = fixture.account;
    await createField(deps, { accountId, label: 'Color', type: 'TEXT', options: [] });
    const red = await contact({ customFields: { Color: 'Red' } });
    const audience = { filter: { not: { field: 'customFields.COLOR', op: 'notEquals', value: 'red' } } };
    const segmentId = idOf(await create({ name: 'Red', audience }));
    await renameField(deps, { accountId, label: 'Color', newLabel: 'Colour' });
    const { body } = await call('GET', `${SEGMENTS}/${segmentId}`);
    const renamed = { filter: { not: { field: 'customFields.Colour', op: 'notEquals', value: 'red' } } };
    expect(body).toMatchObject({ audience: renamed });
    expect((await preview({ segmentId })).body).toMatchObject({ matched: 1, sample: [{ phoneNumber: red }] });
    await disableField(deps, { accountId, label: 'Colour' });
    const refused = await preview({ segmentId });
    expect(refusalOf(refused)).toEqual([400, 33100]);
    expect(pointersOf(refused)).toEqual(['/audience/filter/not/field']);
  });
});

const leaf = { field: 'firstName', op: 'equals', value: 'Ada' };
const nested = (depth: number): object => (depth === 0 ? leaf : { not: nested(depth - 1) });
const many = (leaves: number) => ({ any: Array<object>(leaves).fill(leaf) });

describe('E3: conditions', () => {
  it.each([
    ['5 deep', nested(5)],
    ['50 leaves', many(50)],
    ['a text to ignore the case of', { ...leaf, value: 'ADA' }],
    [
      'a day and a time of createdAt',
      { field: 'createdAt', op: 'between', value: ['2026-03-01', '2026-03-01T00:00:00Z'] },
    ],
  ])('takes %s', async (_name, filter) => {
    expect((await preview({ audience: { filter } })).status).toBe(200);
  });

  it.each([
    ['6 deep', nested(6), '/not/not/not/not/not'],
    ['51 leaves', many(51), ''],
    ['nothing', {}, '/field'],
    ['an array', [], ''],
    ['a text', 'firstName', ''],
    ['two connectives', { all: [leaf], any: [leaf] }, '/any'],
    ['a leaf and more', { ...leaf, more: 1 }, '/more'],
    ['an empty list', { all: [] }, '/all'],
    ['no list', { any: leaf }, '/any'],
    ['an unknown field', { ...leaf, field: 'name' }, '/field'],
    ['a field of every object', { ...leaf, field: 'constructor' }, '/field'],
    ['an unknown label', { any: [leaf, { ...leaf, field: 'customFields.None' }] }, '/any/1/field'],
    ['an unknown operator', { ...leaf, op: 'like' }, '/op'],
    ['an operator of other fields', { ...leaf, op: 'lt' }, '/op'],
    ['a number for a text', { ...leaf, value: 1 }, '/value'],
    ['null', { ...leaf, value: null }, '/value'],
    ['a text for a list', { ...leaf, op: 'in', value: 'Ada' }, '/value'],
    ['a list for a text', { ...leaf, value: ['Ada'] }, '/value'],
    ['a number in a list of texts', { ...leaf, op: 'in', value: ['Ada', 1] }, '/value'],
    ['a text for exists', { ...leaf, op: 'exists', value: 'true' }, '/value'],
    ['a day that is none', { field: 'birthDate', op: 'before', value: '2026-02-29' }, '/value'],
    ['a time for a day', { field: 'birthDate', op: 'before', value: '2026-03-01T12:00:00Z' }, '/value'],
    ['one day between', { field: 'birthDate', op: 'between', value: ['2026-03-01'] }, '/value'],
    ['a fraction of days', { field: 'birthDate', op: 'withinLastDays', value: 1.5 }, '/value'],
    ['days below 0', { field: 'birthDate', op: 'anniversaryInDays', value: -1 }, '/value'],
    ['a text for days', { field: 'createdAt', op: 'notWithinLastDays', value: '30' }, '/value'],
    ['too many days', { field: 'birthDate', op: 'anniversaryWithinDays', value: 1_000_001 }, '/value'],
    ['days of a text', { ...leaf, op: 'anniversaryWithinDays', value: 7 }, '/op'],
    ['a text for a boolean', { field: 'isFavorite', op: 'equals', value: 'true' }, '/value'],
  ])('refuses %s', async (_name, filter, at) => {
    const answer = await preview({ audience: { filter } });
    expect(refusalOf(answer)).toEqual([400, 33100]);
    expect(pointersOf(answer)[0]).toBe(`/audience/filter${at}`);
  });

  it('tell a date long ago from an empty one, and find the dates that come round', async () => {
    const { accountId } = fixture.account;
    await createField(fixture.service.deps, { accountId, label: 'Visit', type: 'DATE', options: [] });
    const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const visitOn = (days: number) => contact({ customFields: { Visit: dayFromNow(days) } });
    const [longAgo, recently, ahead] = [await visitOn(-40), await visitOn(-20), await visitOn(20)];
    const never = await contact();
    const visit = (op: string, value: unknown) => ({ field: 'customFields.Visit', op, value });
    expect(await matched({ filter: visit('notWithinLastDays', 30) })).toEqual([longAgo]);
    expect(await matched({ filter: { not: visit('withinLastDays', 30) } })).toEqual(
      [longAgo, ahead, never].sort(),
    );
    expect(await matched({ filter: visit('anniversaryWithinDays', 25) })).toEqual([ahead]);
    expect(await matched({ filter: visit('anniversaryWithinDays', 366) })).toEqual(
      [longAgo, recently, ahead].sort(),
    );
  });

  it('decide on texts, dates, numbers, booleans and selections', async () => {
    const { accountId } = fixture.account;
    const field = (
      label: string,
      type: 'NUMBER' | 'BOOLEAN' | 'MULTI_SELECT' | 'DATE',
      options: string[] = [],
    ) => createField(fixture.service.deps, { accountId, label, type, options });
    await field('Visits', 'NUMBER');
    await field('Vip', 'BOOLEAN');
    await field('Topics', 'MULTI_SELECT', ['News', 'Sales']);
    await field('Since', 'DATE');
    const ada = await contact({
      firstName: 'Ada',
      birthDate: '2024-02-29',
      address: { postalCode: '98101' },
      customFields: { Visits: 3, Vip: false, Topics: ['News', 'Sales'], Since: '2026-01-01' },
    });
    const empty = await contact();
    const is = (fieldName: string, op: string, value: unknown) =>
      matched({ filter: { field: fieldName, op, value } });
    expect(await is('firstName', 'equals', 'aDA')).toEqual([ada]);
    expect(await is('firstName', 'notEquals', 'Ada')).toEqual([empty]);
    expect(await is('firstName', 'in', ['x', 'ADA'])).toEqual([ada]);
    expect(await is('address.postalCode', 'startsWith', '981')).toEqual([ada]);
    expect(await is('address.postalCode', 'exists', false)).toEqual([empty]);
    expect(await is('customFields.visits', 'gte', 3)).toEqual([ada]);
    expect(await is('customFields.Visits', 'lt', 3)).toEqual([]);
    expect(await is('customFields.Visits', 'notEquals', 4)).toEqual([ada, empty].sort());
    expect(await is('customFields.Vip', 'equals', false)).toEqual([ada]);
    expect(await is('customFields.Topics', 'containsAll', ['News', 'Sales'])).toEqual([ada]);
    expect(await is('customFields.Topics', 'containsAny', ['news'])).toEqual([]);
    expect(await is('customFields.Since', 'between', ['2026-01-01', '2026-01-01'])).toEqual([ada]);
    expect(await is('createdAt', 'withinLastDays', 0)).toEqual([ada, empty].sort());
    expect(await is('isFavorite', 'equals', false)).toEqual([ada, empty].sort());
    expect(await is('birthDate', 'exists', true)).toEqual([ada]);
  });
});

describe('E3: the preview', () => {
  it('counts who is matched, who can be sent to, and why the others cannot', async () => {
    const { accountId } = fixture.account;
    const news = await group('News');
    const phones = [await contact(), await contact(), await contact(), await contact()];
    const [member = '', favorite = '', stopped = '', outside = ''] = phones;
    for (const phone of [member, favorite, stopped]) await join(phone, news.id);
    await tagMembership(fixture.service.deps, {
      accountId,
      phoneNumber: favorite,
      groupId: news.id,
      tagName: 'vip',
    });
    await optOutContact(fixture.service.deps, { accountId, phoneNumber: stopped, source: 'kiosk' });

    const all = await preview({ audience: { everyone: true } });
    expect([all.status, all.body]).toEqual([
      200,
      {
        matched: 4,
        sendable: 2,
        blocked: { notOptedIn: 1, hardOptedOut: 1 },
        isComplete: true,
        sample: expect.any(Array) as unknown,
      },
    ]);
    expect((all.body as { sample: object[] }).sample[0]).toEqual(
      (await call('GET', contactPath(outside))).body,
    );
    expect(await matched({ groups: [news.id] })).toEqual([member, favorite].sort());
    expect(await matched({ groups: [], tags: [news.tags[0]?.id] })).toEqual([favorite]);
    expect(await matched({ tags: ['tag_unknown'] })).toEqual([]);
    expect(await matched({ excludeGroups: [news.id] })).toEqual([stopped, outside].sort());
  });

  it('shows ten contacts at most', async () => {
    for (let index = 0; index < 11; index++) await contact();
    const { body } = await preview({ audience: { everyone: true } });
    expect(body).toMatchObject({ matched: 11 });
    expect((body as { sample: object[] }).sample).toHaveLength(10);
  });

  it.each([
    [{}, '/audience'],
    [{ audience: { everyone: true }, segmentId: 'seg_1' }, '/segmentId'],
    [{ audience: { everyone: true }, limit: 1 }, '/limit'],
  ])('refuses %j', async (body, pointer) => {
    const answer = await preview(body);
    expect(refusalOf(answer)).toEqual([400, 33100]);
    expect(pointersOf(answer)).toEqual([pointer]);
  });

  it('does not find a segment that there is not', async () => {
    expect(refusalOf(await preview({ segmentId: 'seg_01KJMNEX00A5DWRV8QZ9RT5BGP' }))).toEqual([404, 33110]);
    expect(refusalOf(await preview({ segmentId: 'nonsense' }))).toEqual([404, 33110]);
  });
});

describe('E1: the buckets of segments', () => {
  it('are campaignWrite for writes and the preview, and read', async () => {
    const bucketOf = ({ headers }: ApiAnswer) => /^"(\w+)"/.exec(headers.get('ratelimit') ?? '')?.[1];
    const created = await create({ name: 'x', audience: { everyone: true } });
    const path = `${SEGMENTS}/${idOf(created)}`;
    const answers = [
      created,
      await preview({ audience: { everyone: true } }),
      await call('PATCH', path, {}),
      await call('GET', path),
      await call('GET', SEGMENTS),
      await call('DELETE', path),
    ];
    expect(answers.map(bucketOf)).toEqual([
      'campaignWrite',
      'campaignWrite',
      'campaignWrite',
      'read',
      'read',
      'campaignWrite',
    ]);
  });
});
