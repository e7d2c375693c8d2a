import { type MediaServer, startMediaServer } from '../support/sending/media-server';
import { type DeployedService, openAccount, waitUntilFound } from './deployed-service';
import { findResource } from './deployment';
import { drainQueues, importContacts, readFinishedJob } from './everyday-calls';
import { operate } from './operate';

/**
 * Numbers in a production stage with the provider `eum`; the simulator implements the protocol of End User Messaging.
 */
const SENDER = '+12065550200';
const ANN = '+12065550201';
const REFUSED = '+15005550004';
const CROWD = Array.from({ length: 100 }, (_, index) => `+1206558${String(index).padStart(4, '0')}`);

let service: DeployedService;
let media: MediaServer;

beforeAll(async () => {
  service = await openAccount(SENDER);
  const own = ['--account', service.accountId];
  await operate(['credits', 'add', ...own, '--mms', '10']);
  // Without a rate of its own the number sends as slowly as the slowest kind of number: one a second.
  await operate(['number', 'set', ...own, '--number', SENDER, '--rate', '50']);
  media = await startMediaServer();
  await importContacts(service, [ANN, REFUSED, ...CROWD]);
});
afterAll(() => Promise.all([service?.stop(), media?.stop()]));

const MESSAGES = '/api/v1/messaging/message';

const send = (body: object) => service.call({ path: MESSAGES, body: { from: SENDER, ...body } });

/** Sends a text and waits until it is handed over. A slow emulator queues it first. */
async function sendToItsEnd(body: object): Promise<Record<string, unknown>> {
  const answer = await send(body);
  expect(answer.status).toBe(201);
  const accepted = answer.body as { id: string; status: string };
  if (accepted.status !== 'queued') return accepted;
  return waitUntilFound(async () => {
    const { body: read } = await service.call({ method: 'GET', path: `${MESSAGES}/${accepted.id}` });
    const message = read as Record<string, unknown>;
    return message.status === 'queued' ? undefined : message;
  });
}

describe('End User Messaging', () => {
  it('takes a text, and its receipt finds the message', async () => {
    const message = await sendToItsEnd({ to: ANN, body: 'By EUM' });
    expect(message).toMatchObject({ to: ANN, body: 'By EUM', status: 'sent' });
    const id = String(message.id);
    expect(service.simulator.sent({ to: ANN })).toMatchObject([
      { from: SENDER, body: 'By EUM', messageId: id },
    ]);
    const event = await service.event('messaging.message.delivered');
    expect(event).toMatchObject({ message: { id, to: ANN } });
  });

  it('takes a picture from the media bucket of the stack', async () => {
    const { status, body } = await send({ to: ANN, body: 'Look', mediaUrl: `${media.url}/picture.png` });
    expect(status).toBe(201);
    // A slow emulator queues it while the file is copied; the text is sent all the same.
    expect(['sent', 'queued']).toContain((body as { status: string }).status);
    const bucket = findResource(service.deployment, 'AWS::S3::Bucket', 'Media');
    const sent = await waitUntilFound(() => service.simulator.sent({ to: ANN })[1]);
    expect(sent).toMatchObject({ body: 'Look' });
    expect(sent.mediaUrl).toContain(`s3://${bucket}/`);
  });

  it('refuses a recipient, which is not charged', async () => {
    const message = await sendToItsEnd({ to: REFUSED, body: 'Refused' });
    expect(message).toMatchObject({ status: 'failed', errorType: 'opted_out' });
    expect(await operate(['account', 'show', '--account', service.accountId])).toMatchObject({
      // Credits of one text, and of one picture with its text.
      credits: { sms: 4996, mms: 9 },
    });
  });

  it('takes a broadcast', async () => {
    const { status, body } = await service.call({
      path: '/api/v1/messaging/broadcast',
      body: { from: SENDER, body: 'To all', recipients: CROWD.map((to) => ({ to })) },
    });
    expect(status).toBe(202);
    const { id } = body as { id: string };
    const job = await readFinishedJob(service, `/api/v1/messaging/broadcast/${id}`);
    expect(job).toMatchObject({ counts: { pending: 0, sent: 100, failed: 0, skipped: 0 } });
    const sent = service.simulator.sent({}).filter((message) => message.body === 'To all');
    expect(sent.map(({ to }) => to).sort()).toEqual(CROWD);
  });

  it('leaves nothing in the queues and nothing set aside', async () => {
    expect(await drainQueues(service)).toEqual({});
  });
});
