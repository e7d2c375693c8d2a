import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { followEmails } from '../../../../shared/approvals/follow-emails';
import { sendNotice } from '../../../../shared/approvals/send-notice';
import { approvalTopicOf } from '../../../../shared/accounts/approval-topics';
import { createAccount } from '../../../../shared/accounts/create-account';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { pointSdkAt } from '../../../support/aws/aws-stand-in';
import { useEngine } from '../../../support/engines/engine';

const PREFIX = 'arn:aws:sns:us-east-1:000000000000:Messaging-test-approvals-';
const ANN = 'ann@example.com';
const BOB = 'bob@example.com';
const SPRING = { name: 'Spring', note: 'As agreed.' };

const engine = useEngine();
let sns: Server;
let requests: URLSearchParams[];
let warnings: unknown[][];
/** Error codes of SNS by action and, where it matters, end of the topic's name. */
let refusals: Record<string, [status: number, code: string]>;
let accountId: string;

beforeEach(async () => {
  [requests, warnings, refusals] = [[], [], {}];
  sns = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const form = new URLSearchParams(body);
      requests.push(form);
      const action = form.get('Action') ?? '';
      const topic = form.get('TopicArn') ?? '';
      const found = Object.entries(refusals).find(([key]) => {
        const [ofAction, end = ''] = key.split(' ');
        return ofAction === action && topic.endsWith(end);
      });
      const [status, code] = found?.[1] ?? [200, ''];
      response.writeHead(status, { 'content-type': 'text/xml' });
      response.end(code ? `<ErrorResponse><Error><Code>${code}</Code></Error></ErrorResponse>` : '<Ok/>');
    });
  });
  await new Promise<void>((resolve) => void sns.listen(0, '127.0.0.1', resolve));
  pointSdkAt({ SNS: `http://127.0.0.1:${(sns.address() as AddressInfo).port}` });
  const deps = { table: engine.table, clock: systemClock, ids: createIds(systemClock) };
  accountId = (await createAccount(deps, { name: 'Acme', approvalEmails: [ANN, BOB] })).id;
});
afterEach(() => new Promise((resolve) => void sns.close(resolve)));

const platform = () =>
  ({
    table: engine.table,
    config: { approvalTopics: () => PREFIX, baseUrl: 'https://sms.example.com', hasConsole: true },
    log: { warn: (...words: unknown[]) => warnings.push(words) },
  }) as unknown as Parameters<typeof sendNotice>[0];
const APPROVED = {
  status: 'approved' as const,
  at: '2026-03-01T12:00:00.000Z',
  comment: 'Fine.',
  reason: undefined,
};
const send = (notice: object = { kind: 'awaiting' }, about: Parameters<typeof sendNotice>[2] = SPRING) =>
  sendNotice(platform(), { accountId, campaignId: 'cmp_1', notice }, about);
const follow = (...emails: string[]) =>
  followEmails(platform(), { accountId, topics: emails.map(approvalTopicOf) });
const topicOf = (email: string) => `${PREFIX}${accountId}-${approvalTopicOf(email)}`;
const told = () => requests.map((form) => [form.get('Action'), form.get('TopicArn') ?? form.get('Name')]);

describe('E4.7: topics of addresses', () => {
  it('are made of an address that the account has: encrypted, and over TLS alone', async () => {
    await follow(ANN);
    const [created, subscribed] = requests;
    expect(Object.fromEntries(created ?? [])).toEqual({
      ...{ Action: 'CreateTopic', Version: '2010-03-31', Name: topicOf(ANN).split(':').at(-1) },
      ...{ 'Attributes.entry.1.key': 'DisplayName', 'Attributes.entry.1.value': 'Message approvals' },
      ...{ 'Attributes.entry.2.key': 'KmsMasterKeyId', 'Attributes.entry.2.value': 'alias/aws/sns' },
      ...{ 'Attributes.entry.3.key': 'Policy', 'Attributes.entry.3.value': expect.any(String) as string },
    });
    expect(JSON.parse(created?.get('Attributes.entry.3.value') ?? '')).toMatchObject({
      Statement: [
        { Effect: 'Deny', Resource: topicOf(ANN), Condition: { Bool: expect.anything() as object } },
      ],
    });
    expect(Object.fromEntries(subscribed ?? [])).toEqual({
      ...{ Action: 'Subscribe', Version: '2010-03-31' },
      ...{ TopicArn: topicOf(ANN), Protocol: 'email', Endpoint: ANN },
    });
  });

  it('are subscribed to when SNS has them with other attributes', async () => {
    refusals = { CreateTopic: [400, 'InvalidParameter'] };
    await follow(ANN);
    expect(told().map(([action]) => action)).toEqual(['CreateTopic', 'Subscribe']);
  });

  it('are deleted of an address that the account has no more, also twice', async () => {
    await follow('gone@example.com');
    refusals = { DeleteTopic: [404, 'NotFound'] };
    await follow('gone@example.com');
    expect(told()).toEqual([
      ['DeleteTopic', topicOf('gone@example.com')],
      ['DeleteTopic', topicOf('gone@example.com')],
    ]);
  });

  it('are left out of an address that SNS does not take, which is logged without it', async () => {
    refusals = { Subscribe: [400, 'InvalidParameter'] };
    await follow(ANN);
    expect(warnings).toEqual([['SNS takes no such address for notices of approvals']]);
  });

  it('are tried again by the queue after any other error', async () => {
    refusals = { Subscribe: [400, 'Throttling'] };
    await expect(follow(ANN)).rejects.toMatchObject({ name: 'Throttling' });
  });
});

describe('E4.7: a notice', () => {
  it('goes to each address', async () => {
    await send();
    expect(told().sort()).toEqual(
      [
        ['Publish', topicOf(ANN)],
        ['Publish', topicOf(BOB)],
      ].sort(),
    );
    expect(requests[0]?.get('Subject')).toBe('Awaits approval: Spring');
    expect(requests[0]?.get('Message')).toContain('Note: As agreed.');
  });

  it('goes to the others, and is tried again, when SNS refuses one', async () => {
    refusals = { [`Publish ${approvalTopicOf(ANN)}`]: [500, 'InternalError'] };
    await expect(send()).rejects.toMatchObject({ name: 'InternalError' });
    expect(told()).toContainEqual(['Publish', topicOf(BOB)]);
  });

  it('has the comment of its own decision alone', async () => {
    const notice = { kind: 'approved', decidedAt: APPROVED.at };
    await send(notice, { ...SPRING, decision: APPROVED });
    await send(notice, { ...SPRING, decision: { ...APPROVED, at: '2026-03-02T12:00:00.000Z' } });
    const texts = requests.map((form) => form.get('Message')?.includes('Comment: Fine.'));
    expect(texts).toEqual([true, true, false, false]);
  });

  it('makes a topic that is missing', async () => {
    refusals = { [`Publish ${approvalTopicOf(ANN)}`]: [404, 'NotFound'] };
    await send();
    const actions = requests.filter((form) => form.get('TopicArn') === topicOf(ANN));
    expect(actions.map((form) => form.get('Action'))).toEqual(['Publish', 'Subscribe', 'Publish']);
  });

  it('is not sent of what was deleted since', async () => {
    const task = { accountId, campaignId: 'cmp_1', notice: { kind: 'awaiting' } };
    await sendNotice(platform(), task, undefined);
    expect(requests).toEqual([]);
  });

  it('goes nowhere when there is no such account', async () => {
    accountId = 'acc_none';
    await send();
    expect(requests).toEqual([]);
  });
});
