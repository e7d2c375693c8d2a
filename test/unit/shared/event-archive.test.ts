import { createHmac } from 'node:crypto';
import { archivedFields, archiveEvent } from '../../../shared/events/archived-event';
import { EVENT_TYPES, type EventType } from '../../../shared/events/event-types';

const PERSON_KEY = Buffer.alloc(32, 7);
const PHONE = '+12125550123';
const BASE = {
  id: 'evt_01KJMNEX00M3K8TQ4C7XW2RZ5A',
  version: 1,
  time: '2026-03-01T23:59:59.999Z',
  accountId: 'acc_1',
};
const COLUMNS = { schemaVersion: 1, ...BASE };
const MESSAGE = {
  id: 'msg_1',
  direction: 'outbound',
  to: PHONE,
  from: '+12065550100',
  body: 'Hello Ada',
  channel: 'sms',
  status: 'sent',
  sentAt: '2026-03-01T23:59:58.000Z',
  providerMessageId: 'p-1',
  parts: 1,
  price: 0.00983,
  createdAt: '2026-03-01T23:59:57.000Z',
};
const DELIVERED = {
  ...BASE,
  type: 'messaging.message.delivered',
  message: MESSAGE,
  deliveredAt: '2026-03-01T23:59:59.999Z',
};

const archive = (event: unknown) => archiveEvent({ event, personKey: PERSON_KEY });
const read = (archived: ReturnType<typeof archive>) =>
  archived && (JSON.parse(archived.line) as Record<string, unknown>);
const rowOf = (event: unknown) => read(archive(event));
const omitted = (event: unknown) => read(archiveEvent({ event, personKey: undefined }));
const hashOf = (accountId: string, phone: string) =>
  createHmac('sha256', PERSON_KEY).update(`${accountId}/${phone}`).digest('hex');

describe('the definition of each event', () => {
  const fields = EVENT_TYPES.flatMap((type) => archivedFields(type).map((field) => ({ type, ...field })));
  const nameOf = ({ type, path }: { type: EventType; path: string[] }) => `${type} ${path.join('.')}`;

  it('says of each text whether the archive keeps it', () => {
    expect(fields.filter(({ mark }) => mark === undefined).map(nameOf)).toEqual([]);
    expect(fields.length).toBeGreaterThan(100);
  });

  it('has these texts that people write, and these numbers of people', () => {
    const marked = (wanted: string) =>
      [...new Set(fields.filter(({ mark }) => mark === wanted).map(({ path }) => path.join('.')))].sort();
    expect(marked('freeText')).toEqual([
      'campaign.name',
      'comment',
      'endpoint.url',
      'group.name',
      'message.body',
      'message.carrierReason',
      'message.errorMessage',
    ]);
    const kept = marked('kept');
    expect(marked('freeText').filter((path) => kept.includes(path))).toEqual([]);
    expect(marked('person')).toEqual(['contact.phoneNumber', 'message.from', 'message.to']);
    const numbers = fields.filter(({ path }) => /^message\.(to|from)$/.test(path.join('.')));
    const inbound = ['messaging.message.received', 'messaging.optout.likely'];
    for (const { type, path, mark } of numbers) {
      const isOfPerson = path[1] === (inbound.includes(type) ? 'from' : 'to');
      expect([type, path, mark]).toEqual([type, path, isOfPerson ? 'person' : 'kept']);
    }
  });

  it('has a column of its own for each field that is kept, and at most one person', () => {
    for (const type of EVENT_TYPES) {
      const columns = archivedFields(type).flatMap(({ column }) => column ?? []);
      expect(columns).toEqual([...new Set(columns)]);
    }
  });
});

describe('an event in the archive', () => {
  it('is one flat line, in the folder of the day on which it happened', () => {
    const archived = archive(DELIVERED);
    expect(archived?.day).toBe('2026-03-01');
    expect(archived?.line).not.toContain('\n');
    expect(rowOf(DELIVERED)).toEqual({
      ...COLUMNS,
      type: 'messaging.message.delivered',
      person: hashOf('acc_1', PHONE),
      messageId: 'msg_1',
      messageDirection: 'outbound',
      messageFrom: '+12065550100',
      messageChannel: 'sms',
      messageStatus: 'sent',
      messageSentAt: '2026-03-01T23:59:58.000Z',
      messageProviderMessageId: 'p-1',
      messageParts: 1,
      messagePrice: 0.00983,
      messageCreatedAt: '2026-03-01T23:59:57.000Z',
      deliveredAt: '2026-03-01T23:59:59.999Z',
    });
  });

  it('says nothing of the person when people are left out', () => {
    const { person: _, ...others } = rowOf(DELIVERED) ?? {};
    expect(omitted(DELIVERED)).toEqual(others);
  });

  it('has the same person whichever way a text goes, and another one in each account', () => {
    const { from, to } = MESSAGE;
    const inbound = { ...MESSAGE, direction: 'inbound', from: to, to: from };
    const received = { ...BASE, type: 'messaging.message.received', message: inbound };
    const optedIn = {
      ...{ ...BASE, type: 'contacts.group.opted_in', optInMode: 'DIRECT' },
      ...{ contact: { id: 'con_1', phoneNumber: to }, group: { id: 'grp_1', name: "Ada's friends" } },
    };
    expect(rowOf(received)).toMatchObject({ person: hashOf('acc_1', to), messageTo: from });
    expect(rowOf(received)).not.toHaveProperty('messageFrom');
    expect(rowOf(optedIn)).toEqual({
      ...{ ...COLUMNS, type: 'contacts.group.opted_in', contactId: 'con_1', person: hashOf('acc_1', to) },
      ...{ groupId: 'grp_1', optInMode: 'DIRECT' },
    });
    expect(rowOf({ ...DELIVERED, accountId: 'acc_2' })?.person).toBe(hashOf('acc_2', to));
    expect(hashOf('acc_2', to)).not.toBe(hashOf('acc_1', to));
  });

  it('has counts one by one', () => {
    const job = {
      ...{ id: 'brc_1', kind: 'broadcast', from: '+12065550100', status: 'completed', totalRecipients: 3 },
      ...{ counts: { sent: 1, failed: 2, skipped: 0 }, createdAt: BASE.time, completedAt: BASE.time },
    };
    expect(rowOf({ ...BASE, type: 'messaging.job.completed', job })).toEqual({
      ...{ ...COLUMNS, type: 'messaging.job.completed', jobId: 'brc_1', jobKind: 'broadcast' },
      ...{ jobFrom: '+12065550100', jobStatus: 'completed', jobTotalRecipients: 3 },
      ...{ jobCountsSent: 1, jobCountsFailed: 2, jobCountsSkipped: 0 },
      ...{ jobCreatedAt: BASE.time, jobCompletedAt: BASE.time },
    });
  });

  it('of an erased person has neither number nor hash', () => {
    const message = { ...MESSAGE, to: null, body: null, erased: true };
    expect(rowOf({ ...DELIVERED, message })).toEqual(omitted(DELIVERED));
    const inbound = { ...message, direction: 'inbound', from: null };
    const received = { ...BASE, type: 'messaging.message.received', message: inbound };
    expect(rowOf(received)).toMatchObject({ messageId: 'msg_1' });
    expect(rowOf(received)).not.toHaveProperty('person');
  });

  it('leaves out what the definition does not have', () => {
    const message = { ...MESSAGE, mediaUrl: 'https://example.com/ada.png' };
    expect(rowOf({ ...DELIVERED, message, nickname: 'Ada' })).toEqual(rowOf(DELIVERED));
  });
});

describe('what is not archived', () => {
  it.each<[string, unknown]>([
    ['no object', 'text'],
    ['nothing', undefined],
    ['a type without a definition', { ...DELIVERED, type: 'messaging.message.status' }],
    ['no type', { ...DELIVERED, type: undefined }],
    ['no id', { ...DELIVERED, id: undefined }],
    ['an id of another form', { ...DELIVERED, id: 'evt_ada' }],
    ['no account', { ...DELIVERED, accountId: null }],
    ['a time that is none', { ...DELIVERED, time: '../../2026' }],
    ['another version', { ...DELIVERED, version: 2 }],
    ['no message', { ...DELIVERED, message: undefined }],
    ['a sender that is none', { ...DELIVERED, message: { ...MESSAGE, from: 'Ada Lovelace' } }],
    ['a person that is none', { ...DELIVERED, message: { ...MESSAGE, to: 'Ada' } }],
    ['a value that is not one of those', { ...DELIVERED, message: { ...MESSAGE, channel: 'call Ada' } }],
    ['a count that is none', { ...DELIVERED, message: { ...MESSAGE, parts: 'one' } }],
    ['a price that is none', { ...DELIVERED, message: { ...MESSAGE, price: '1' } }],
    ['a long text', { ...DELIVERED, message: { ...MESSAGE, providerMessageId: 'x'.repeat(10_000) } }],
  ])('is an event with %s', (_, event) => {
    expect(archive(event)).toBeUndefined();
  });
});
