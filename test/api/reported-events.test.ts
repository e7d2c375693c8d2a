import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';

const fixture = useSendingService();

const post = (events: unknown) =>
  callApi(fixture.service, {
    ...{ account: fixture.account, method: 'POST', path: '/api/v1/events' },
    body: { events },
  });
const someEvent = (more: object = {}) => ({ name: 'order.shipped', to: randomPhone(), ...more });
const errorsOf = ({ body }: { body: unknown }) =>
  (body as { details?: { errors?: Array<{ pointer: string }> } }).details?.errors?.map(
    ({ pointer }) => pointer,
  );

describe('rules E10.6: POST /api/v1/events', () => {
  it('accepts events about unknown people, in their order, in a bucket of their own', async () => {
    const answer = await post([
      someEvent({ key: 'order/4711', data: { number: 4711, carrier: 'UPS', is_gift: false } }),
      someEvent({ at: '2026-03-01T12:00:00+01:00' }),
    ]);
    const id = expect.stringMatching(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/) as string;
    expect(answer).toMatchObject({
      status: 202,
      body: { events: [0, 1].map((index) => ({ index, id, status: 'accepted' })) },
    });
    expect(answer.headers.get('ratelimit')).toMatch(/^"events"/);
  });

  it('takes data under any name that the rules allow', async () => {
    const data = { constructor: 'Acme', toString: 'x', 'a.b-c_d': 1 };
    expect((await post([someEvent({ data })])).status).toBe(202);
  });

  it('takes 100 events with 2 KB of data each, and not one more', async () => {
    const data = { text: 'x'.repeat(2048 - '{"text":""}'.length) };
    const events = Array.from({ length: 100 }, () => someEvent({ data }));
    expect((await post(events)).status).toBe(202);
    expect((await post([...events, someEvent()])).status).toBe(400);
    expect((await post([])).status).toBe(400);
    const larger = await post([someEvent(), someEvent({ data: { text: `${data.text}x` } })]);
    expect([larger.status, errorsOf(larger)]).toEqual([400, ['/events/1/data']]);
  });

  it.each([
    [{ name: 'order shipped' }, '/events/0/name'],
    [{ name: '' }, '/events/0/name'],
    [{ key: '' }, '/events/0/key'],
    [{ key: 'x'.repeat(201) }, '/events/0/key'],
    [{ data: { nested: { a: 1 } } }, '/events/0/data/nested'],
    [{ data: { none: null } }, '/events/0/data/none'],
    [{ data: { 'a name': 1 } }, '/events/0/data'],
    // Half of an emoji, and NUL, which the table and the queues do not store.
    [{ key: '\ud83d' }, '/events/0/key'],
    [{ data: { name: '\ud83d' } }, '/events/0/data/name'],
    [{ data: { name: '\0' } }, '/events/0/data/name'],
    [{ at: '2026-03-01' }, '/events/0/at'],
    [{ at: '2199-01-01T00:00:00Z' }, '/events/0/at'],
    [{ unknown: 1 }, '/events/0/unknown'],
  ])('refuses %j', async (more, pointer) => {
    const answer = await post([someEvent(more)]);
    expect(answer).toMatchObject({ status: 400, body: { code: 33100 } });
    expect(errorsOf(answer)?.[0]).toMatch(new RegExp(`^${pointer}`));
  });

  it('takes numbers beyond the range of the table', async () => {
    expect((await post([someEvent({ data: { large: 1e300, small: 1e-300, id: 2 ** 64 } })])).status).toBe(
      202,
    );
  });

  it('refuses numbers that are not E.164, all of them, and the request with them', async () => {
    expect(await post([someEvent(), someEvent({ to: '212-555-0123' })])).toMatchObject({
      status: 400,
      body: { code: 33003, details: { recipients: [{ index: 1, value: '212-555-0123' }] } },
    });
  });
});
