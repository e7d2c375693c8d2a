import { insertContact } from '../support/api-contact';
import {
  type ApiAccount,
  callApi,
  connectToService,
  createApiAccount,
  type TestService,
} from '../support/service';

let service: TestService;
let account: ApiAccount;

beforeAll(async () => {
  service = connectToService();
  account = await createApiAccount(service);
});
afterAll(() => service.close());

const LOST_ANSWER = '+15005550011';
const REFUSED = '+15005550001';

async function sendAtOnce(to: string, count: number): Promise<unknown[]> {
  await insertContact(service, account, to);
  const body = { to, from: account.from, body: 'Hello', idempotencyKey: `at-once-${to.slice(1)}` };
  const request = { account, method: 'POST', path: '/api/v1/messaging/message', body };
  const answers = await Promise.all(Array.from({ length: count }, () => callApi(service, request)));
  return answers.map((answer) => answer.body);
}

async function sentTo(to: string): Promise<number> {
  const answer = await callApi(service, { path: `/_local/sent?to=${encodeURIComponent(to)}` });
  const { messages } = answer.body as { messages: Array<{ from: string }> };
  return messages.filter(({ from }) => from === account.from).length;
}

describe('contract 8.3: the same request many times at once', () => {
  it('is sent once, with one answer for all, when nobody knows the outcome', async () => {
    const bodies = await sendAtOnce(LOST_ANSWER, 10);
    expect(bodies[0]).toMatchObject({ status: 'failed', errorType: 'outcome_unknown' });
    expect(bodies).toEqual(bodies.map(() => bodies[0]));
    expect(await sentTo(LOST_ANSWER)).toBe(1);
  });

  it('is sent again when it is repeated after that answer', async () => {
    const [again] = await sendAtOnce(LOST_ANSWER, 1);
    expect(again).toMatchObject({ status: 'failed', errorType: 'outcome_unknown' });
    expect(await sentTo(LOST_ANSWER)).toBe(2);
  });

  it('is answered alike when the provider refuses', async () => {
    const bodies = await sendAtOnce(REFUSED, 2);
    expect(bodies[0]).toMatchObject({ status: 'failed', errorType: 'invalid_number' });
    expect(await sentTo(REFUSED)).toBe(0);
  });
});
