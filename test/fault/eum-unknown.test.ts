import { createGroup } from '../../shared/audience/groups/create-group';
import { addMembership } from '../../shared/audience/consent/add-membership';
import { attemptQueuedMessage } from '../../shared/sending/single/attempt-queued-message';
import { readMessage } from '../../shared/messages/message';
import { messageKey } from '../../shared/platform/store/keys';
import { createEumProvider } from '../../shared/platform/provider/eum/eum-provider';
import { receiveInbound } from '../../shared/inbound/receive-inbound';
import { consentPlatform, seedAccount, seedContact } from '../support/audience/consent-fixture';
import { startEngine, type TestEngine } from '../support/engines/engine';
import { createJobsFixture } from '../support/sending/jobs-fixture';
import { startWireServer, type WireServer, type WireStep } from '../support/aws/wire-server';

/** Steps after which the outcome of a send is unknown. */
const OPEN_ENDS: Array<[string, WireStep]> = [
  ['the connection is reset before the request is read', 'resetWithoutReading'],
  ['the connection is reset after the request was read', 'resetAfterReading'],
  ['the connection is closed after the request was read', 'closeAfterReading'],
  ['half of the answer comes', 'resetWithinTheAnswer'],
  ['no answer comes', 'hang'],
  ['500', { status: 500, body: '{"__type":"InternalServerException"}' }],
  ['503', { status: 503, body: '' }],
];
const ACCEPT: WireStep = { status: 200, body: '{"MessageId":"eum-1"}' };
const THROTTLE: WireStep = { status: 400, body: '{"__type":"ThrottlingException"}' };
const RECIPIENTS = 30;
const PHONE = '+12125550123';

let engine: TestEngine;
let server: WireServer;
let eum: ReturnType<typeof createEumProvider>;

beforeAll(async () => {
  engine = await startEngine();
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    // These settings must not make the SDK repeat a send.
    AWS_MAX_ATTEMPTS: '5',
    AWS_RETRY_MODE: 'adaptive',
  });
});
afterAll(() => engine.stop());
beforeEach(async () => {
  server = await startWireServer();
  process.env.AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2 = server.url;
  // Long enough for every answer that arrives.
  eum = openProvider({ answerTimeoutMs: 120_000 });
});
afterEach(async () => {
  eum.close();
  await server.stop();
});

function openProvider({ answerTimeoutMs }: { answerTimeoutMs: number }) {
  return createEumProvider({
    settings: { configurationSet: undefined, messageType: undefined },
    media: { locate: async () => ({ state: 'stored', uri: 's3://media/file' }) },
    answerTimeoutMs,
  });
}

/** Counts the requests that the provider read, by our id of the message. */
function requestsByMessage(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { body } of server.requests) {
    const { Context: context } = JSON.parse(body) as { Context: { messageId: string } };
    counts.set(context.messageId, (counts.get(context.messageId) ?? 0) + 1);
  }
  return counts;
}

describe.each(OPEN_ENDS)('when %s', (_title, step) => {
  beforeEach(() => {
    if (step !== 'hang') return;
    eum.close();
    eum = openProvider({ answerTimeoutMs: 200 });
  });

  // Connections count where they are reset before a request is read.
  const attempts = () => (step === 'resetWithoutReading' ? server.connections : server.requests.length);

  it.each([
    ['an SMS', {}],
    ['an MMS', { mediaUrl: 'https://example.com/cat.png' }],
  ])('a job does not send %s again, whatever comes later', async (_kind, more) => {
    const jobs = await createJobsFixture(engine.table, { contacts: RECIPIENTS });
    jobs.answer.current = (message) => eum.send(message);
    server.behave(step);
    const jobId = await jobs.broadcast(more);
    await jobs.runToEnd();
    expect((await jobs.job(jobId)).counts).toEqual({
      sent: 0,
      failed: RECIPIENTS,
      skipped: 0,
      unknown: RECIPIENTS,
    });
    expect(attempts()).toBe(RECIPIENTS);

    server.behave(ACCEPT);
    for (const hours of [1, 5, 48]) {
      jobs.advance(hours * 60 * 60 * 1000);
      await jobs.sweep();
      await jobs.runToEnd();
    }
    expect(attempts()).toBe(RECIPIENTS);
    expect([...requestsByMessage().values()].filter((count) => count > 1)).toEqual([]);
  });

  it.each(['an opt-in text', 'an answer to HELP'])('%s is not sent again', async (text) => {
    const platform = consentPlatform(engine.table);
    const account = await seedAccount(platform);
    await seedContact(platform, { accountId: account.id, phoneNumber: PHONE });
    let messageId = '';
    const ids = {
      ...platform.ids,
      next: ((prefix: Parameters<typeof platform.ids.next>[0]) => {
        const id = platform.ids.next(prefix);
        if (prefix === 'msg') messageId = id;
        return id;
      }) as typeof platform.ids.next,
    };
    const deps = { ...platform, ids };
    if (text === 'an opt-in text') {
      const group = await createGroup(deps, { accountId: account.id, name: 'News', optInType: 'DOUBLE' });
      await addMembership(deps, {
        account,
        phoneNumber: PHONE,
        groupId: group.id,
        optInMode: 'CONFIRM',
        actor: { type: 'api' },
      });
    } else {
      const inbound = {
        providerMessageId: 'help',
        rawFrom: PHONE,
        to: account.defaultNumber ?? '',
        body: 'HELP',
      };
      await receiveInbound(deps, inbound, platform.clock.now());
    }
    server.behave(step);
    const attempt = () => attemptQueuedMessage({ ...platform, provider: eum }, messageId);
    await attempt();
    server.behave(ACCEPT);
    for (const minutes of [1, 10, 300]) {
      platform.advance(minutes * 60_000);
      await attempt();
    }
    const item = await engine.table.get(messageKey(messageId));
    expect(item && readMessage(item)).toMatchObject({ status: 'unknown' });
    expect(attempts()).toBe(1);
  });
});

describe('when the provider throttles', () => {
  it('a job tries again until it is taken, and everybody gets it once', async () => {
    const jobs = await createJobsFixture(engine.table, { contacts: RECIPIENTS });
    let isThrottling = true;
    server.behave(THROTTLE);
    jobs.answer.current = async (message) => {
      const answer = await eum.send(message);
      if (isThrottling && server.requests.length >= RECIPIENTS / 2) {
        isThrottling = false;
        server.behave(ACCEPT);
      }
      return answer;
    };
    const jobId = await jobs.broadcast();
    await jobs.runToEnd();
    expect((await jobs.job(jobId)).counts).toEqual({ sent: RECIPIENTS, failed: 0, skipped: 0, unknown: 0 });
    expect(requestsByMessage().size).toBe(RECIPIENTS);
    // Some were throttled once or twice; no message was sent again after it was taken.
    expect(server.requests.length).toBeGreaterThan(RECIPIENTS);
    expect(server.requests.length).toBeLessThan(3 * RECIPIENTS);
  });
});
