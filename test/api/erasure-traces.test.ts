import { putChange } from '../../shared/audit/record-change';
import { listReviews } from '../../shared/audience/consent/review-item';
import { createGroup } from '../../shared/audience/groups/create-group';
import { rejectsItem } from '../../shared/audience/import/rejected-file';
import { ITEM_KINDS, kindOf, partitionOf } from '../../shared/erasure/personal-data';
import type { Partition } from '../../shared/platform/store/keys';
import { expectSoon } from '../support/service/api-sending';
import { findFileTraces } from '../support/erasure/find-file-traces';
import { findLogTraces, findQueueTraces } from '../support/erasure/find-queue-traces';
import { findTracedItems, findTraces } from '../support/erasure/find-traces';
import { type MarkedPerson, markedPerson, marksOf } from '../support/erasure/marked-person';
import { createConsoleUser } from '../support/console/console-user';
import { operate } from '../support/service/operate';
import { putIntoQueue } from '../support/service/put-into-queue';
import { useSendingService } from '../support/service/sending-service';
import { callApi, randomPhone } from '../support/service/service';
import { twilioClient } from '../support/twilio/twilio-client';

const fixture = useSendingService({ awayReply: 'Closed.' });
const { sending } = fixture;
const call = (method: string, path: string, body?: unknown) =>
  callApi(fixture.service, { account: fixture.account, method, path: `/api/v1/${path}`, body });
const bodyOf = ({ body }: { body: unknown }) => body as Record<string, unknown>;
const until = async (path: string, expected: object) =>
  expectSoon(async () => {
    expect((await call('GET', path)).body).toMatchObject(expected);
  });

async function made(path: string, body: object): Promise<Record<string, unknown> & { id: string }> {
  const answer = await call('POST', path, body);
  expect([path, Math.floor(answer.status / 100)]).toEqual([path, 2]);
  return bodyOf(answer) as Record<string, unknown> & { id: string };
}

/**
 * `yes`: data of the test's person are there. Otherwise the reason why they cannot be there, or are not searched for.
 */
const YES = 'yes';
const ON_ITS_WAY = 'for a moment';
const STANDS_IN: Readonly<Record<string, string>> = {
  account: 'settings of the account',
  accountList: 'ids and names of accounts',
  apiKey: 'a hash',
  audit: YES,
  automation: YES,
  'automation COUNTS#': 'counts',
  'automation ENTERED#': YES,
  'automation JOB#': 'ids',
  'automation LOOK': 'a place in the contact book',
  'automation CREATIONS': 'counts',
  'automation PERSON#': YES,
  campaign: YES,
  campaignRun: 'ids and counts',
  click: 'ids and times',
  'contact CONTACT': YES,
  'contact LOG#': YES,
  'contact HELP': YES,
  'contact AWAY': YES,
  'contact CONVERSATION': YES,
  'contact NOTE#': YES,
  delivery: YES,
  endpointQueue: 'ids of events',
  erasedPerson: 'a keyed hash',
  erasure: ON_ITS_WAY,
  export: YES,
  feedback: 'the provider’s id of a message',
  form: 'settings of the account',
  formPosts: 'counts',
  idempotency: YES,
  identity: 'users of the console',
  import: YES,
  importRejects: YES,
  inbound: 'ids',
  'job JOB': 'a text to others',
  'job CHUNK#': YES,
  'job PROGRESS#': 'positions and counts',
  'job RESULT#': YES,
  'job DROPPED#': YES,
  jobList: 'ids',
  link: 'settings of the account',
  linkDomain: 'settings of the account',
  linkToken: 'ids',
  marketingCap: 'ids',
  media: 'hashes',
  member: 'users of the console',
  message: YES,
  numberOwner: 'numbers of accounts',
  operator: 'users of the console',
  outbox: ON_ITS_WAY,
  outage: 'answers of the provider',
  pace: 'numbers of accounts',
  creditShard: 'credits',
  quota: 'a count',
  rateWindow: 'a count',
  receipt: 'ids, and what carriers say',
  review: YES,
  segment: YES,
  serviceAudit: 'users of the console',
  serviceHold: 'why messages wait',
  session: 'users of the console',
  invitation: 'users of the console',
  invited: 'users of the console',
  signIn: 'users of the console',
  keyUse: 'API keys',
  user: 'users of the console',
  userEmail: 'users of the console',
  userList: 'users of the console',
  statistics: 'counts',
  transfer: 'ids',
  webhookOutbox: 'ids of endpoints',
};

const nameOfKind = (partition: Partition, sk: string | undefined) =>
  sk === undefined ? partition : `${partition} ${sk}`;

async function importFile(content: string, options: object, expected: object): Promise<void> {
  const { id, upload } = (await made('contacts/imports', { format: 'csv', ...options })) as unknown as {
    id: string;
    upload: { url: string };
  };
  expect((await fetch(upload.url, { method: 'PUT', body: content })).status).toBe(200);
  expect((await call('POST', `contacts/imports/${id}/start`)).status).toBe(202);
  await until(`contacts/imports/${id}`, { status: 'completed', ...expected });
}

/** Returns a filter with the person's number, names and e-mail address. */
const filterOf = ({ phone, firstName, lastName, email, written }: MarkedPerson, other: string) => ({
  any: [
    { field: 'phoneNumber', op: 'equals', value: phone },
    { field: 'phoneNumber', op: 'in', value: [other, phone] },
    { field: 'phoneNumber', op: 'contains', value: phone.slice(2) },
    { field: 'email', op: 'startsWith', value: email.toUpperCase() },
    { all: [{ field: 'firstName', op: 'equals', value: firstName.toUpperCase() }] },
    { not: { field: 'lastName', op: 'equals', value: lastName } },
    { field: 'lastName', op: 'notEquals', value: lastName },
    { field: 'address.street', op: 'contains', value: `c/o ${firstName} ${lastName}, ${written}` },
  ],
});

/** Creates segments, campaigns, exports, imports and changes that name the person. */
async function name(person: MarkedPerson, others: string[]): Promise<void> {
  const { accountId, from } = fixture.account;
  const { phone, firstName, lastName, email, written } = person;
  const [other = ''] = others;
  const audience = { filter: filterOf(person, other) };
  const label = `${lastName}, ${firstName} ${written}`;
  await made('segments', { name: label, audience });
  const draft = await made('campaigns', {
    ...{ name: `For ${phone}`, from, purpose: 'informational', audience },
    body: `{{contact_first_name}} said: ask ${firstName}  ${lastName} or ${email}`,
    idempotencyKey: `campaign:${phone.slice(1)}`,
  });
  await made(`campaigns/${draft.id}/test`, { to: [other], asContact: phone });
  const exported = await made('contacts/exports', { format: 'csv', audience });
  await until(`contacts/exports/${exported.id}`, { status: 'completed' });
  const group = await createGroup(fixture.service.deps, { accountId, name: 'Club', optInType: 'SINGLE' });
  const enrolment = { group: group.id, optInMode: 'DIRECT', consentBasis: `As ${label} told us` };
  await importFile(`Phone;${firstName} ${lastName};${written}\n${randomPhone()};;\n`, enrolment, {
    created: 1,
  });
  const change = { actor: { type: 'operator' }, channel: 'cli', action: 'link set' } as const;
  const { ids, table } = fixture.service.deps;
  await table.put(putChange(ids, { accountId, ...change, related: `https://example.com/?tel=${phone}` }).Put);
  // Rejected rows that a dead worker has left.
  const place = { accountId, importId: 'imp_01KJMNEX00E2TTQZ4N0A8QH0FV' };
  await fixture.service.deps.table.put({
    Item: rejectsItem.item({ ...place, first: 1 }, { ...place, lines: `${written};${firstName}` }),
  });
}

/** Leaves data of a person everywhere. */
async function takePart(person: MarkedPerson): Promise<void> {
  const { phone, path, firstName, lastName, email, word, written } = person;
  const { accountId, from } = fixture.account;
  // No server listens there: its deliveries wait for their next attempt, with their payload.
  await operate('webhook', 'add', '--account', accountId, '--url', 'http://127.0.0.1:9/');
  await operate('account', 'set', '--account', accountId, '--keyword-replies', 'on');
  const group = await createGroup(fixture.service.deps, {
    ...{ accountId, name: 'News', optInType: 'SINGLE', from },
    optInMessage: 'Welcome',
  });
  const others = sending.phones(100);
  await sending.optIn(others, { firstName: 'Other', lastName: 'People' });
  const header = 'Phone;First Name;Last Name;Email;Birthday\n';
  const row = `${written};${firstName};${lastName};${email};`;
  const file = `${header}${row}\n${phone};${firstName};;;tomorrow\n`;
  await importFile(file, {}, { created: 1, rejected: 1 });
  // Its file is kept, so that it can be started for real.
  await importFile(file, { dryRun: true }, { rejected: 1 });
  const recipients = [phone, ...others].map((to) => ({ to, idempotencyKey: `to:${to.slice(1)}` }));
  const text = `${word} {{contact_first_name}} {{contact_phone_number}}`;
  const dropping = await made('messaging/broadcast', {
    ...{ from, recipients, body: 'News' },
    idempotencyKey: `broadcast:${phone.slice(1)}`,
  });
  await until(`messaging/broadcast/${dropping.id}`, { status: 'completed' });
  expect((await call('POST', `${path}/groups/${group.id}`, { optInMode: 'DIRECT' })).status).toBe(200);
  const sent = await made('messaging/message', {
    ...{ to: phone, from, body: text, idempotencyKey: `key-of-${phone.slice(1)}` },
  });
  await sending.report(sent.id, 'delivered');
  await sendAsTwilio(person);
  await sending.say(phone, 'HELP');
  const batch = await made('messaging/batch', {
    from,
    recipients: recipients.slice(0, 10).map((recipient, index) => ({
      ...recipient,
      idempotencyKey: `batch-${recipient.idempotencyKey}`,
      body: index === 0 ? text : 'Hi',
    })),
  });
  await until(`messaging/batch/${batch.id}`, { status: 'completed' });
  const campaign = await made('campaigns', {
    ...{ name: `Spring, ${written}`, from, body: 'Hi {{contact_first_name}}', purpose: 'informational' },
    ...{ audience: { groups: [group.id] }, launch: true, idempotencyKey: `spring-${phone.slice(2)}` },
  });
  await until(`campaigns/${campaign.id}`, { status: 'completed' });
  await enterAutomation(person);
  const exported = await made('contacts/exports', { format: 'jsonl' });
  await until(`contacts/exports/${exported.id}`, { status: 'completed' });
  await name(person, others);
  await sending.say(phone, `${word} from the phone`);
  // A phone that has likely refused texts gets no away message.
  await expectSoon(async () =>
    expect((await sending.taken(phone)).map(({ body }) => body)).toContain('Closed.'),
  );
  await noteOn(person);
  await sending.say(phone, 'Please stop texting me');
  await expectSoon(async () => {
    expect(await listReviews(fixture.service.deps.table, { accountId, limit: 2 })).toHaveLength(1);
  });
}

/** Notes something about the person in the inbox. */
async function noteOn({ phone, firstName, written }: MarkedPerson): Promise<void> {
  const { accountId } = fixture.account;
  const { headers } = await createConsoleUser(fixture.service, { accountId, role: 'editor' });
  const path = `/console/api/inbox/${encodeURIComponent(phone)}/notes`;
  const body = { text: `${firstName} asks us to write to ${written}` };
  const answer = await callApi(fixture.service, { method: 'POST', path, headers, body });
  expect(answer.status).toBe(201);
}

/** Enters the person into an automation that names them, by an event that does so too. */
async function enterAutomation({ phone, firstName, lastName, written }: MarkedPerson): Promise<void> {
  const automation = await made('automations', {
    ...{ name: `For ${lastName}, ${firstName}`, from: fixture.account.from, purpose: 'informational' },
    ...{ trigger: { event: 'order.shipped' }, entry: 'once' },
    steps: [{ send: { body: 'Hi {{contact_first_name}}{{event_by}}' } }, { wait: { days: 9 } }],
  });
  await made(`automations/${automation.id}/start`, {});
  const event = { name: 'order.shipped', to: phone, key: `order:${phone}`, data: { by: written } };
  await made('events', { events: [event] });
  await expectSoon(async () =>
    expect((await call('GET', `automations/${automation.id}`)).body).toMatchObject({ counts: { sent: 1 } }),
  );
}

/** Sends a text in Twilio's form, with an address for its status that names the person. */
async function sendAsTwilio({ phone, word }: MarkedPerson): Promise<void> {
  const { accountId, from } = fixture.account;
  const { twilio, authToken } = await operate<{ twilio: { accountSid: string }; authToken: string }>(
    ...['account', 'set', '--account', accountId, '--twilio', 'on'],
    ...['--twilio-inbound-url', 'http://127.0.0.1:9/'],
  );
  const client = twilioClient(fixture.service.baseUrl, { accountSid: twilio.accountSid, authToken });
  const statusCallback = `http://127.0.0.1:9/?tel=${encodeURIComponent(phone)}`;
  await client.messages.create({ to: phone, from, body: `${word} again`, statusCallback });
}

/** Leaves messages in the dead-letter queues. */
async function leaveDeadLetters({ phone, word }: MarkedPerson): Promise<void> {
  const { accountId, from } = fixture.account;
  const time = new Date().toISOString();
  const common = { id: 'evt_dead', version: 1, time, accountId };
  const message = { id: 'msg_dead', direction: 'inbound', to: from, from: phone, body: word, status: 'sent' };
  await putIntoQueue(/WebhooksEvents.*DeadLetter/, {
    ...{ source: 'messaging', 'detail-type': 'messaging.message.received', resources: [] },
    detail: { ...common, type: 'messaging.message.received', message: { ...message, createdAt: time } },
  });
  await putIntoQueue(/Receipt.*DeadLetter/, { eventType: 'TEXT_DELIVERED', destinationPhoneNumber: phone });
  await putIntoQueue(/Inbound.*DeadLetter/, {
    ...{ originationNumber: phone, destinationNumber: from, messageBody: word },
    inboundMessageId: 'dead-letter',
  });
}

async function expectErased({ path }: MarkedPerson): Promise<void> {
  const { id } = bodyOf(await call('DELETE', path));
  await until(`contacts/erasures/${String(id)}`, { status: 'completed' });
}

describe('rules E2: what is left of a person after the erasure', () => {
  it('says of every kind of item whether a person can stand in it', () => {
    const partitions = Object.keys(ITEM_KINDS) as Partition[];
    const kinds = partitions.flatMap((partition) =>
      ITEM_KINDS[partition].map(({ sk }) => nameOfKind(partition, sk)),
    );
    expect(Object.keys(STANDS_IN).sort()).toEqual(kinds.sort());
  });

  it('is in no item of any kind, no file, no message of a queue and no line of the log', async () => {
    const person = markedPerson();
    const marks = marksOf(person);
    await takePart(person);
    await leaveDeadLetters(person);
    const { table } = fixture.service.deps;
    const before = await findTracedItems(table, marks);
    const kinds = before.map((item) => {
      const partition = partitionOf(item);
      return partition === undefined ? `unknown ${item.pk}` : nameOfKind(partition, kindOf(item)?.sk);
    });
    const marked = Object.keys(STANDS_IN).filter((kind) => STANDS_IN[kind] === YES);
    const passing = Object.keys(STANDS_IN).filter((kind) => STANDS_IN[kind] === ON_ITS_WAY);
    expect([...new Set(kinds)].filter((kind) => !passing.includes(kind)).sort()).toEqual(marked.sort());
    expect(findFileTraces(marks).length).toBeGreaterThan(2);
    expect((await findQueueTraces(marks)).traces.length).toBeGreaterThan(2);

    await expectErased(person);

    // Events of the last seconds are still under way: they are emptied on arrival.
    await expectSoon(async () => {
      expect(await findTraces(table, marks)).toEqual([]);
      expect((await findQueueTraces(marks)).traces).toEqual([]);
    });
    expect(findFileTraces(marks)).toEqual([]);
    expect(findLogTraces(marks)).toEqual([]);
  });

  it('would be found in queues, dead letters among them, and in the log', async () => {
    const removed = await putIntoQueue('traces', { to: '+12125557999' });
    const { names, traces } = await findQueueTraces(['12125557999']);
    await removed();
    expect(traces).toEqual(['12125557999 in traces']);
    expect(names.filter((name) => /dead/i.test(name)).length).toBeGreaterThan(8);
    await call('GET', 'contacts');
    await expectSoon(async () => {
      expect(findLogTraces([fixture.account.accountId])).not.toEqual([]);
    });
  });
});
