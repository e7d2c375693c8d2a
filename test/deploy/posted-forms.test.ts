import { type DeployedService, openAccount, waitUntilFound } from './deployed-service';
import { contactPath, drainQueues, textsTo } from './everyday-calls';
import { operate } from './operate';

/** Requests whose bodies are forms: those of programs made for Twilio, and of people on a page. */
const SENDER = '+12065550180';
const ANN = '+12065550181';
const BEN = '+12065550182';

let service: DeployedService;

beforeAll(async () => {
  service = await openAccount(SENDER);
});
afterAll(() => service?.stop());

it('sends a text for a program made for Twilio', async () => {
  await service.call({ method: 'POST', path: contactPath(ANN), body: {} });
  await service.call({ method: 'POST', path: `${contactPath(ANN)}/groups/${service.groupId}` });
  const { twilio, authToken } = await operate<{ twilio: { accountSid: string }; authToken: string }>([
    ...['account', 'set', '--account', service.accountId, '--twilio', 'on'],
  ]);
  const messages = `/2010-04-01/Accounts/${twilio.accountSid}/Messages.json`;
  const key = { id: twilio.accountSid, secret: authToken };

  const { status, body } = await service.call({
    ...{ method: 'POST', path: messages, key },
    form: { From: SENDER, To: ANN, Body: 'As Twilio would' },
  });

  expect(status).toBe(201);
  expect(body).toMatchObject({ sid: expect.stringMatching(/^SM[0-9a-f]{32}$/) as string, to: ANN });
  await waitUntilFound(() => textsTo(service, ANN).find((text) => text === 'As Twilio would'));
});

it('texts the number of an opt-in form that was posted, to confirm', async () => {
  const own = ['--account', service.accountId];
  const group = await operate<{ id: string }>([
    ...['group', 'create', ...own, '--name', 'News', '--opt-in-type', 'DOUBLE', '--from', SENDER],
  ]);
  const { id } = await operate<{ id: string }>([
    ...['form', 'create', ...own, '--group', group.id, '--brand', 'Acme', '--description', 'News'],
    ...[
      '--frequency',
      'Once a week',
      '--terms',
      'https://example.com/t',
      '--privacy',
      'https://example.com/p',
    ],
  ]);
  const path = `/join/${id}`;
  const page = await service.call({ path, key: null });
  expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<form') as string });

  const { status } = await service.call({
    ...{ method: 'POST', path, key: null },
    form: { phone: BEN, consent: 'yes' },
  });

  expect(status).toBe(200);
  await waitUntilFound(() => textsTo(service, BEN).find((text) => /Reply YES/.test(text)));
});

it('leaves nothing in the queues', async () => {
  expect(await drainQueues(service)).toEqual({});
});
