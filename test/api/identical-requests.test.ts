import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { insertContact } from '../support/service/api-contact';
import { useSendingService } from '../support/service/sending-service';
import { basic, callApi } from '../support/service/service';

const fixture = useSendingService({}, { account: 'ofFile' });

const LOST_ANSWER = '+15005550011';
const REFUSED = '+15005550001';

async function sendAtOnce(to: string, count: number): Promise<unknown[]> {
  await insertContact(fixture.service, fixture.account, to);
  const key = `at-once-${to.slice(1)}`;
  const body = JSON.stringify({ to, from: fixture.account.from, body: 'Hello', idempotencyKey: key });
  const requests = await Promise.all(Array.from({ length: count }, beginRequest));
  return Promise.all(requests.map(async (finish) => finish(body)));
}

/**
 * Begins a request, and waits until the service confirms that it has its headers: even on a busy machine, it has
 * arrived before any request that was begun with it is answered.
 *
 * @returns sends the body, and returns the answer's body
 */
async function beginRequest(): Promise<(body: string) => Promise<unknown>> {
  const outgoing = request(new URL('/api/v1/messaging/message', fixture.service.baseUrl), {
    method: 'POST',
    agent: false,
    headers: {
      authorization: basic(fixture.account.apiKeyId, fixture.account.apiKeySecret),
      'content-type': 'application/json',
      'transfer-encoding': 'chunked',
      expect: '100-continue',
    },
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  outgoing.flushHeaders();
  await once(outgoing, 'continue');
  return async (body) => {
    outgoing.end(body);
    const [answer] = await answered;
    return json(answer);
  };
}

async function sentTo(to: string): Promise<number> {
  const answer = await callApi(fixture.service, { path: `/_local/sent?to=${encodeURIComponent(to)}` });
  const { messages } = answer.body as { messages: Array<{ from: string }> };
  return messages.filter(({ from }) => from === fixture.account.from).length;
}

describe('rules 8.3: the same request many times at once', () => {
  let first: { id: string } | undefined;

  it('is sent once, with one answer for all, when the outcome is unknown', async () => {
    const bodies = await sendAtOnce(LOST_ANSWER, 10);
    [first] = bodies as { id: string }[];
    expect(first).toMatchObject({ status: 'failed', errorType: 'outcome_unknown' });
    expect(bodies).toEqual(bodies.map(() => bodies[0]));
    expect(await sentTo(LOST_ANSWER)).toBe(1);
  });

  it('is sent again when it is repeated after that answer', async () => {
    const [again] = (await sendAtOnce(LOST_ANSWER, 1)) as { id: string; status: string }[];
    // The receipt of the first may have come before this request: then the first was sent, and this is answered alike.
    const isFirst = again?.id === first?.id;
    // Its own receipt may be there before its answer is.
    expect(isFirst ? ['sent'] : ['failed', 'sent']).toContain(again?.status);
    expect(await sentTo(LOST_ANSWER)).toBe(isFirst ? 1 : 2);
  });

  it('is answered alike when the provider refuses', async () => {
    const bodies = await sendAtOnce(REFUSED, 2);
    expect(bodies[0]).toMatchObject({ status: 'failed', errorType: 'invalid_number' });
    expect(await sentTo(REFUSED)).toBe(0);
  });
});
