import { type DeployedService, openAccount, waitUntilFound } from './deployed-service';
import { drainQueues, importContacts, textsTo } from './everyday-calls';

const SENDER = '+12065550150';
const CROWD = Array.from({ length: 40 }, (_, index) => `+1206558${String(index).padStart(4, '0')}`);
const CAMPAIGNS = '/api/v1/campaigns';

let service: DeployedService;

beforeAll(async () => {
  service = await openAccount(SENDER);
  await importContacts(service, CROWD);
});
afterAll(() => service?.stop());

const post = (path: string, body?: object) =>
  service.call({ method: 'POST', path: `${CAMPAIGNS}${path}`, ...(body && { body }) });
const plan = (changes: object = {}) => ({
  ...{ name: 'Sale', from: SENDER, body: 'Sale for {{contact_first_name}}', audience: { everyone: true } },
  ...{ purpose: 'informational', ...changes },
});

async function create(changes: object = {}): Promise<string> {
  const { status, body } = await post('', plan(changes));
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

describe('a campaign', () => {
  it('is previewed, tested, launched, and reaches its audience once', async () => {
    const id = await create();
    const preview = await post(`/${id}/preview`);
    expect(preview).toMatchObject({ status: 200, body: { audience: { matched: 40, sendable: 40 } } });
    const tested = await post(`/${id}/test`, { to: [CROWD[0]] });
    expect(tested).toMatchObject({ status: 200, body: { results: [{ to: CROWD[0] }] } });
    expect(await post(`/${id}/launch`)).toMatchObject({ status: 202 });
    const completed = await waitUntilFound(async () => {
      const { body } = await service.call({ path: `${CAMPAIGNS}/${id}` });
      return (body as { status: string }).status === 'completed' ? body : undefined;
    });
    expect(completed).toMatchObject({
      counts: { selected: 40, pending: 0, sent: 40, failed: 0, skipped: 0 },
    });
    expect(textsTo(service, CROWD[7] as string)).toEqual(['Sale for Name7']);
    expect(await post(`/${id}/retry`)).toMatchObject({ status: 201, body: { audience: { retryOf: id } } });
  });

  it('is changed, steered and deleted', async () => {
    const id = await create({ schedule: { at: '2035-03-01T15:00:00Z' } });
    const path = `${CAMPAIGNS}/${id}`;
    expect(await service.call({ method: 'PATCH', path, body: { name: 'Later' } })).toMatchObject({
      body: { name: 'Later' },
    });
    await post(`/${id}/launch`);
    for (const [verb, status] of [
      ['pause', 'paused'],
      ['resume', 'scheduled'],
      ['cancel', 'cancelled'],
    ])
      expect(await post(`/${id}/${verb}`)).toMatchObject({ status: 200, body: { status } });
    for (const verb of ['approve', 'reject'])
      expect(await post(`/${id}/${verb}`)).toMatchObject({ status: 403 });
    const draft = `${CAMPAIGNS}/${await create()}`;
    expect(await service.call({ method: 'DELETE', path: draft })).toMatchObject({ status: 204 });
    expect(await service.call({ path: `${CAMPAIGNS}?status=cancelled` })).toMatchObject({
      body: { results: [{ id }] },
    });
  });

  it('leaves nothing in the queues', async () => {
    expect(await drainQueues(service)).toEqual({});
  });
});
