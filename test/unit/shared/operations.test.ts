import { REMAINDERS } from '../../../shared/erasure/account-remainders';
import { ITEM_KINDS } from '../../../shared/erasure/personal-data';
import { HOW_FOUND } from '../../../shared/operations/account-data/internal/how-found';
import { belongsToNoAccount } from '../../../shared/operations/account-data/internal/owner';
import { isUnderWay, ITEM_RULES, ruleOf } from '../../../shared/operations/account-data/internal/item-rules';
import { describeDeadLetter } from '../../../shared/operations/internal/describe-dead-letter';
import { judgeLinkDomain } from '../../../shared/operations/link-domains';
import { readQueues } from '../../../shared/operations/watched-queues';
import { type Partition, PARTITIONS } from '../../../shared/platform/store/keys';

describe('item rules', () => {
  const partitions = Object.keys(PARTITIONS) as Partition[];

  it.each(partitions)('says of every kind of item in %s whose it is', (partition) => {
    for (const { sk = 'ANY' } of ITEM_KINDS[partition]) {
      expect(ruleOf({ pk: `${PARTITIONS[partition]}x`, sk })).toBeDefined();
    }
  });

  it('say of every kind how the deletion of its account finds it, as the pass does', () => {
    const ofPass = partitions.filter((partition) => /pass/i.test(HOW_FOUND[partition]));
    expect(ofPass).toEqual(partitions.filter((partition) => REMAINDERS[partition] !== undefined));
    const kept = partitions.filter((partition) =>
      ITEM_RULES[partition].every(({ keptAfterDeletion }) => keptAfterDeletion !== undefined),
    );
    expect(partitions.filter((partition) => HOW_FOUND[partition] === 'kept')).toEqual(kept);
    const foreign = partitions.filter((partition) =>
      ITEM_RULES[partition].every(({ owner }) => owner === belongsToNoAccount),
    );
    expect(partitions.filter((partition) => HOW_FOUND[partition] === 'foreign')).toEqual(foreign);
  });

  it('waits for the erasure of a person, and not for a retention that is yet to be applied', () => {
    const erasure = { pk: 'ERASURE#ers_1', sk: 'ERASURE', accountId: 'acc_1', gsi1pk: 'DUE#ERASURE#0' };
    const underWay = (item: typeof erasure & { kind: string }) => {
      const rule = ruleOf(item);
      return rule && isUnderWay(rule, item);
    };
    expect(underWay({ ...erasure, kind: 'person' })).toBe(true);
    expect(underWay({ ...erasure, kind: 'retention' })).toBe(false);
    expect(underWay({ ...erasure, kind: 'deletion' })).toBe(false);
  });

  it('knows no item of an unknown partition', () => {
    expect(ruleOf({ pk: 'PARCEL#1', sk: 'PARCEL' })).toBeUndefined();
  });

  it('lets no export have secrets, keys and users', () => {
    const leftOut = [
      { pk: 'KEY#key_1', sk: 'KEY' },
      { pk: 'ACCOUNT#acc_1', sk: 'APIKEY#key_1' },
      { pk: 'MEMBERS#acc_1', sk: 'usr_1' },
      { pk: 'USER#usr_1', sk: 'ACCOUNT#acc_1' },
      { pk: 'OUTBOX#out_1', sk: 'OUTBOX' },
    ];
    expect(leftOut.map((key) => ruleOf(key)?.leftOut)).not.toContain(undefined);
    const endpoint = {
      pk: 'ACCOUNT#acc_1',
      sk: 'ENDPOINT#end_1',
      status: 'enabled',
      secrets: [{ sealed: 'v1.sealed', createdAt: '2026-01-01T00:00:00.000Z' }],
    };
    const [exported] = ruleOf(endpoint)?.exported?.(endpoint, new Date('2026-03-01T12:00:00.000Z')) ?? [];
    expect(exported).toEqual({
      ...endpoint,
      status: 'disabled',
      disabledReason: 'operator',
      disabledAt: '2026-03-01T12:00:00.000Z',
      secrets: [],
    });
  });

  it('exports no number that was removed, and no earlier account of one', () => {
    const owner = { pk: 'NUMBER#+12065550100', sk: 'OWNER', accountId: 'acc_1' };
    const exported = (item: Parameters<typeof ruleOf>[0] & Record<string, unknown>) =>
      ruleOf(item)?.exported?.(item, new Date());

    expect(exported({ ...owner, previous: { accountId: 'acc_0', until: '2026-01-01' } })).toEqual([owner]);
    expect(exported({ ...owner, removedAt: '2026-01-01T00:00:00.000Z' })).toEqual([]);
  });

  it('keeps nothing of a deleted account but its books', () => {
    const kept = partitions.filter((partition) =>
      ITEM_RULES[partition].some(({ keptAfterDeletion }) => keptAfterDeletion !== undefined),
    );
    expect(kept).toEqual(['account', 'accountList', 'audit', 'creditShard', 'statistics']);
  });
});

const judge = (domain: string, baseUrl = 'https://api.acme.com') => judgeLinkDomain(domain, baseUrl);

describe('rules 2.7: a link domain', () => {
  it.each([
    'go.acme.net',
    'acme.link',
    'go.acme.co.uk',
    'acme.co.uk',
    'go.demo-tenant.example',
    'acme.github.io',
    'xn--caf-dma.com',
  ])('may be %s', (domain) => {
    expect(judge(domain)).toBeUndefined();
  });

  it.each(['tk', 'com', 'co.uk', 'github.io', 's3.amazonaws.com', 'localhost', 'example'])(
    'is no public suffix: %s',
    (domain) => {
      expect(judge(domain)).toBe('publicSuffix');
    },
  );

  it.each([
    ['the name itself', 'api.acme.com'],
    ['a name below', 'go.api.acme.com'],
    ['a name above', 'acme.com'],
  ])('is not of the service: %s', (_title, domain) => {
    expect(judge(domain)).toBe('ofTheService');
    expect(judge(domain, 'https://api.acme.com:8443')).toBe('ofTheService');
  });

  it('may lie beside the name of the service, or end like it', () => {
    expect(['go.acme.com', 'xapi.acme.com', 'myacme.com'].map((domain) => judge(domain))).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('is not the address that AWS gives the API, nor the local service', () => {
    const address = 'abc123.execute-api.eu-west-1.amazonaws.com';
    expect([address, `go.${address}`].map((domain) => judge(domain, `https://${address}`))).toEqual([
      'ofTheService',
      'ofTheService',
    ]);
    expect(judge('go.localhost', 'http://localhost:3000')).toBe('ofTheService');
  });

  it.each([
    'GO.acme.net',
    'https://go.acme.net',
    'go.acme.net:8080',
    'go.acme.net.',
    'go.acme.net/a',
    'go..acme.net',
    '-go.acme.net',
    'go_a.acme.net',
    'café.acme.net',
    '10.0.0.1',
    '0x7f.1',
    '[::1]',
    'xn--a.acme.net',
    `${'a'.repeat(64)}.acme.net`,
    '',
  ])('is a name that browsers take as it is: not %j', (domain) => {
    expect(judge(domain)).toBe('notADomain');
  });
});

describe('words for a dead letter', () => {
  const ULID = '01KA7Y3M8Q4T5V6W7X8Y9Z0ABC';
  const UUID = '0b4e6c3a-91f2-4d0e-8a55-1c2d3e4f5a6b';
  const PHONE = '+12125550123';
  const TEXT = 'marked-body-7351';

  const inbound = {
    originationNumber: PHONE,
    destinationNumber: '+12065550100',
    messageBody: TEXT,
    inboundMessageId: UUID,
  };
  const event = {
    'detail-type': 'contacts.group.opted_in',
    detail: {
      id: `evt_${ULID}`,
      type: 'contacts.group.opted_in',
      accountId: `acc_${ULID}`,
      contact: { phoneNumber: PHONE },
    },
  };
  const relay = {
    requestContext: { condition: 'RetryAttemptsExhausted' },
    DDBStreamBatchInfo: { batchSize: 3, approximateArrivalOfFirstRecord: '2026-11-20T12:00:00Z' },
  };
  const receipt = {
    eventType: 'TEXT_DELIVERED',
    destinationPhoneNumber: PHONE,
    context: { messageId: `msg_${ULID}0107` },
  };

  const describeBody = (queue: string, body: unknown) =>
    describeDeadLetter(queue, { Body: JSON.stringify(body) });

  it.each([
    ['message', { messageId: `msg_${ULID}` }, `msg_${ULID}`],
    ['message', { feedbackOn: 'eum-1', accountId: `acc_${ULID}` }, `feedback of acc_${ULID}`],
    ['chunk', { jobId: `brc_${ULID}`, chunk: 12 }, `brc_${ULID}, chunk 12`],
    ['webhook', { accountId: `acc_${ULID}`, endpointId: `end_${ULID}` }, `end_${ULID} of acc_${ULID}`],
    ['campaign', { accountId: `acc_${ULID}`, campaignId: `cmp_${ULID}` }, `cmp_${ULID} of acc_${ULID}`],
    [
      'campaign',
      { accountId: `acc_${ULID}`, campaignId: `cmp_${ULID}`, notice: { kind: 'awaiting' } },
      `notice of cmp_${ULID} of acc_${ULID}`,
    ],
    ['campaign', { accountId: `acc_${ULID}`, topics: ['0a'] }, `addresses for notices of acc_${ULID}`],
    ['event', event, `contacts.group.opted_in evt_${ULID} of acc_${ULID}`],
    ['receipt', receipt, `TEXT_DELIVERED of msg_${ULID}0107`],
    ['inbound', inbound, `text ${UUID}`],
    ['inbound', { Type: 'Notification', Message: JSON.stringify(inbound) }, `text ${UUID}`],
    ['relay', relay, '3 outbox items from 2026-11-20T12:00:00Z (RetryAttemptsExhausted)'],
    ['timer', {}, 'a run that was missed'],
  ])('says what a dead letter of %s is about', (queue, body, about) => {
    expect(describeBody(queue, body)).toBe(about);
  });

  it('says why it could not be delivered', () => {
    const letter = {
      Body: '{}',
      MessageAttributes: { ERROR_CODE: { DataType: 'String', StringValue: 'AWS.Scheduler.Throttled' } },
    };
    expect(describeDeadLetter('timer', letter)).toBe('a run that was missed (AWS.Scheduler.Throttled)');
  });

  /** Returns the body with a phone number in place of each of its values, one at a time. */
  function spoil(body: unknown): unknown[] {
    if (typeof body !== 'object' || body === null) return [PHONE, PHONE.slice(1), Number(PHONE), TEXT];
    return Object.entries(body).flatMap(([name, value]) =>
      spoil(value).map((spoiled) => ({ ...body, [name]: spoiled })),
    );
  }

  it.each([
    ['message', { messageId: `msg_${ULID}` }],
    ['chunk', { jobId: `brc_${ULID}`, chunk: 12 }],
    ['webhook', { accountId: `acc_${ULID}`, endpointId: `end_${ULID}` }],
    ['event', event],
    ['receipt', receipt],
    ['inbound', inbound],
    ['relay', relay],
    ['timer', { any: 'thing' }],
    ['another', { any: 'thing' }],
  ])('shows neither a phone number nor a text of %s, wherever it stands', (queue, body) => {
    const shown = spoil(body).map((spoiled) => describeBody(queue, spoiled));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.join('\n')).not.toMatch(/2125550123|marked/);
  });

  it.each([['no JSON'], ['null'], ['[]'], ['"text"'], ['{}']])('says so of a body that is %s', (Body) => {
    expect(describeDeadLetter('inbound', { Body })).toBe('nothing that can be read');
  });

  it('says so of a letter without a body', () => {
    expect(describeDeadLetter('message', {})).toBe('nothing that can be read');
  });
});

describe('queues of a stack', () => {
  const AT = 'https://sqs.eu-west-1.amazonaws.com/111122223333';
  const read = [
    { name: 'message', url: `${AT}/Messages`, deadLetterUrl: `${AT}/MessagesSetAside` },
    { name: 'timer', url: undefined, deadLetterUrl: `${AT}/TimerSetAside` },
  ];

  it('are read as URLs, as the outputs of the stack have them', () => {
    const queues = JSON.stringify({ message: [`${AT}/Messages`, `${AT}/MessagesSetAside`] });
    expect(readQueues({ queues, deadLetterQueues: `{"timer":"${AT}/TimerSetAside"}` })).toEqual(read);
  });

  it('are read as names beside another queue, as the environment of a function has them', () => {
    const queues = '{"message":["Messages","MessagesSetAside"]}';
    const deadLetterQueues = '{"timer":"TimerSetAside"}';
    expect(readQueues({ queues, deadLetterQueues, queuesBaseUrl: `${AT}/TimerSetAside` })).toEqual(read);
  });
});
