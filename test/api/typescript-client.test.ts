import { createClient, MessagingError, NotOptedIn } from '../../clients/typescript/src/index';
import { type FaultyProxy, startFaultyProxy } from '../support/service/faulty-proxy';
import { useSendingService } from '../support/service/sending-service';
import { randomPhone } from '../support/service/service';

const fixture = useSendingService();
let proxy: FaultyProxy;

beforeEach(async () => {
  proxy = await startFaultyProxy(fixture.service.baseUrl);
});
afterEach(() => proxy.stop());

/** Client that notes its waits instead of waiting. */
function connect() {
  const { apiKeyId, apiKeySecret } = fixture.account;
  const waits: number[] = [];
  const client = createClient({
    baseUrl: proxy.baseUrl,
    apiKey: `${apiKeyId}:${apiKeySecret}`,
    sleep: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
  return { client, waits };
}

async function optedIn(): Promise<string> {
  const to = randomPhone();
  await fixture.sending.optIn([to]);
  return to;
}

const sentTo = async (to: string) => {
  const answer = await fetch(`${fixture.service.baseUrl}/_local/sent`);
  const sent = JSON.stringify(await answer.json());
  return sent.split(to).length - 1;
};

describe('the client for TypeScript', () => {
  it('sends a text and reads it back', async () => {
    const { client } = connect();
    const to = await optedIn();
    const sent = await client.sendMessage({ body: { to, from: fixture.account.from, body: 'Hello' } });
    if ('dryRun' in sent) throw new Error('It was sent');
    const message = await client.getMessage({ path: { id: sent.id } });
    expect(message).toMatchObject({ id: sent.id, to, body: 'Hello', status: 'sent' });
  });

  it('sends one text when connections are cut before and after the service has taken it', async () => {
    const { client } = connect();
    const to = await optedIn();
    proxy.faults.push('killed', 'lost', 503, 'lost');
    await client.sendMessage({ body: { to, from: fixture.account.from, body: 'Once' } });
    const keys = proxy.received.map(
      ({ body }) => (JSON.parse(body) as { idempotencyKey: string }).idempotencyKey,
    );
    expect(keys).toHaveLength(5);
    expect(new Set(keys).size).toBe(1);
    expect(await sentTo(to)).toBe(1);
  });

  it('waits as long as Retry-After says', async () => {
    const { client, waits } = connect();
    proxy.faults.push(429, 503);
    await client.listGroups();
    expect(waits).toEqual([1_000, 1_000]);
  });

  it('does not repeat what has no key', async () => {
    const { client } = connect();
    proxy.faults.push(503);
    const created = client.createSegment({ body: { name: 'All', audience: { everyone: true } } });
    await expect(created).rejects.toMatchObject({ status: 503, retryAfter: 1 });
    expect(proxy.received).toHaveLength(1);
  });

  it('gives up after its retries', async () => {
    const { client, waits } = connect();
    proxy.faults.push('killed', 'killed', 'killed', 'killed', 'killed');
    await expect(client.listGroups()).rejects.toMatchObject({ name: 'ConnectionFailed' });
    expect(waits).toHaveLength(4);
  });

  it('has an error of its own for each code, with advice', async () => {
    const { client } = connect();
    const to = randomPhone();
    const refused = client.sendMessage({ body: { to, from: fixture.account.from, body: 'Hello' } });
    const error: unknown = await refused.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(NotOptedIn);
    expect(error).toBeInstanceOf(MessagingError);
    expect(error).toMatchObject({ code: 33028, name: 'NotOptedIn', status: 400 });
    const { advice, requestId } = error as MessagingError;
    expect(advice).toMatch(/membership/);
    expect(requestId).toMatch(/./);
  });

  it('goes through the pages of a list', async () => {
    const { client } = connect();
    const names = ['One', 'Two', 'Three'];
    for (const name of names) await client.createSegment({ body: { name, audience: { everyone: true } } });
    const found: string[] = [];
    for await (const { name } of client.iterate.listSegments({ query: { limit: 1 } })) found.push(name);
    expect(found.sort()).toEqual([...names].sort());
  });
});
