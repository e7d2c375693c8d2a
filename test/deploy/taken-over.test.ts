import type { ApiKey } from './deployed-api';
import { type DeployedService, openAccount, waitUntilFound } from './deployed-service';
import { contactPath, textsTo } from './everyday-calls';
import { operate } from './operate';

/** Numbers of the account of before, in `eum.test.ts`, and of one that is made now. */
const BEFORE = { sender: '+12065550200', stopped: '+12065550201', reached: '+12065580007' };
const SENDER = '+12065550300';

let service: DeployedService;
let key: ApiKey;

beforeAll(async () => {
  service = await openAccount(SENDER);
  const accounts = await operate<Array<{ id: string }>>(['account', 'list']);
  const before = accounts.find(({ id }) => id !== service.accountId)?.id ?? '';
  key = await operate<ApiKey>(['key', 'create', '--account', before]);
});
afterAll(() => service?.stop());

describe('a stage that is deployed over what it has left', () => {
  it('has its accounts, contacts and balances, and sends', async () => {
    const { status } = await service.call({ path: contactPath(BEFORE.reached), key });
    expect(status).toBe(200);
    const accounts = await operate<Array<{ credits: object }>>(['account', 'list']);
    expect(accounts.map(({ credits }) => credits)).toContainEqual({ sms: 4796, mms: 9 });
    const sent = await service.call({
      path: '/api/v1/messaging/message',
      body: { from: BEFORE.sender, to: BEFORE.reached, body: 'We are back' },
      key,
    });
    expect(sent.status).toBe(201);
    await waitUntilFound(() => textsTo(service, BEFORE.reached).find((text) => text === 'We are back'));
  });

  it('takes the STOP that came while there was no stack', async () => {
    const contact = await waitUntilFound(async () => {
      const { body, status } = await service.call({ path: contactPath(BEFORE.stopped), key });
      return status === 200 && (body as { groups: unknown[] }).groups.length === 0 ? body : undefined;
    });
    expect(contact).toMatchObject({ phoneNumber: BEFORE.stopped });
  });
});
