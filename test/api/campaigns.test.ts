import { createGroup } from '../../shared/audience/groups/create-group';
import { createApiKey } from '../../shared/accounts/api-keys';
import { updateAccount } from '../../shared/accounts/account-store';
import { addNumber } from '../../shared/senders/number-store';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, createApiAccount, randomPhone } from '../support/service/service';

const fixture = useSendingService();
const CAMPAIGNS = '/api/v1/campaigns';
const CAMPAIGN_ID = expect.stringMatching(/^cmp_[0-9A-Z]{26}$/) as string;
const TIMESTAMP = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const UNKNOWN_ID = 'cmp_01KJMNEX00A5DWRV8QZ9RT5BGP';
const HOUR_MS = 3_600_000;

const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path, body });
const refusalOf = ({ status, body }: ApiAnswer) => [status, (body as { code?: number }).code];
const pointersOf = ({ body }: ApiAnswer) =>
  (body as { details: { errors: Array<{ pointer: string }> } }).details.errors.map(({ pointer }) => pointer);
const idOf = ({ body }: ApiAnswer) => (body as { id: string }).id;
const fromNow = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
/** Schedule years from now, so that no campaign here begins. */
const LATER = { at: '2035-03-01T15:00:00.000Z' };

const plan = (changes: object = {}) => ({
  name: 'Spring sale',
  from: fixture.account.from,
  body: 'Twenty percent off until Sunday.',
  audience: { everyone: true },
  purpose: 'informational',
  ...changes,
});
const create = (changes: object = {}) => call('POST', CAMPAIGNS, plan(changes));
const createId = async (changes: object = {}) => {
  const created = await create(changes);
  expect(created.status).toBe(201);
  return idOf(created);
};
const step = (id: string, verb: string) => call('POST', `${CAMPAIGNS}/${id}/${verb}`);
const statusOf = async (id: string) =>
  ((await call('GET', `${CAMPAIGNS}/${id}`)).body as { status: string }).status;
const group = () =>
  createGroup(fixture.service.deps, {
    accountId: fixture.account.accountId,
    name: 'News',
    optInType: 'SINGLE',
    from: fixture.account.from,
  });
const NO_COUNTS = {
  ...{ selected: 0, pending: 0, sent: 0, failed: 0, skipped: 0 },
  ...{ delivered: 0, undelivered: 0, read: 0, clicked: 0, optedOut: 0 },
};

describe('E4: drafts', () => {
  it('are created, read, changed and deleted', async () => {
    const sendingHours = { from: '09:00', to: '20:00', days: ['MON', 'FRI'] };
    const schedule = { localTime: '2035-03-01T10:00', timeZone: 'recipient' };
    const filter = { field: 'address.state', op: 'equals', value: 'WA' };
    const wanted = plan({
      ...{ mediaUrl: 'https://media.example.com/a.jpg', purpose: 'marketing', schedule, sendingHours },
      ...{ audience: { filter }, expiresAt: '2035-03-02T15:00:00+01:00' },
    });
    const created = await call('POST', CAMPAIGNS, wanted);
    const expected = {
      ...wanted,
      id: CAMPAIGN_ID,
      status: 'draft',
      expiresAt: '2035-03-02T14:00:00.000Z',
      counts: NO_COUNTS,
      skippedBy: {},
      createdAt: TIMESTAMP,
      updatedAt: TIMESTAMP,
    };
    expect([created.status, created.body]).toEqual([201, expected]);
    const path = `${CAMPAIGNS}/${idOf(created)}`;
    expect(created.headers.get('location')).toBe(path);
    expect(await call('GET', path)).toMatchObject({ status: 200, body: created.body });

    const patched = await call('PATCH', path, {
      ...{ name: 'Later', body: 'Soon.', mediaUrl: null, purpose: 'emergency', expiresAt: null },
      ...{ schedule: { localTime: '2035-04-01T10:00' }, sendingHours: { days: null, to: '21:00' } },
      audience: { everyone: true },
    });
    const { mediaUrl: _, expiresAt: __, ...rest } = expected as Record<string, unknown>;
    expect([patched.status, patched.body]).toEqual([
      200,
      {
        ...rest,
        ...{ name: 'Later', body: 'Soon.', purpose: 'emergency', audience: { everyone: true } },
        schedule: { localTime: '2035-04-01T10:00', timeZone: 'recipient' },
        sendingHours: { from: '09:00', to: '21:00' },
      },
    ]);
    expect((await call('PATCH', path, {})).body).toEqual(patched.body);
    const atOnce = await call('PATCH', path, { schedule: null, sendingHours: null });
    expect(atOnce.body).not.toHaveProperty('schedule');
    expect(atOnce.body).not.toHaveProperty('sendingHours');

    const deleted = await call('DELETE', path);
    expect([deleted.status, deleted.body]).toEqual([204, '']);
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const)
      expect(refusalOf(await call(method, path, body))).toEqual([404, 33110]);
  });

  it('take an empty text of a patch as null, where a text can be absent', async () => {
    const path = `${CAMPAIGNS}/${await createId({
      ...{ mediaUrl: 'https://media.example.com/a.png', expiresAt: '2035-03-02T00:00:00Z' },
      schedule: { localTime: '2035-03-01T10:00', timeZone: 'Europe/Berlin' },
    })}`;
    const patch = (body: object) => call('PATCH', path, body);
    const patched = await patch({ ...{ mediaUrl: '', expiresAt: '' }, schedule: { timeZone: '', ...LATER } });
    expect([patched.status, patched.body]).toEqual([200, expect.objectContaining({ schedule: LATER })]);
    expect(patched.body).not.toHaveProperty('mediaUrl');
    expect(patched.body).not.toHaveProperty('expiresAt');

    const at = await patch({ schedule: { ...LATER, localTime: '', timeZone: null } });
    expect([at.status, at.body]).toEqual([200, expect.objectContaining({ schedule: LATER })]);
    const segment = await call('POST', '/api/v1/segments', { name: 'All', audience: { everyone: true } });
    const audience = { segmentId: idOf(segment) };
    expect(await patch({ audience })).toMatchObject({ body: { audience } });
    for (const body of [
      ...[{ body: '' }, { name: '' }, { purpose: '' }, { schedule: { at: '' } }],
      ...[{ sendingHours: { from: '', to: '10:00' } }, { audience: { segmentId: '' } }],
    ])
      expect(refusalOf(await patch(body))).toEqual([400, 33100]);
    expect(refusalOf(await patch({ from: '' }))).toEqual([400, 33003]);
  });

  it('take one kind of audience or schedule in the place of another', async () => {
    const segment = await call('POST', '/api/v1/segments', { name: 'All', audience: { everyone: true } });
    const path = `${CAMPAIGNS}/${await createId({ schedule: LATER })}`;
    const patch = async (body: object) => (await call('PATCH', path, body)).body;
    const segmentId = idOf(segment);
    expect(await patch({ audience: { segmentId } })).toMatchObject({ audience: { segmentId } });
    const filter = { field: 'isFavorite', op: 'equals', value: true };
    expect(refusalOf(await call('PATCH', path, { audience: { segmentId: null } }))).toEqual([400, 33100]);
    expect(await patch({ audience: { filter } })).toMatchObject({ audience: { filter } });
    expect(await patch({ audience: { segmentId, filter: null } })).toMatchObject({ audience: { segmentId } });
    const local = { localTime: '2035-03-01T10:00', timeZone: 'Europe/Berlin' };
    expect(await patch({ schedule: local })).toMatchObject({ schedule: local });
    expect(await patch({ schedule: LATER })).toMatchObject({ schedule: LATER });
    expect(refusalOf(await call('PATCH', path, { schedule: { localTime: '2035-03-01T10:00' } }))).toEqual([
      400, 33100,
    ]);
  });

  it.each([
    [{ name: undefined }, ['/name']],
    [{ name: '' }, ['/name']],
    [{ name: 'x'.repeat(101) }, ['/name']],
    [{ from: undefined }, ['/from']],
    [{ audience: undefined }, ['/audience']],
    [{ purpose: undefined }, ['/purpose']],
    [{ purpose: 'spam' }, ['/purpose']],
    [{ body: undefined }, ['/body']],
    [{ body: '' }, ['/body']],
    [{ body: 'x'.repeat(641) }, ['/body']],
    [{ mediaUrl: 'ftp://example.com/a.jpg' }, ['/mediaUrl']],
    [{ color: 1 }, ['/color']],
    [{ launch: 'yes' }, ['/launch']],
    [{ idempotencyKey: 'x' }, ['/idempotencyKey']],
    [{ idempotencyKey: 'a b' }, ['/idempotencyKey']],
    [{ audience: { people: [] } }, ['/audience/people']],
    [{ audience: { groups: ['news'] } }, ['/audience/groups/0']],
    [{ audience: { segmentId: 'seg_1', groups: [] } }, ['/audience/groups']],
    [{ audience: { segmentId: 'seg_1', retryOf: 'cmp_1' } }, ['/audience/retryOf']],
    [{ audience: { retryOf: 'cmp_1', tags: [] } }, ['/audience/tags']],
    [{ audience: { filter: { field: 'shoeSize', op: 'equals', value: 1 } } }, ['/audience/filter/field']],
    [{ schedule: {} }, ['/schedule']],
    [{ schedule: { at: 'tomorrow' } }, ['/schedule/at']],
    [{ schedule: { at: '9999-01-01T00:00:00Z' } }, ['/schedule/at']],
    [{ schedule: { at: '9999-12-31T23:59:59-23:59' } }, ['/schedule/at']],
    [{ schedule: { localTime: '9999-12-31T23:59', timeZone: 'recipient' } }, ['/schedule/localTime']],
    [{ expiresAt: '9999-12-31T23:59:59-23:59' }, ['/expiresAt']],
    [{ schedule: { at: '2035-02-30T10:00:00Z' } }, ['/schedule/at']],
    [{ schedule: { at: '2035-03-01T10:00:00' } }, ['/schedule/at']],
    [{ schedule: { at: LATER.at, timeZone: 'UTC' } }, ['/schedule/timeZone']],
    [{ schedule: { localTime: '2035-03-01T10:00' } }, ['/schedule/timeZone']],
    [{ schedule: { timeZone: 'recipient' } }, ['/schedule/localTime']],
    [{ schedule: { localTime: '2035-03-01', timeZone: 'recipient' } }, ['/schedule/localTime']],
    [{ schedule: { localTime: '2035-03-01T10:00', timeZone: 'Gotham' } }, ['/schedule/timeZone']],
    [{ schedule: { localTime: '2035-03-01T10:00', timeZone: 'IST' } }, ['/schedule/timeZone']],
    [{ schedule: { when: 'now' } }, ['/schedule/when']],
    [{ sendingHours: { from: '9:00', to: '20:00' } }, ['/sendingHours/from']],
    [{ sendingHours: { from: '09:00', to: '24:01' } }, ['/sendingHours/to']],
    [{ sendingHours: { from: '20:00', to: '09:00' } }, ['/sendingHours']],
    [{ sendingHours: { from: '09:00', to: '09:00' } }, ['/sendingHours']],
    [{ sendingHours: { from: '09:00' } }, ['/sendingHours/to']],
    [{ sendingHours: { from: '09:00', to: '20:00', days: [] } }, ['/sendingHours/days']],
    [{ sendingHours: { from: '09:00', to: '20:00', days: ['Mon'] } }, ['/sendingHours/days/0']],
    [{ expiresAt: '2035-03-01' }, ['/expiresAt']],
  ])('refuse %j', async (changes, pointers) => {
    const answer = await create(changes);
    expect([refusalOf(answer), pointersOf(answer)]).toEqual([[400, 33100], pointers]);
  });

  it('take a name of 100 characters, a body of 640, and hours to the end of the day', async () => {
    expect((await create({ name: 'é'.repeat(100), body: 'x'.repeat(640) })).status).toBe(201);
    expect((await create({ sendingHours: { from: '00:00', to: '24:00' } })).status).toBe(201);
  });

  it('refuse what they name and there is not', async () => {
    expect(refusalOf(await create({ audience: { groups: ['grp_none'] } }))).toEqual([404, 33031]);
    expect(refusalOf(await create({ audience: { segmentId: 'seg_none' } }))).toEqual([404, 33110]);
    expect(refusalOf(await create({ audience: { retryOf: UNKNOWN_ID } }))).toEqual([404, 33110]);
    expect(refusalOf(await create({ audience: { excludeCampaigns: [UNKNOWN_ID] } }))).toEqual([404, 33110]);
    const id = await createId();
    await createId({ audience: { excludeCampaigns: [id] } });
    await createId({ audience: { retryOf: id } });
    expect(refusalOf(await create({ from: '555' }))).toEqual([400, 33003]);
    expect(refusalOf(await create({ body: '\ud800' }))).toEqual([400, 33016]);
  });

  it('belong to their account', async () => {
    const id = await createId();
    fixture.account = await createApiAccount(fixture.service);
    const path = `${CAMPAIGNS}/${id}`;
    const answers = [
      await call('GET', path),
      await call('PATCH', path, { name: 'x' }),
      await call('DELETE', path),
      await call('POST', `${path}/test`, { to: [randomPhone()] }),
      ...(await Promise.all(
        ['preview', 'launch', 'pause', 'resume', 'cancel', 'approve', 'retry'].map((verb) => step(id, verb)),
      )),
      await create({ audience: { retryOf: id } }),
      await create({ audience: { excludeCampaigns: [id] } }),
    ];
    expect(answers.map(refusalOf)).toEqual(answers.map(() => [404, 33110]));
  });

  it('keep their segment from being deleted while they are drafts', async () => {
    const segmentId = idOf(
      await call('POST', '/api/v1/segments', { name: 'All', audience: { everyone: true } }),
    );
    const id = await createId({ audience: { segmentId } });
    const refused = await call('DELETE', `/api/v1/segments/${segmentId}`);
    expect([refusalOf(refused), refused.body]).toMatchObject([
      [409, 33111],
      { details: { status: 'draft' } },
    ]);
    await call('PATCH', `/api/v1/campaigns/${id}`, { schedule: LATER });
    expect(await step(id, 'launch')).toMatchObject({ status: 202, body: { audience: { segmentId } } });
    expect((await call('DELETE', `/api/v1/segments/${segmentId}`)).status).toBe(204);
    expect(await call('GET', `/api/v1/campaigns/${id}`)).toMatchObject({ body: { audience: { segmentId } } });
    expect(await step(id, 'preview')).toMatchObject({ status: 200 });
  });

  it('keep it, or are refused, when both come at once', async () => {
    const newSegment = async () =>
      idOf(await call('POST', '/api/v1/segments', { name: 'All', audience: { everyone: true } }));
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const segmentId = await newSegment();
        const ask =
          index % 2 === 0
            ? create({ audience: { segmentId } })
            : call('PATCH', `${CAMPAIGNS}/${await createId()}`, { audience: { segmentId } });
        const [use, removal] = await Promise.all([ask, call('DELETE', `/api/v1/segments/${segmentId}`)]);
        return [use.status < 300, removal.status < 300];
      }),
    );
    expect(outcomes.filter(([isUsed, isRemoved]) => isUsed === isRemoved)).toEqual([]);
  });
});

describe('E4: the list of campaigns', () => {
  it('is newest first, in pages, by status', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 5; index++) ids.unshift(await createId({ name: `C${index}` }));
    await step(ids[1] ?? '', 'cancel');
    const page = async (query: string) =>
      (await call('GET', `${CAMPAIGNS}?${query}`)).body as {
        results: Array<{ id: string }>;
        nextCursor?: string;
      };
    const first = await page('limit=2');
    const second = await page(`limit=3&cursor=${first.nextCursor}`);
    expect([...first.results, ...second.results].map(({ id }) => id)).toEqual(ids);
    expect(second).not.toHaveProperty('nextCursor');
    const drafts = await page('status=draft&limit=3');
    const more = await page(`status=draft&limit=3&cursor=${drafts.nextCursor}`);
    expect([...drafts.results, ...more.results].map(({ id }) => id)).toEqual(
      ids.filter((id) => id !== ids[1]),
    );
    expect((await page('status=cancelled')).results.map(({ id }) => id)).toEqual([ids[1]]);
    expect((await page('status=completed')).results).toEqual([]);
    for (const query of ['status=done', 'limit=0', 'cursor=x', 'color=red', `cursor=${drafts.nextCursor}`])
      expect(refusalOf(await call('GET', `${CAMPAIGNS}?${query}`))).toEqual([400, 33100]);
    fixture.account = await createApiAccount(fixture.service);
    expect(await page('')).toEqual({ results: [] });
    expect(refusalOf(await call('GET', `${CAMPAIGNS}?cursor=${first.nextCursor}`))).toEqual([400, 33100]);
  });
});

describe('8.3: the idempotency key of a campaign', () => {
  it('gets the first answer again, and makes one campaign', async () => {
    const first = await create({ idempotencyKey: 'spring:1' });
    await call('PATCH', `${CAMPAIGNS}/${idOf(first)}`, { name: 'Changed' });
    const second = await create({ idempotencyKey: 'spring:1', name: 'Another' });
    expect([second.status, second.body]).toEqual([201, first.body]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('location')).toBe(`${CAMPAIGNS}/${idOf(first)}`);
    const { body } = await call('GET', CAMPAIGNS);
    expect((body as { results: unknown[] }).results).toHaveLength(1);
  });

  it('is of one campaign, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ idempotencyKey: 'at-once' })));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
  });

  it('is free after a request that failed, and has a scope of its own', async () => {
    expect((await create({ idempotencyKey: 'again', audience: { segmentId: 'seg_none' } })).status).toBe(404);
    const created = await create({ idempotencyKey: 'again' });
    expect([created.status, created.headers.get('idempotent-replayed')]).toEqual([201, null]);
    fixture.account = await createApiAccount(fixture.service);
    expect(idOf(await create({ idempotencyKey: 'again' }))).not.toBe(idOf(created));
  });
});

describe('E4: the launch of a campaign', () => {
  it('schedules it, once', async () => {
    const id = await createId({ schedule: LATER });
    const launched = await step(id, 'launch');
    expect(launched).toMatchObject({ status: 202, body: { id, status: 'scheduled', launchedAt: TIMESTAMP } });
    const again = await step(id, 'launch');
    expect([again.status, again.body]).toEqual([202, launched.body]);
    for (const [method, body] of [['PATCH', { name: 'x' }], ['DELETE']] as const) {
      const refused = await call(method, `${CAMPAIGNS}/${id}`, body);
      expect([refusalOf(refused), refused.body]).toMatchObject([
        [409, 33111],
        { details: { status: 'scheduled' } },
      ]);
    }
    await step(id, 'cancel');
    expect(await step(id, 'launch')).toMatchObject({ status: 202, body: { status: 'cancelled' } });
  });

  it('can come with the request that makes it, with the right to do both', async () => {
    expect(await create({ schedule: LATER, launch: true })).toMatchObject({
      status: 201,
      body: { status: 'scheduled' },
    });
    const { deps } = fixture.service;
    const made = await createApiKey(deps, fixture.account.accountId, { scopes: ['campaigns:write'] });
    const account = { apiKeyId: made?.key.id ?? '', apiKeySecret: made?.secret ?? '' };
    const post = (body: object) =>
      callApi(fixture.service, { account, method: 'POST', path: CAMPAIGNS, body });
    const refused = await post(plan({ schedule: LATER, launch: true }));
    expect(refused).toMatchObject({
      status: 403,
      body: { code: 33112, details: { scope: 'campaigns:launch' } },
    });
    expect((await post(plan({ launch: false }))).status).toBe(201);
  });

  it.each([
    ['a schedule that is over', { schedule: { at: fromNow(-0.1) } }, [400, 33100]],
    ['an expiry before the schedule', { schedule: LATER, expiresAt: fromNow(1) }, [400, 33100]],
    ['an expiry that is over', { expiresAt: fromNow(-1) }, [400, 33100]],
    [
      'an expiry before its hours open',
      {
        schedule: { at: '2035-03-01T15:00:00Z' },
        sendingHours: { from: '00:00', to: '24:00', days: ['SUN'] },
        expiresAt: '2035-03-03T15:00:00Z',
      },
      [400, 33100],
    ],
    [
      'hours that the law leaves nothing of',
      { purpose: 'marketing', sendingHours: { from: '03:00', to: '05:00' } },
      [400, 33100],
    ],
    ['a number of others', { from: '+12065550199' }, [400, 33004]],
    ['characters that cannot be delivered', { body: 'Bell \u0007' }, [400, 33016]],
    ['refused content', { body: 'Buy weed and cocaine now at https://bit.ly/weed' }, [400, 33019]],
  ])('refuses %s, and leaves the draft', async (_, changes, refusal) => {
    const id = await createId(changes);
    expect(refusalOf(await step(id, 'launch'))).toEqual(refusal);
    expect(await statusOf(id)).toBe('draft');
    expect(refusalOf(await create({ ...changes, launch: true }))).toEqual(refusal);
  });

  it('takes a schedule that has just passed, and night hours of what is no marketing', async () => {
    for (const changes of [
      { schedule: { at: fromNow(-0.05) } },
      { schedule: LATER, sendingHours: { from: '03:00', to: '05:00' } },
    ])
      expect((await step(await createId(changes), 'launch')).status).toBe(202);
  });

  it('refuses a number that is not active', async () => {
    const { deps } = fixture.service;
    const from = randomPhone();
    await addNumber(deps, { accountId: fixture.account.accountId, number: from, status: 'Inactive' });
    const id = await createId({ from, schedule: LATER });
    expect(refusalOf(await step(id, 'launch'))).toEqual([400, 33009]);
  });

  it('waits for an approval where the account wants one, which no API key gives', async () => {
    const { deps } = fixture.service;
    const { accountId } = fixture.account;
    await updateAccount({ table: deps.table, accountId, changes: { approvalAbove: 1 } });
    const { id: groupId } = await group();
    const join = async () => {
      const path = `/api/v1/contacts/by-phone/${encodeURIComponent(randomPhone())}`;
      await call('POST', path, {});
      await call('POST', `${path}/groups/${groupId}`);
    };
    await join();
    const small = await createId({ schedule: LATER });
    expect(await step(small, 'launch')).toMatchObject({ body: { status: 'scheduled' } });
    await join();
    const large = await createId({ schedule: LATER });
    expect(await step(large, 'launch')).toMatchObject({ status: 202, body: { status: 'awaitingApproval' } });
    for (const verb of ['approve', 'reject'])
      expect(refusalOf(await step(large, verb))).toEqual([403, 33112]);
    for (const verb of ['pause', 'resume', 'retry'])
      expect(await step(large, verb)).toMatchObject({
        status: 409,
        body: { details: { status: 'awaitingApproval' } },
      });
    expect(await step(large, 'cancel')).toMatchObject({ status: 200, body: { status: 'cancelled' } });
  });
});

describe('E4: pause, resume and cancel', () => {
  it('are steps that can be repeated', async () => {
    const id = await createId({ schedule: LATER });
    await step(id, 'launch');
    const outcomes = [];
    for (const verb of ['resume', 'pause', 'pause', 'resume', 'resume', 'pause', 'cancel', 'cancel'])
      outcomes.push(((await step(id, verb)).body as { status: string }).status);
    expect(outcomes).toEqual([
      ...['scheduled', 'paused', 'paused', 'scheduled', 'scheduled', 'paused', 'cancelled', 'cancelled'],
    ]);
    for (const verb of ['pause', 'resume']) {
      const refused = await step(id, verb);
      expect([refusalOf(refused), refused.body]).toMatchObject([
        [409, 33111],
        { details: { status: 'cancelled' } },
      ]);
    }
  });

  it('are none of a draft, which can only be cancelled', async () => {
    const id = await createId();
    for (const verb of ['pause', 'resume', 'retry'])
      expect(refusalOf(await step(id, verb))).toEqual([409, 33111]);
    expect(await step(id, 'cancel')).toMatchObject({
      status: 200,
      body: { status: 'cancelled', completedAt: TIMESTAMP },
    });
    expect(refusalOf(await step(id, 'launch'))).toEqual([409, 33111]);
  });

  it('are decided once when they come at once', async () => {
    const id = await createId({ schedule: LATER });
    const answers = await Promise.all(
      ['launch', 'launch', 'pause', 'cancel', 'launch', 'resume'].map((verb) => step(id, verb)),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(['scheduled', 'paused', 'cancelled']).toContain(await statusOf(id));
  });
});

describe('E4: retry', () => {
  it('makes a draft for those whom a campaign failed to reach', async () => {
    const id = await createId({ name: 'x'.repeat(100), schedule: LATER, expiresAt: '2036-01-01T00:00:00Z' });
    await step(id, 'launch');
    expect(refusalOf(await step(id, 'retry'))).toEqual([409, 33111]);
    await step(id, 'cancel');
    const { status, body, headers } = await step(id, 'retry');
    expect(status).toBe(201);
    expect(body).toEqual({
      ...plan({ name: `${'x'.repeat(92)} (retry)`, audience: { retryOf: id } }),
      ...{ id: CAMPAIGN_ID, status: 'draft', counts: NO_COUNTS, skippedBy: {} },
      ...{ createdAt: TIMESTAMP, updatedAt: TIMESTAMP },
    });
    expect(headers.get('location')).toBe(`${CAMPAIGNS}/${(body as { id: string }).id}`);
  });
});
