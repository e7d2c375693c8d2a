import { sendCanary } from '../../shared/operations/send-canary';
import { useSendingService } from '../support/service/sending-service';
import { callApi } from '../support/service/service';

/** A single send takes two credits. There are some for two, so that a text too many shows. */
const fixture = useSendingService({ smsCredits: 4 });
const { sending } = fixture;
let to: string;

beforeEach(async () => {
  [to = ''] = sending.phones(1);
  await sending.optIn([to]);
});

const settingsOf = ({ apiKeyId, apiKeySecret, from } = fixture.account) => ({
  key: `${apiKeyId}:${apiKeySecret}`,
  from,
  to,
});
const messageId = async () => (await sending.taken(to))[0]?.messageId ?? '';
/** Runs a canary whose waits end at once: before each a test may do something. */
const run = (
  options: { pause?: () => Promise<void>; fetch?: typeof globalThis.fetch; settings?: object } = {},
) =>
  sendCanary(
    {
      baseUrl: fixture.service.baseUrl,
      fetch: options.fetch ?? fetch,
      pause: async () => options.pause?.(),
    },
    { ...settingsOf(), ...options.settings },
  );

it('is delivered when its receipt says so', async () => {
  let waits = 0;
  const pause = async () => {
    waits += 1;
    // The receipt of the provider arrives after a while.
    if (waits === 2) await sending.report(await messageId(), 'delivered');
  };
  expect(await run({ pause })).toEqual({ isDelivered: true, afterMs: expect.any(Number) as number });
  expect(waits).toBeGreaterThanOrEqual(2);
  expect((await sending.credits()).sms).toBe(2);
});

it('is not delivered while the provider takes no texts', async () => {
  const switchFault = (fault: string) =>
    callApi(fixture.service, {
      method: 'POST',
      path: '/_local/provider',
      body: { fault, numbers: [fixture.account.from] },
    });
  await switchFault('unavailable');
  let waits = 0;
  const pause = async () => void (waits += 1);
  expect(await run({ pause })).toEqual({ isDelivered: false, reason: 'not_delivered', detail: 'queued' });
  // Of three seconds each.
  expect(waits).toBe(50);
  await switchFault('none');
});

it('has failed when its receipt says so', async () => {
  const pause = async () => sending.report(await messageId(), 'failed');
  expect(await run({ pause })).toMatchObject({ isDelivered: false, reason: 'failed' });
});

it.each([
  ['a key that is none', { key: 'key_none:secret' }, 'the API answered 401, code 33001'],
  ['a number of others', { from: '+12065550199' }, 'the API answered 400, code 33004'],
])('is refused with %s, and says what the API answered', async (_, settings, detail) => {
  expect(await run({ settings })).toEqual({ isDelivered: false, reason: 'refused', detail });
});

it('sends one text when the first answer is lost, or is a 5xx', async () => {
  const losses: Array<() => Promise<Response>> = [
    () => Promise.reject(new TypeError('fetch failed')),
    () => Promise.resolve(new Response('', { status: 503 })),
  ];
  for (const lose of losses) {
    let calls = 0;
    const lossy: typeof fetch = async (...request) => {
      const answer = await fetch(...request);
      calls += 1;
      return calls === 1 ? lose() : answer;
    };
    const before = (await sending.taken(to)).length;
    const pause = async () => {
      const sent = await sending.taken(to);
      await sending.report(sent.at(-1)?.messageId ?? '', 'delivered');
    };
    expect(await run({ fetch: lossy, pause })).toMatchObject({ isDelivered: true });
    expect(await sending.taken(to)).toHaveLength(before + 1);
  }
  expect((await sending.credits()).sms).toBe(0);
});

it('gives up when the API answers nothing twice', async () => {
  const unreachable = () => Promise.reject(new TypeError('fetch failed'));
  const detail = 'the API answered nothing, code none';
  expect(await run({ fetch: unreachable })).toEqual({ isDelivered: false, reason: 'refused', detail });
});
