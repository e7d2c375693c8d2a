import { createGroup } from '../../shared/audience/groups/create-group';
import { useSendingService } from '../support/service/sending-service';
import { type ApiAnswer, callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });
const SEGMENTS = '/api/v1/segments';
const CAMPAIGNS = '/api/v1/campaigns';
const EXPORTS = '/api/v1/contacts/exports';
const EVERYONE = { everyone: true };
const FILTER = { field: 'isFavorite', op: 'equals', value: true };
const PARTLESS =
  'must have a part, such as groups, tags or filter: {"everyone": true} means every contact of the contact book';

const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path, body });
const idOf = ({ body }: ApiAnswer) => (body as { id: string }).id;
const audienceOf = ({ body }: ApiAnswer) => (body as { audience: unknown }).audience;
const errorsOf = ({ status, body }: ApiAnswer) => [
  status,
  (body as { code?: number }).code,
  (body as { details?: { errors: unknown } }).details?.errors,
];
const refused = (pointer: string, reason: string) => [400, 33100, [{ pointer, reason }]];

const createSegment = (audience: unknown) => call('POST', SEGMENTS, { name: 'People', audience });
const createCampaign = (audience: unknown) =>
  call('POST', CAMPAIGNS, {
    ...{ name: 'Spring sale', from: fixture.account.from, body: 'Soon.', purpose: 'informational' },
    audience,
  });
/** Requests that contain an audience. */
const DOORS: Array<[string, (audience: unknown) => Promise<ApiAnswer>]> = [
  ['a segment', createSegment],
  ['a preview', (audience) => call('POST', `${SEGMENTS}/preview`, { audience })],
  ['a campaign', createCampaign],
  ['an export', (audience) => call('POST', EXPORTS, { format: 'csv', audience })],
  [
    'a change of a segment',
    async (audience) =>
      call('PATCH', `${SEGMENTS}/${idOf(await createSegment({ excludeGroups: [groupId] }))}`, {
        audience: { excludeGroups: null, ...(audience as object) },
      }),
  ],
  [
    'a change of a campaign',
    async (audience) =>
      call('PATCH', `${CAMPAIGNS}/${idOf(await createCampaign({ excludeGroups: [groupId] }))}`, {
        audience: { excludeGroups: null, ...(audience as object) },
      }),
  ],
];

let groupId: string;

beforeAll(async () => {
  const { accountId } = fixture.account;
  groupId = (await createGroup(fixture.service.deps, { accountId, name: 'News', optInType: 'SINGLE' })).id;
  await call('POST', `/api/v1/contacts/by-phone/${encodeURIComponent(randomPhone())}`);
});

describe.each(DOORS)('E3: the audience of %s', (_, send) => {
  it.each([[{}], [{ groups: [] }], [{ groups: [], tags: [], excludeGroups: [], excludeCampaigns: [] }]])(
    'is refused without any part: %j',
    async (audience) => {
      expect(errorsOf(await send(audience))).toEqual(refused('/audience', PARTLESS));
    },
  );

  it.each([
    [EVERYONE],
    [{ everyone: true, groups: [] }],
    [{ filter: FILTER }],
    [{ excludeCampaigns: [], groups: [], filter: FILTER }],
  ])('has a part: %j', async (audience) => {
    expect((await send(audience)).status).toBeLessThan(300);
  });

  it('can be everyone but the members of a group', async () => {
    expect((await send({ everyone: true, excludeGroups: [groupId] })).status).toBeLessThan(300);
    expect((await send({ excludeGroups: [groupId] })).status).toBeLessThan(300);
  });

  it.each(['groups', 'tags', 'filter'])('is not everyone and %s', async (part) => {
    const value = { groups: [groupId], tags: ['tag_unknown'], filter: FILTER }[part];
    expect(errorsOf(await send({ everyone: true, [part]: value }))).toEqual(
      refused('/audience/everyone', `not allowed beside ${part}`),
    );
  });

  it.each([[false], ['true'], [1]])('is not everyone with the value %j', async (everyone) => {
    const [status, code, errors] = errorsOf(await send({ everyone, filter: FILTER }));
    expect([status, code, (errors as Array<{ pointer: string }>)[0]?.pointer]).toEqual([
      400,
      33100,
      '/audience/everyone',
    ]);
  });

  it.each([
    [{}, ['/field', '/op', '/value']],
    [{ all: 5 }, ['/all']],
    [{ any: [] }, ['/any']],
    [{ not: null }, ['/not']],
    [{ all: [{}] }, ['/all/0/field', '/all/0/op', '/all/0/value']],
    [{ all: [5] }, ['/all/0']],
    [{ field: 5, op: 'equals', value: 1 }, ['/field']],
    [{ field: 'isFavorite', op: {}, value: true }, ['/op']],
  ])('is refused with the filter %j', async (filter, places) => {
    const [status, code, errors] = errorsOf(await send({ filter }));
    expect([status, code]).toEqual([400, 33100]);
    expect((errors as Array<{ pointer: string }>).map(({ pointer }) => pointer)).toEqual(
      places.map((place) => `/audience/filter${place}`),
    );
  });
});

describe('E3: an audience after a PATCH', () => {
  it.each([
    ['a segment', SEGMENTS, createSegment],
    ['a campaign', CAMPAIGNS, createCampaign],
  ])('of %s is one kind in the place of another, and never without any part', async (_, list, create) => {
    const path = `${list}/${idOf(await create({ groups: [groupId], filter: FILTER }))}`;
    const patch = (audience: object) => call('PATCH', path, { audience });

    expect(errorsOf(await patch({ groups: null, filter: null }))).toEqual(refused('/audience', PARTLESS));
    expect(audienceOf(await call('GET', path))).toEqual({ groups: [groupId], filter: FILTER });

    expect(audienceOf(await patch({ everyone: true, excludeGroups: [groupId] }))).toEqual({
      everyone: true,
      excludeGroups: [groupId],
    });
    expect(audienceOf(await patch({}))).toEqual({ everyone: true, excludeGroups: [groupId] });
    expect(audienceOf(await patch({ groups: [groupId] }))).toEqual({
      groups: [groupId],
      excludeGroups: [groupId],
    });
    expect(audienceOf(await patch({ groups: null }))).toEqual({ excludeGroups: [groupId] });
    expect(errorsOf(await patch({ excludeGroups: null }))).toEqual(refused('/audience', PARTLESS));
    expect(audienceOf(await patch({ everyone: true, excludeGroups: null }))).toEqual(EVERYONE);
    expect(errorsOf(await patch({ everyone: null }))).toEqual(refused('/audience', PARTLESS));
    expect(audienceOf(await patch({ everyone: null, filter: FILTER }))).toEqual({ filter: FILTER });
  });

  it('of a campaign can be everyone in the place of a segment', async () => {
    const segmentId = idOf(await createSegment(EVERYONE));
    const path = `${CAMPAIGNS}/${idOf(await createCampaign({ segmentId }))}`;
    expect(audienceOf(await call('PATCH', path, { audience: EVERYONE }))).toEqual(EVERYONE);
    expect(audienceOf(await call('PATCH', path, { audience: { segmentId } }))).toEqual({ segmentId });
    expect(errorsOf(await call('PATCH', path, { audience: { segmentId, everyone: true } }))).toEqual(
      refused('/audience/everyone', 'not allowed beside segmentId'),
    );
  });
});

describe('E3: everyone', () => {
  it('are all contacts of the contact book', async () => {
    const { body } = await call('POST', `${SEGMENTS}/preview`, { audience: EVERYONE });
    expect(body).toMatchObject({ matched: 1, blocked: { notOptedIn: 1 } });
  });

  it('are exported where no audience is given', async () => {
    expect((await call('POST', EXPORTS, { format: 'csv' })).status).toBe(202);
  });

  it.each(['segmentId', 'retryOf'])('are not meant by an empty %s', async (name) => {
    const reason = 'must have at least 1 character';
    const path = `${CAMPAIGNS}/${idOf(await createCampaign(EVERYONE))}`;
    const answers = [
      await createCampaign({ [name]: '' }),
      await call('PATCH', path, { audience: { [name]: '' } }),
      ...(name === 'segmentId'
        ? [await call('POST', EXPORTS, { format: 'csv', audience: { [name]: '' } })]
        : []),
    ];
    for (const answer of answers) expect(errorsOf(answer)).toEqual(refused(`/audience/${name}`, reason));
    expect(errorsOf(await call('POST', `${SEGMENTS}/preview`, { segmentId: '' }))).toEqual(
      refused('/segmentId', reason),
    );
  });

  it.each([1_024, 60_000])('are not meant by the id of a segment of %i characters', async (length) => {
    const segmentId = 'x'.repeat(length);
    const answers = [
      await createCampaign({ segmentId }),
      await call('POST', EXPORTS, { format: 'csv', audience: { segmentId } }),
      await call('POST', `${SEGMENTS}/preview`, { segmentId }),
    ];
    expect(answers.map((answer) => errorsOf(answer).slice(0, 2))).toEqual(answers.map(() => [400, 33100]));
  });
});
