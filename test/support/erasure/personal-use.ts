import { putChange } from '../../../shared/audit/record-change';
import { listReviews } from '../../../shared/audience/consent/review-item';
import { createGroup } from '../../../shared/audience/groups/create-group';
import { rejectsItem } from '../../../shared/audience/import/rejected-file';
import { expectSoon } from '../service/api-sending';
import { createConsoleUser } from '../console/console-user';
import { operate } from '../service/operate';
import type { SendingService } from '../service/sending-service';
import { callApi, randomPhone } from '../service/service';
import { twilioClient } from '../twilio/twilio-client';
import type { MarkedPerson } from './marked-person';

/** Uses the service so that data of a person are in every kind of item that can hold them. */
export function personalUse(fixture: SendingService) {
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
    expect([path, answer.body, Math.floor(answer.status / 100)]).toEqual([path, answer.body, 2]);
    return bodyOf(answer) as Record<string, unknown> & { id: string };
  }

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
    await table.put(
      putChange(ids, { accountId, ...change, related: `https://example.com/?tel=${phone}` }).Put,
    );
    // Rejected rows that a dead worker has left.
    const place = { accountId, importId: ids.next('imp') };
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

  return { call, bodyOf, until, made, takePart };
}
