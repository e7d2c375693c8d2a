import { type HttpServer, startHttpServer } from '../../../../lib/local/http-server';
import { createLocalRoutes, type LocalControls } from '../../../../lib/local/local-routes';
import type { FaultInForce } from '../../../../lib/local/simulator/provider-faults';

let server: HttpServer;
let calls: unknown[];

beforeEach(async () => {
  calls = [];
  const record =
    <T>(name: string, answer: T) =>
    (argument?: unknown): T => {
      calls.push([name, argument]);
      return answer;
    };
  const controls: LocalControls = {
    sent: record('sent', [{ to: '+15555550123' }]),
    recentEvents: record('events', [{ source: 'messaging-service' }]),
    mails: record('mails', [{ to: 'ann@example.com' }]),
    inbound: record('inbound', Promise.resolve({ inboundMessageId: 'in-1' })),
    receipt: async (receipt) => {
      calls.push(['receipt', receipt]);
      return receipt.messageId === 'msg_1' ? 'published' : 'unknown-message';
    },
    advanceClock: (ms) => {
      if (ms > 1e12) throw new RangeError('too far');
      calls.push(['clock', ms]);
      return new Date('2026-01-02T03:04:05.678Z');
    },
    setAwsFaults: (faults) => void calls.push(['aws', faults]),
    providerFaults: () => [{ fault: 'throttled', share: 1 }],
    switchProviderFault: (change) => {
      calls.push(['provider', change]);
      return change.fault === 'none' ? [] : [change as FaultInForce];
    },
    decideRegistration: (decision) => {
      calls.push(['registration', decision]);
      return decision.registration === 'registration-made-1';
    },
    reset: record('reset', Promise.resolve({ accountId: 'acc_1' })),
  };
  server = await startHttpServer({ port: 0, onError: () => undefined });
  server.serve(createLocalRoutes(controls));
});
afterEach(() => server.stop());

async function send(method: string, path: string, body?: string) {
  const answer = await fetch(`http://127.0.0.1:${server.port}/_local/${path}`, {
    method,
    ...(body !== undefined && { body }),
  });
  return {
    status: answer.status,
    ...(answer.status === 405 && { allow: answer.headers.get('allow') }),
    body: await answer.json(),
  };
}

describe('GET /_local/mails', () => {
  test('lists the e-mails of SNS', async () => {
    expect(await send('GET', 'mails')).toEqual({
      ...{ status: 200, body: { mails: [{ to: 'ann@example.com' }] } },
    });
  });
});

describe('GET /_local/sent', () => {
  test('lists what the provider took', async () => {
    expect(await send('GET', 'sent')).toEqual({ status: 200, body: { messages: [{ to: '+15555550123' }] } });
    expect(calls).toEqual([['sent', {}]]);
  });

  test.each([
    ['to=%2B15555550123', { to: '+15555550123' }],
    ['to=+15555550123', { to: '+15555550123' }],
    ['to=12345&since=', { to: '12345' }],
    ['since=2026-01-02T03:04:05.678Z', { since: '2026-01-02T03:04:05.678Z' }],
    ['since=2026-01-02T04:04:05%2B01:00', { since: '2026-01-02T03:04:05.000Z' }],
  ])('filters by %s', async (query, filter) => {
    await send('GET', `sent?${query}`);

    expect(calls).toEqual([['sent', filter]]);
  });

  test('refuses a time that is none', async () => {
    expect(await send('GET', 'sent?since=yesterday')).toEqual({
      status: 400,
      body: { message: '"since" must be a timestamp, such as 2026-11-20T12:00:00.000Z.' },
    });
  });
});

test('GET /_local/events lists what the bus got', async () => {
  expect(await send('GET', 'events')).toEqual({
    status: 200,
    body: { events: [{ source: 'messaging-service' }] },
  });
});

describe('POST /_local/inbound', () => {
  test.each([
    [{ from: '+1', to: '+2', body: 'STOP' }],
    [{ from: '+1', to: '+2', body: '', inboundMessageId: 'in-1' }],
  ])('passes on %j', async (message) => {
    expect(await send('POST', 'inbound', JSON.stringify(message))).toEqual({
      status: 202,
      body: { inboundMessageId: 'in-1' },
    });
    expect(calls).toEqual([['inbound', message]]);
  });

  test.each([
    [{ to: '+2', body: 'a' }, '"from" must be a text.'],
    [{ from: '', to: '+2', body: 'a' }, '"from" must be a text.'],
    [{ from: '+1', to: 2, body: 'a' }, '"to" must be a text.'],
    [{ from: '+1', to: '+2' }, '"body" must be a text.'],
    [{ from: '+1', to: '+2', body: 'a', inboundMessageId: null }, '"inboundMessageId" must be a text.'],
  ])('refuses %j', async (message, reason) => {
    expect(await send('POST', 'inbound', JSON.stringify(message))).toEqual({
      status: 400,
      body: { message: reason },
    });
    expect(calls).toEqual([]);
  });
});

describe('POST /_local/receipt', () => {
  const ONE_OF = '"status" must be one of: pending, delivered, failed, invalid, read, fallen_back.';

  test.each(['delivered', 'failed', 'read', 'fallen_back'])(
    'publishes %s for a message that was taken',
    async (status) => {
      expect(await send('POST', 'receipt', JSON.stringify({ messageId: 'msg_1', status }))).toEqual({
        status: 202,
        body: { messageId: 'msg_1', status },
      });
      expect(calls).toEqual([['receipt', { messageId: 'msg_1', status }]]);
    },
  );

  test('answers 404 for a message that was not taken', async () => {
    expect(await send('POST', 'receipt', '{"messageId":"msg_2","status":"failed"}')).toEqual({
      status: 404,
      body: { message: 'The provider took no message msg_2.' },
    });
  });

  test.each([
    ['{"status":"failed"}', '"messageId" must be a text.'],
    ['{"messageId":"msg_1"}', ONE_OF],
    ['{"messageId":"msg_1","status":"lost"}', ONE_OF],
  ])('refuses %s', async (body, message) => {
    expect(await send('POST', 'receipt', body)).toEqual({ status: 400, body: { message } });
  });
});

describe('POST /_local/clock', () => {
  test.each([
    [0, 0],
    [1.5, 1_500],
    [172_800, 172_800_000],
  ])('moves the clock by %s seconds', async (advanceSeconds, ms) => {
    expect(await send('POST', 'clock', JSON.stringify({ advanceSeconds }))).toEqual({
      status: 200,
      body: { now: '2026-01-02T03:04:05.678Z' },
    });
    expect(calls).toEqual([['clock', ms]]);
  });

  test.each(['{}', '{"advanceSeconds":-1}', '{"advanceSeconds":"1"}', '{"advanceSeconds":null}'])(
    'refuses %s',
    async (body) => {
      expect(await send('POST', 'clock', body)).toEqual({
        status: 400,
        body: { message: '"advanceSeconds" must be a number, 0 or more.' },
      });
    },
  );

  test('refuses a time that cannot be reached', async () => {
    expect(await send('POST', 'clock', '{"advanceSeconds":1e12}')).toEqual({
      status: 400,
      body: { message: 'too far' },
    });
  });
});

test('POST /_local/reset answers with what a first request needs', async () => {
  expect(await send('POST', 'reset')).toEqual({ status: 200, body: { accountId: 'acc_1' } });
});

describe('what is no local route', () => {
  test.each(['nothing', '', 'sent/', 'constructor', '__proto__'])('/_local/%s is a 404', async (path) => {
    expect((await send('GET', path)).status).toBe(404);
  });

  test('another method is a 405 that says which one it takes', async () => {
    expect(await send('POST', 'sent')).toEqual({
      status: 405,
      allow: 'GET',
      body: { message: '/_local/sent takes GET only.' },
    });
    expect(await send('GET', 'clock')).toEqual({
      status: 405,
      allow: 'POST',
      body: { message: '/_local/clock takes POST only.' },
    });
    expect(await send('DELETE', 'provider')).toEqual({
      status: 405,
      allow: 'GET, POST',
      body: { message: '/_local/provider takes GET and POST only.' },
    });
  });

  test.each([
    ['', 'The body is not a JSON object.'],
    ['{', 'The body is not a JSON object.'],
    ['[]', 'The body is not a JSON object.'],
    ['null', 'The body is not a JSON object.'],
  ])('the body %j is a 400', async (body, message) => {
    expect(await send('POST', 'clock', body)).toEqual({ status: 400, body: { message } });
  });
});

describe('POST /_local/aws', () => {
  test('says what is wrong with the AWS account', async () => {
    const faults = ['sandbox', 'number-pending'];

    expect(await send('POST', 'aws', JSON.stringify({ faults }))).toEqual({ status: 200, body: { faults } });
    expect(await send('POST', 'aws', '{"faults":[]}')).toEqual({ status: 200, body: { faults: [] } });
    expect(calls).toEqual([
      ['aws', faults],
      ['aws', []],
    ]);
  });

  test.each(['{}', '{"faults":"sandbox"}', '{"faults":["sandbox","toString"]}', '{"faults":[1]}'])(
    'names the faults that there are, for %s',
    async (body) => {
      expect(await send('POST', 'aws', body)).toEqual({
        status: 400,
        body: {
          message: expect.stringContaining('some of: sandbox, spend-quota-of-a-new-account, ') as string,
        },
      });
      expect(calls).toEqual([]);
    },
  );
});

describe('POST /_local/registration', () => {
  test('reviews a registration that was made here', async () => {
    const decision = {
      ...{ registration: 'registration-made-1', status: 'REQUIRES_UPDATES', reasons: ['A'] },
      fields: { 'a.b': 'It is too long.' },
    };
    expect(await send('POST', 'registration', JSON.stringify(decision))).toEqual({
      status: 200,
      body: decision,
    });
    expect(calls).toEqual([['registration', decision]]);
  });

  test('answers 404 for another', async () => {
    expect(await send('POST', 'registration', '{"registration":"a","status":"COMPLETE"}')).toEqual({
      ...{ status: 404, body: { message: 'There is no registration a.' } },
    });
  });

  test.each([
    ['{"registration":"a","status":"DONE"}', /^"status" must be one of: AWS_REVIEWING, REVIEWING, /],
    ['{"registration":"a","status":"COMPLETE","reasons":"A"}', /^"reasons" must be an array of texts\.$/],
    ['{"registration":"a","status":"COMPLETE","fields":["A"]}', /^"fields" must be an object of texts\.$/],
    ['{"status":"COMPLETE"}', /^"registration" must be a text\.$/],
  ])('refuses %s', async (body, message) => {
    expect(await send('POST', 'registration', body)).toEqual({
      ...{ status: 400, body: { message: expect.stringMatching(message) as string } },
    });
    expect(calls).toEqual([]);
  });
});

test('GET /_local/provider lists the faults in force', async () => {
  expect(await send('GET', 'provider')).toEqual({
    status: 200,
    body: { faults: [{ fault: 'throttled', share: 1 }] },
  });
});

describe('POST /_local/provider', () => {
  test.each([
    [{ fault: 'unavailable' }, { fault: 'unavailable', share: 1 }],
    [
      { fault: 'lost_answers', share: 0 },
      { fault: 'lost_answers', share: 0 },
    ],
    [
      { fault: 'throttled', share: 1 },
      { fault: 'throttled', share: 1 },
    ],
    [
      { fault: 'spend_limit', numbers: ['+15555550100', '12345'], share: 0.25 },
      { fault: 'spend_limit', numbers: ['+15555550100', '12345'], share: 0.25 },
    ],
  ])('switches %j', async (body, change) => {
    expect(await send('POST', 'provider', JSON.stringify(body))).toEqual({
      status: 200,
      body: { faults: [change] },
    });
    expect(calls).toEqual([['provider', change]]);
  });

  test('ends faults', async () => {
    const body = { fault: 'none', numbers: ['+15555550100'] };
    expect(await send('POST', 'provider', JSON.stringify(body))).toEqual({
      status: 200,
      body: { faults: [] },
    });
    expect(calls).toEqual([['provider', { ...body, share: 1 }]]);
  });

  const FAULT = '"fault" must be one of: none, unavailable, lost_answers, spend_limit, throttled.';
  const NUMBERS = '"numbers" must be an array of sender numbers, such as ["+15555550100"].';
  const SHARE = '"share" must be a number from 0 to 1.';
  test.each([
    ['{}', FAULT],
    ['{"fault":"broken"}', FAULT],
    ['{"fault":"toString"}', FAULT],
    ['{"fault":null}', FAULT],
    ['{"fault":["none"]}', FAULT],
    ['{"fault":"none","numbers":[]}', NUMBERS],
    ['{"fault":"none","numbers":null}', NUMBERS],
    ['{"fault":"none","numbers":"+15555550100"}', NUMBERS],
    ['{"fault":"none","numbers":["+15555550100","15555550101"]}', NUMBERS],
    ['{"fault":"none","numbers":["+112125550123"]}', NUMBERS],
    ['{"fault":"none","numbers":[15555550100]}', NUMBERS],
    ['{"fault":"throttled","share":-0.01}', SHARE],
    ['{"fault":"throttled","share":1.01}', SHARE],
    ['{"fault":"throttled","share":1e999}', SHARE],
    ['{"fault":"throttled","share":"0.5"}', SHARE],
    ['{"fault":"throttled","share":null}', SHARE],
    ['{"fault":"throttled","shares":0.5}', 'There is no property "shares".'],
    ['{"fault":"throttled","constructor":1}', 'There is no property "constructor".'],
    ['{"fault":"throttled","__proto__":1}', 'There is no property "__proto__".'],
    ['{"fault":"throttled","share":NaN}', 'The body is not a JSON object.'],
    ['["throttled"]', 'The body is not a JSON object.'],
  ])('refuses %s', async (body, message) => {
    expect(await send('POST', 'provider', body)).toEqual({ status: 400, body: { message } });
    expect(calls).toEqual([]);
  });
});
