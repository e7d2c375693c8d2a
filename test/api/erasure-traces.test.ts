import { CreateQueueCommand, DeleteQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { createGroup } from '../../shared/audience/groups/create-group';
import { expectSoon } from '../support/api-sending';
import { findFileTraces } from '../support/find-file-traces';
import { describeService, findLogTraces, findQueueTraces } from '../support/find-queue-traces';
import { findTraces } from '../support/find-traces';
import { operate } from '../support/operate';
import { useSendingService } from '../support/sending-service';
import { callApi, randomPhone } from '../support/service';

const fixture = useSendingService();
const { sending } = fixture;
const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path: `/api/v1/${path}`, body });
const bodyOf = ({ body }: { body: unknown }) => body as Record<string, unknown>;
const until = async (path: string, expected: object) =>
  expectSoon(async () => {
    expect((await call('GET', path)).body).toMatchObject(expected);
  });

/** A person whose name and texts stand nowhere else. */
function markedPerson() {
  const phone = randomPhone();
  const digits = phone.slice(1);
  return {
    phone,
    path: `contacts/by-phone/${encodeURIComponent(phone)}`,
    name: `Xanthippe${digits}`,
    word: `secretword${digits}`,
    /** As a spreadsheet has it. */
    written: `(${phone.slice(2, 5)}) ${phone.slice(5, 8)}-${phone.slice(8)}`,
  };
}
type Person = ReturnType<typeof markedPerson>;
const marksOf = ({ phone, name, word, written }: Person) => [phone.slice(1), name, word, written];

async function importFile(content: string): Promise<void> {
  const made = bodyOf(await call('POST', 'contacts/imports', { format: 'csv' }));
  const { id, upload } = made as { id: string; upload: { url: string } };
  expect((await fetch(upload.url, { method: 'PUT', body: content })).status).toBe(200);
  expect((await call('POST', `contacts/imports/${id}/start`)).status).toBe(202);
  await until(`contacts/imports/${id}`, { status: 'completed', rejected: 1 });
}

/** Everything that leaves something of a person behind. */
async function takePart({ phone, path, name, word, written }: Person): Promise<void> {
  const { accountId, from } = fixture.account;
  // Nothing listens there: its deliveries wait for their next attempt, payload and all.
  await operate('webhook', 'add', '--account', accountId, '--url', 'http://127.0.0.1:9/');
  const group = await createGroup(fixture.service.deps, {
    accountId,
    name: 'News',
    optInType: 'SINGLE',
    from,
  });
  const others = sending.phones(99);
  await sending.optIn(others, { firstName: 'Other' });
  await importFile(`Phone;First Name;Birthday\n${written};${name};\n${phone};${name};tomorrow\n`);
  expect((await call('POST', `${path}/groups/${group.id}`, { optInMode: 'DIRECT' })).status).toBe(200);
  const idempotencyKey = `key-of-${phone.slice(1)}`;
  const text = `${word} {{contact_first_name}}`;
  const sent = bodyOf(await sending.post('message', { to: phone, body: text, idempotencyKey }));
  expect(sent).toMatchObject({ to: phone, body: `${word} ${name}`, status: 'sent' });
  await sending.report(String(sent.id), 'delivered');
  await sending.say(phone, `${word} from the phone`);
  const broadcast = bodyOf(
    await sending.post('broadcast', {
      body: 'Hi {{contact_first_name}}',
      recipients: [phone, ...others].map((to) => ({ to })),
    }),
  );
  const batch = bodyOf(
    await sending.post('batch', {
      recipients: [phone, ...others.slice(0, 9)].map((to, index) => ({
        to,
        body: index === 0 ? text : 'Hi',
      })),
    }),
  );
  const campaign = bodyOf(
    await call('POST', 'campaigns', {
      ...{ name: 'Spring', from, body: 'Hi {{contact_first_name}}', purpose: 'informational', launch: true },
      audience: { groups: [group.id] },
    }),
  );
  const exported = bodyOf(await call('POST', 'contacts/exports', { format: 'jsonl' }));
  await until(`messaging/broadcast/${String(broadcast.id)}`, { status: 'completed' });
  await until(`messaging/batch/${String(batch.id)}`, { status: 'completed' });
  await until(`campaigns/${String(campaign.id)}`, { status: 'completed' });
  await until(`contacts/exports/${String(exported.id)}`, { status: 'completed' });
  await sending.say(phone, 'STOP');
  await expectSoon(async () => {
    expect(bodyOf(await call('GET', path))).toHaveProperty('optedOutAt');
  });
}

async function expectErased({ path }: Person): Promise<void> {
  const { id } = bodyOf(await call('DELETE', path));
  await until(`contacts/erasures/${String(id)}`, { status: 'completed' });
}

describe('rules E2: what is left of a person after the erasure', () => {
  it('is in no item of the table, no file, no message of a queue and no line of the log', async () => {
    const person = markedPerson();
    const marks = marksOf(person);
    await takePart(person);
    const { table } = fixture.service.deps;
    const before = await findTraces(table, marks);
    for (const kind of ['CONTACT#', 'MESSAGE#', 'JOB#', 'IDEMPOTENCY#', 'DELIVERY#']) {
      expect(before).toContainEqual(expect.stringContaining(` ${kind}`));
    }
    expect(findFileTraces(marks).length).toBeGreaterThan(1);

    await expectErased(person);

    // Events of the last seconds are still on their way: where they arrive they are emptied.
    await expectSoon(async () => {
      expect(await findTraces(table, marks)).toEqual([]);
      expect((await findQueueTraces(marks)).traces).toEqual([]);
    });
    expect(findFileTraces(marks)).toEqual([]);
    expect(findLogTraces(marks)).toEqual([]);
  });

  it('would be found in queues, dead letters among them, and in the log', async () => {
    const { endpoints, environment } = describeService();
    const sqs = new SQSClient({
      endpoint: endpoints.sqs,
      region: 'us-east-1',
      credentials: {
        accessKeyId: environment.AWS_ACCESS_KEY_ID,
        secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
      },
    });
    const { QueueUrl: url } = await sqs.send(new CreateQueueCommand({ QueueName: 'traces' }));
    await sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: '{"to":"+12125557999"}' }));
    const { names, traces } = await findQueueTraces(['12125557999']);
    await sqs.send(new DeleteQueueCommand({ QueueUrl: url }));
    sqs.destroy();
    expect(traces).toEqual(['12125557999 in traces']);
    expect(names.filter((name) => /dead/i.test(name)).length).toBeGreaterThan(8);
    await call('GET', 'contacts');
    await expectSoon(async () => {
      expect(findLogTraces([fixture.account.accountId])).not.toEqual([]);
    });
  });
});
