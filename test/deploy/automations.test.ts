import { type DeployedService, openAccount, waitUntilFound } from './deployed-service';
import { drainQueues, enrol, readCredits, textsTo } from './everyday-calls';

const SENDER = '+12065550190';
const ANN = '+12065550191';
const BEN = '+12065550192';
const AUTOMATIONS = '/api/v1/automations';

let service: DeployedService;

beforeAll(async () => {
  service = await openAccount(SENDER);
});
afterAll(() => service?.stop());

const post = (path: string, body?: object) =>
  service.call({ method: 'POST', path: `${AUTOMATIONS}${path}`, ...(body && { body }) });

async function create(changes: object): Promise<string> {
  const plan = { name: 'Parcels', from: SENDER, purpose: 'informational', entry: 'always', ...changes };
  const { status, body } = await post('', plan);
  expect({ status, body }).toMatchObject({ status: 201 });
  return (body as { id: string }).id;
}

/** Waits until as many people have gone the whole way. */
const untilCompleted = (id: string, people: number) =>
  waitUntilFound(async () => {
    const { body } = await service.call({ path: `${AUTOMATIONS}/${id}` });
    const { counts } = body as { counts: { completed: number; sent: number } };
    return counts.completed === people && counts.sent === people ? counts : undefined;
  });

describe('an automation', () => {
  it('texts each person for whom something is reported, once', async () => {
    await enrol(service, ANN, { firstName: 'Ann' });
    await waitUntilFound(() => textsTo(service, ANN).find((text) => text.includes('Welcome to Acme')));
    const id = await create({
      trigger: { event: 'order.shipped' },
      steps: [{ send: { body: 'Parcel {{event_number}} is on its way, {{contact_first_name}}.' } }],
    });
    expect(await post(`/${id}/preview`)).toMatchObject({
      status: 200,
      body: {
        warnings: expect.arrayContaining([
          'The preview counts no people: they enter when the event is reported.',
        ]) as string[],
      },
    });
    expect(await post(`/${id}/start`)).toMatchObject({ status: 200, body: { status: 'running' } });
    const before = await readCredits(service);
    const event = { name: 'order.shipped', to: ANN, key: 'order-1001', data: { number: '1001' } };

    for (let time = 0; time < 2; time += 1)
      expect(
        await service.call({ method: 'POST', path: '/api/v1/events', body: { events: [event] } }),
      ).toMatchObject({ status: 202 });

    await untilCompleted(id, 1);
    expect(await drainQueues(service)).toEqual({});
    expect(textsTo(service, ANN).filter((text) => text.startsWith('Parcel'))).toEqual([
      'Parcel 1001 is on its way, Ann.',
    ]);
    const after = await readCredits(service);
    // One text at the price of a single one.
    expect(before.sms - after.sms).toBe(2);
    expect(await service.call({ path: `${AUTOMATIONS}/${id}/people` })).toMatchObject({
      body: { results: [{ to: ANN, status: 'completed' }] },
    });
  });

  it('texts who joins a group', async () => {
    const id = await create({
      trigger: { joined: service.groupId },
      steps: [{ send: { body: 'Parcels for members are free.' } }],
    });
    await post(`/${id}/start`);

    await enrol(service, BEN);

    await untilCompleted(id, 1);
    expect(textsTo(service, BEN)).toContain('Parcels for members are free.');
    expect(textsTo(service, ANN)).not.toContain('Parcels for members are free.');
  });

  it('is changed, steered and deleted', async () => {
    const id = await create({
      trigger: { date: 'birthDate', offsetDays: 0, at: '10:00' },
      steps: [{ send: { body: 'Happy birthday.' } }],
    });
    const path = `${AUTOMATIONS}/${id}`;
    const draft = `${AUTOMATIONS}/${await create({ trigger: { event: 'never' }, steps: [{ wait: { days: 1 } }] })}`;
    await post(`/${id}/start`);
    expect(
      await service.call({ method: 'PATCH', path, body: { steps: [{ send: { body: 'Best wishes.' } }] } }),
    ).toMatchObject({ status: 200, body: { version: 2 } });
    for (const [verb, status] of [
      ['pause', 'paused'],
      ['resume', 'running'],
      ['stop', 'stopped'],
    ])
      expect(await post(`/${id}/${verb}`)).toMatchObject({ status: 200, body: { status } });
    expect(await service.call({ method: 'DELETE', path: draft })).toMatchObject({ status: 204 });
    expect(await service.call({ path: `${AUTOMATIONS}?status=stopped` })).toMatchObject({
      body: { results: [{ id }] },
    });
  });

  it('leaves nothing in the queues', async () => {
    expect(await drainQueues(service)).toEqual({});
  });
});
