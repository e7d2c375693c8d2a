import { ITEM_KINDS, kindOf, partitionOf } from '../../shared/erasure/personal-data';
import type { Partition } from '../../shared/platform/store/keys';
import { expectSoon } from '../support/service/api-sending';
import { findFileTraces } from '../support/erasure/find-file-traces';
import { findLogTraces, findQueueTraces } from '../support/erasure/find-queue-traces';
import { findTracedItems, findTraces } from '../support/erasure/find-traces';
import { type MarkedPerson, markedPerson, marksOf } from '../support/erasure/marked-person';
import { personalUse } from '../support/erasure/personal-use';
import { putIntoQueue } from '../support/service/put-into-queue';
import { useSendingService } from '../support/service/sending-service';

const fixture = useSendingService({ awayReply: 'Closed.' });
const { call, bodyOf, until, takePart } = personalUse(fixture);

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
  region: 'names of regions, and times',
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
