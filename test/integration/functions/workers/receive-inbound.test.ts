import type { SQSEvent } from 'aws-lambda';
import { handler } from '../../../../functions/workers/receive-inbound';
import { membershipLog } from '../../../../shared/audience/consent/consent-log';
import { addMembership } from '../../../../shared/audience/consent/add-membership';
import { createGroup } from '../../../../shared/audience/groups/create-group';
import { captureLog } from '../../../support/logs/captured-log';
import {
  consentPlatform,
  queuedEvents,
  readStoredContact,
  seedAccount,
  seedContact,
} from '../../../support/audience/consent-fixture';
import { startEngine, type TestEngine } from '../../../support/engines/engine';

const PHONE = '+12125550123';
const MARKED = 'marked-body-7351';
let engine: TestEngine;
let platform: ReturnType<typeof consentPlatform>;
const captured = captureLog();
afterAll(() => captured.restore());
beforeAll(async () => {
  engine = await startEngine();
  engine.setEnvironment();
  platform = consentPlatform(engine.table);
});
afterAll(() => engine.stop());
beforeEach(() => {
  captured.lines.length = 0;
});

const SENT_AT = Date.parse('2026-03-01T13:00:00.000Z');
function eventOf(...bodies: unknown[]): SQSEvent {
  return {
    Records: bodies.map((body, index) => ({
      messageId: `sqs-${index}`,
      body: typeof body === 'string' ? body : JSON.stringify(body),
      attributes: { SentTimestamp: String(SENT_AT + index) },
    })),
  } as unknown as SQSEvent;
}

const textOf = (to: string | undefined, messageBody: string, inboundMessageId: string) => ({
  originationNumber: PHONE,
  destinationNumber: to,
  messageKeyword: 'KEYWORD',
  messageBody,
  previousPublishedMessageId: 'p',
  inboundMessageId,
});

it('takes the texts of one phone in their order', async () => {
  const account = await seedAccount(platform);
  await seedContact(platform, { accountId: account.id, phoneNumber: PHONE });
  const group = await createGroup(platform, { accountId: account.id, name: 'News', optInType: 'DOUBLE' });
  await addMembership(platform, {
    account,
    phoneNumber: PHONE,
    groupId: group.id,
    optInMode: 'CONFIRM',
    actor: { type: 'api' },
  });
  const to = account.defaultNumber;
  const result = await handler(
    eventOf(textOf(to, 'YES', 'a'), textOf(to, 'STOP', 'b'), textOf(to, 'STOP', 'b')),
  );
  expect(result).toEqual({ batchItemFailures: [] });
  expect(
    await readStoredContact(platform.table, { accountId: account.id, phoneNumber: PHONE }),
  ).toMatchObject({
    memberships: {},
    pendingMemberships: {},
    hardOptOut: { at: '2026-03-01T13:00:00.001Z', source: 'stop' },
  });
  const events = await queuedEvents(platform.table, account.id);
  expect(events.map(({ type }) => type)).toEqual(['contacts.group.opted_in', 'contacts.group.opted_out']);
});

it('takes the texts of one phone in their order also where it is written in two ways', async () => {
  const account = await seedAccount(platform);
  const address = { accountId: account.id, phoneNumber: '+525512345678' };
  const texts = Array.from({ length: 8 }, (_, index) => ({
    ...textOf(account.defaultNumber, index % 2 === 0 ? 'STOP' : 'START', `mx-${index}`),
    originationNumber: index % 2 === 0 ? '+5215512345678' : '+525512345678',
  }));
  expect(await handler(eventOf(...texts))).toEqual({ batchItemFailures: [] });
  expect((await membershipLog(platform.table, address)).map(({ action }) => action)).toEqual(
    Array.from({ length: 4 }, () => ['HARD_OPT_OUT', 'HARD_OPT_OUT_LIFTED']).flat(),
  );
});

it('fails only the records that cannot be read, without quoting them', async () => {
  const account = await seedAccount(platform);
  await seedContact(platform, { accountId: account.id, phoneNumber: PHONE });
  const to = account.defaultNumber;
  const result = await handler(
    eventOf(
      `{"messageBody":"${MARKED}`,
      { messageBody: MARKED, originationNumber: PHONE },
      textOf(to, MARKED, 'c'),
    ),
  );
  expect(result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual([
    'sqs-0',
    'sqs-1',
  ]);
  expect(captured.lines).toHaveLength(2);
  expect(captured.lines.join('\n')).not.toContain(MARKED);
  expect(captured.lines.join('\n')).not.toContain(PHONE);
});

it('reads texts out of the envelope of a notification', async () => {
  const account = await seedAccount(platform);
  const Message = JSON.stringify(textOf(account.defaultNumber, 'STOP', 'd'));
  expect(await handler(eventOf({ Type: 'Notification', MessageId: 'n', Message }))).toEqual({
    batchItemFailures: [],
  });
  const contact = await readStoredContact(platform.table, { accountId: account.id, phoneNumber: PHONE });
  expect(contact?.hardOptOut?.source).toBe('stop');
});

it('takes a text that was put back on the queue by the time at which it was said', async () => {
  const account = await seedAccount(platform);
  await seedContact(platform, { accountId: account.id, phoneNumber: PHONE });
  const to = account.defaultNumber;
  await handler(eventOf(textOf(to, 'STOP', 'said-second')));
  const { Records: records } = eventOf(textOf(to, 'START', 'said-first'));
  const redriven = records.map((record) => ({
    ...record,
    attributes: { SentTimestamp: String(SENT_AT + 3_600_000) },
    messageAttributes: { firstSentAt: { stringValue: String(SENT_AT - 1), dataType: 'Number' } },
  }));
  expect(await handler({ Records: redriven } as unknown as SQSEvent)).toEqual({ batchItemFailures: [] });
  const contact = await readStoredContact(platform.table, { accountId: account.id, phoneNumber: PHONE });
  expect(contact?.hardOptOut).toMatchObject({ at: '2026-03-01T13:00:00.000Z', source: 'stop' });
});
