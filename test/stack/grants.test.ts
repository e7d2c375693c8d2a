import { handlerOf, PLANES } from '../../functions/console/plane';
import { ROUTES } from '../../functions/http/routes';
import { TWILIO_HANDLER } from '../../functions/twilio/routes';
import { arn } from '../../lib/local/template';
import { REMAINDERS } from '../../shared/erasure/account-remainders';
import { ITEM_KINDS } from '../../shared/erasure/personal-data';
import type { Route } from '../../shared/http/route';
import { PARTITIONS, type Partition } from '../../shared/platform/store/keys';
import {
  allowedPartitions,
  functions,
  may,
  mayWrite,
  READS,
  tableArn,
  template,
  WRITES,
} from '../support/stack/function-grants';

const OPERATOR = handlerOf('operator');
const ACCOUNT = handlerOf('account');
const mayUpdateAccount = (entry: string, ...attributes: string[]) =>
  mayWrite(entry, { action: 'UpdateItem', partition: 'account', attributes });
const OF_CONSOLE = PLANES.map(handlerOf);

/** Function of the page of opt-in forms, which shows it and takes its posts. */
const OPT_IN_FORM = 'functions/http/opt-in-form.ts';
const readOnlyRoutes = (ROUTES as readonly Route[]).filter(
  ({ method, handler }) => method === 'GET' && handler !== OPT_IN_FORM,
);

describe('routes that only read', () => {
  it.each(readOnlyRoutes.map((route) => [route.operationId, route] as const))(
    '%s writes nothing but its rate-limit window, where it has one, and the last use of the key',
    (_, { handler, bucket }) => {
      expect(allowedPartitions(handler, WRITES)).toEqual(
        bucket === undefined ? [] : ['keyUse', 'rateWindow'],
      );
    },
  );

  it('do not reach the table at all where the public may call them', () => {
    const handlers = readOnlyRoutes
      .filter(({ authentication }) => authentication === 'none')
      .map(({ handler }) => handler);
    expect(handlers.flatMap((handler) => allowedPartitions(handler, READS))).toEqual([]);
  });
});

it('lets the answer to unknown routes see links and the messages they stand in, and write clicks with their event and counts', () => {
  const entry = 'functions/http/answer-unknown-route.ts';
  expect([allowedPartitions(entry, READS), allowedPartitions(entry, WRITES)]).toEqual([
    ['job', 'link', 'linkDomain', 'linkToken', 'message', 'receipt'],
    ['campaignRun', 'click', 'outbox', 'webhookOutbox'],
  ]);
});

it('lets the page of opt-in forms read what it shows, ask a phone, and count posts', () => {
  expect([allowedPartitions(OPT_IN_FORM, READS), allowedPartitions(OPT_IN_FORM, WRITES)]).toEqual([
    ['account', 'contact', 'form', 'formPosts', 'erasedPerson', 'quota', 'statistics'],
    ['contact', 'formPosts', 'message', 'outbox', 'quota', 'webhookOutbox'],
  ]);
});

it('lets the worker that delivers webhooks write nothing but what is about deliveries', () => {
  const entry = 'functions/workers/deliver-webhook.ts';
  expect(allowedPartitions(entry, WRITES)).toEqual(['delivery', 'endpointQueue', 'webhookOutbox']);
  expect(mayUpdateAccount(entry, 'status')).toBe(false);
});

describe('items of an account', () => {
  const entries = [...functions.keys()].filter((entry) => !OF_CONSOLE.includes(entry));
  const writersOf = (action: string) =>
    [...functions.keys()].filter((entry) => allowedPartitions(entry, [action]).includes('account')).sort();

  it('are written as a whole by the function of operators alone, and deleted by it and the one of changes', () => {
    expect([writersOf('PutItem'), writersOf('UpdateItem'), writersOf('DeleteItem')]).toEqual([
      [OPERATOR],
      [OPERATOR],
      [ACCOUNT, OPERATOR],
    ]);
  });

  it.each([
    [
      'balances',
      ['smsCredits', 'mmsCredits'],
      [
        'functions/http/send-batch.ts',
        'functions/http/send-broadcast.ts',
        'functions/http/send-message.ts',
        'functions/http/test-campaign.ts',
        'functions/twilio/messages.ts',
        'functions/workers/erase-people.ts',
        'functions/workers/send-chunk.ts',
        'functions/workers/send-paced-chunks.ts',
        'functions/workers/send-queued-message.ts',
        'functions/workers/work-campaigns.ts',
      ],
    ],
    [
      'counters of groups',
      ['contactCount'],
      [
        'functions/http/add-membership.ts',
        OPT_IN_FORM,
        'functions/http/remove-membership.ts',
        'functions/workers/erase-people.ts',
        'functions/workers/receive-inbound.ts',
        'functions/workers/sweep.ts',
        'functions/workers/transfer-contacts.ts',
        'functions/workers/work-campaigns.ts',
      ],
    ],
  ])('have their %s changed by those that must, and nothing else', (_, attributes, expected) => {
    expect(entries.filter((entry) => mayUpdateAccount(entry, ...attributes)).sort()).toEqual(expected);
    expect(expected.filter((entry) => mayUpdateAccount(entry, ...attributes, 'status'))).toEqual([]);
  });
});

it('lets acceptance of jobs write jobs, keys, the quota and credits', () => {
  for (const entry of ['functions/http/send-broadcast.ts', 'functions/http/send-batch.ts']) {
    expect(allowedPartitions(entry, WRITES)).toEqual([
      'idempotency',
      'job',
      'jobList',
      'keyUse',
      'linkToken',
      'outbox',
      'creditShard',
      'quota',
      'rateWindow',
      'webhookOutbox',
    ]);
  }
});

it('lets only what authenticates, what lists and changes them in the console, and what looks whether one may still launch read API keys', () => {
  const readers = [...functions.keys()].filter((entry) => allowedPartitions(entry, READS).includes('apiKey'));
  const authenticated = (ROUTES as readonly Route[]).filter(
    ({ authentication }) => authentication === 'basic',
  );
  const ofConsole = [handlerOf('reading'), handlerOf('identity'), OPERATOR];
  const handlers = [
    ...ofConsole,
    ...authenticated.map(({ handler }) => handler),
    TWILIO_HANDLER,
    'functions/workers/work-campaigns.ts',
  ];
  expect(readers.sort()).toEqual([...new Set(handlers)].sort());
});

it('lets only the timer, and operators, query the due index, and only the worker of erasures scan', () => {
  const entries = [...functions.keys()];
  const index = `${tableArn}/index/due`;
  expect(entries.filter((entry) => may(entry, 'Query', ['DUE#OUTBOX#0'], index)).sort()).toEqual([
    OPERATOR,
    'functions/workers/sweep.ts',
  ]);
  expect(entries.filter((entry) => may(entry, 'Scan', []) || may(entry, 'Scan', [], index))).toEqual([
    'functions/workers/erase-people.ts',
  ]);
});

it('lets only operators take messages out of dead-letter queues and run the timer by hand', () => {
  const mayDo = (action: string) =>
    [...functions]
      .filter(([, statements]) =>
        statements.some(({ actions }) => actions.some((pattern) => pattern.test(action))),
      )
      .map(([entry]) => entry);
  expect(mayDo('lambda:InvokeFunction')).toEqual([OPERATOR]);
  expect(mayDo('sqs:ReceiveMessage')).toContain(OPERATOR);
  const ofQueues = [...mayDo('sqs:ReceiveMessage'), ...mayDo('sqs:SendMessage')];
  expect(ofQueues.filter((entry) => OF_CONSOLE.includes(entry))).toEqual([OPERATOR, OPERATOR]);
});

it('lets only the worker of campaigns make, delete and publish to topics, and only those of approvals', () => {
  const actions = ['sns:CreateTopic', 'sns:DeleteTopic', 'sns:Publish', 'sns:Subscribe'];
  for (const action of actions) {
    const statements = [...functions].flatMap(([entry, granted]) =>
      granted
        .filter((one) => one.actions.some((pattern) => pattern.test(action)))
        .map((one) => ({ entry, one })),
    );
    expect(statements.map(({ entry }) => entry)).toEqual(['functions/workers/work-campaigns.ts']);
    const reaches = (topic: string) =>
      statements[0]?.one.resources.some((pattern) => pattern.test(arn('sns', topic)));
    expect(reaches('Messaging-dev-approvals-acc_1-0a')).toBe(true);
    expect(reaches('Messaging-dev-Alarms')).toBe(false);
  }
});

it('has no action with a wildcard, and no resource * but where AWS knows no other', () => {
  const granted = template.resources('AWS::IAM::Role').flatMap(({ properties }) => properties.Policies ?? []);
  const own = template.resources('AWS::IAM::Policy').map(({ properties }) => properties);
  const wild = [...granted, ...own].flatMap((policy) => {
    const { Statement: statements } = template.resolve(
      (policy as { PolicyDocument: unknown }).PolicyDocument,
    ) as { Statement: Array<{ Action: string | string[]; Resource: string | string[] }> };
    return statements.flatMap(({ Action: actions, Resource: resources }) =>
      [actions].flat().filter((action) => action.includes('*') || [resources].flat().includes('*')),
    );
  });
  expect(granted.length).toBe(functions.size);
  // The data for operators are about the AWS account.
  const reading = /^(sms-voice:(Describe|Get|List)|lambda:GetAccountSettings$|servicequotas:Get)/;
  expect([...new Set(wild)].filter((action) => !reading.test(action))).toEqual(['sms-voice:CarrierLookup']);
});

it('lets an erasure read again every kind of item that a worker may be at', () => {
  const erased = Object.entries(ITEM_KINDS)
    .filter(([, kinds]) => kinds.some(({ erase }) => erase !== undefined))
    .map(([partition]) => partition as Partition);

  expect(
    erased.filter(
      (partition) => !may('functions/workers/erase-people.ts', 'BatchGetItem', [`${PARTITIONS[partition]}x`]),
    ),
  ).toEqual([]);
  expect(erased).toContain('delivery');
});

it('lets an erasure read again and delete every kind of item that the deletion of an account leaves to it', () => {
  const pks = Object.keys(REMAINDERS).map((partition) => `${PARTITIONS[partition as Partition]}x`);

  for (const action of ['GetItem', 'DeleteItem'])
    expect(pks.filter((pk) => !may('functions/workers/erase-people.ts', action, [pk]))).toEqual([]);
  expect(pks).toContain('NUMBER#x');
  expect(may('functions/workers/erase-people.ts', 'DeleteItem', ['ACCOUNT#x'])).toBe(false);
});
