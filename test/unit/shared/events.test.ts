import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decodeTime } from 'ulid';

import { queueEndpointDisabled } from '../../../shared/events/endpoint-event';
import { EVENT_TYPES, eventSchema, isEventType } from '../../../shared/events/event-types';
import { type GroupEventKind, queueGroupEvent } from '../../../shared/events/group-event';
import { queueJobCompleted } from '../../../shared/events/job-event';
import { newMessage } from '../../../shared/messages/message';
import {
  describeDeliveryOutcome,
  queueMessageFailed,
  queueMessageReceived,
} from '../../../shared/messages/message-events';
import type { OutboxEntry } from '../../../shared/outbox/outbox';
import { createIds } from '../../../shared/platform/ids';
import { NO_COUNTS, type RequestedJob } from '../../../shared/sending/jobs/job';
import { eventOf, validateEvent } from '../../support/webhooks/event-schemas';

describe('message event', () => {
  const TIME = '2026-03-01T12:00:00.000Z';
  const NOW = new Date(TIME);
  const ids = createIds({ now: () => NOW });
  const ID = expect.stringMatching(/^evt_/) as string;

  const MESSAGE = newMessage({
    id: 'msg_1',
    accountId: 'acc_1',
    to: '+12125550123',
    from: '72345',
    body: 'Hello',
    status: 'sent',
    phase: 'settled',
    sentAt: '2026-03-01T11:59:58.000Z',
    createdAt: '2026-03-01T11:59:57.000Z',
  });
  const SENT = {
    id: 'msg_1',
    direction: 'outbound',
    to: '+12125550123',
    from: '72345',
    body: 'Hello',
    channel: 'sms',
    status: 'sent',
    sentAt: '2026-03-01T11:59:58.000Z',
    createdAt: '2026-03-01T11:59:57.000Z',
  };
  const DELIVERED_AT = '2026-03-01T11:59:59.000Z';

  describe('events of messages', () => {
    it('tells of a message that arrived', () => {
      const message = { ...MESSAGE, deliveryStatus: 'delivered' as const, deliveryStatusAt: DELIVERED_AT };
      const event = describeDeliveryOutcome(message);
      expect(validateEvent(event ?? {})).toBeNull();
      expect(event).toEqual({
        id: expect.stringMatching(/^evt_[0-9A-HJKMNP-TV-Z]{26}$/) as string,
        type: 'messaging.message.delivered',
        version: 1,
        time: DELIVERED_AT,
        accountId: 'acc_1',
        message: SENT,
        deliveredAt: DELIVERED_AT,
      });
      expect(decodeTime((event?.id ?? '').slice('evt_'.length))).toBe(Date.parse(DELIVERED_AT));
    });

    it('leaves out a text that has the values of another contact', () => {
      const message = { ...MESSAGE, valuesOf: '+13105550123' };
      const event = describeDeliveryOutcome({
        ...message,
        deliveryStatus: 'delivered',
        deliveryStatusAt: DELIVERED_AT,
      });
      expect(validateEvent(event ?? {})).toBeNull();
      expect(event?.message).toEqual({ ...SENT, body: '' });
    });

    it('tells of a message that was sent and did not arrive', () => {
      const message = { ...MESSAGE, deliveryStatus: 'failed' as const, deliveryStatusAt: DELIVERED_AT };
      const event = describeDeliveryOutcome(message);
      expect(validateEvent(event ?? {})).toBeNull();
      expect(event).toEqual({
        id: expect.stringMatching(/^evt_/) as string,
        type: 'messaging.message.failed',
        version: 1,
        time: DELIVERED_AT,
        accountId: 'acc_1',
        message: SENT,
        stage: 'delivery',
      });
    });

    it('tells nothing of a message on its way, nor of the service’s own texts', () => {
      const pending = { ...MESSAGE, deliveryStatus: 'pending' as const };
      const at = { deliveryStatusAt: DELIVERED_AT };
      expect(describeDeliveryOutcome({ ...pending, ...at })).toBeUndefined();
      expect(describeDeliveryOutcome(MESSAGE)).toBeUndefined();
      const own = {
        ...MESSAGE,
        ...at,
        purpose: 'keywordReply' as const,
        deliveryStatus: 'delivered' as const,
      };
      expect(describeDeliveryOutcome(own)).toBeUndefined();
    });

    it('gives the same end the same id each time, and another end another one', () => {
      const idOf = (id: string, deliveryStatus: 'delivered' | 'failed', second: number) =>
        describeDeliveryOutcome({
          ...MESSAGE,
          ...{ id, deliveryStatus, deliveryStatusAt: `2026-03-01T12:00:0${second}.000Z` },
        })?.id;
      expect(idOf('msg_1', 'delivered', 1)).toBe(idOf('msg_1', 'delivered', 1));
      const ids = [idOf('msg_1', 'failed', 1), idOf('msg_1', 'delivered', 2), idOf('msg_2', 'delivered', 1)];
      expect(new Set([...ids, idOf('msg_1', 'delivered', 1)]).size).toBe(4);
    });

    it.each(['-000001-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z', '+012000-01-01T00:00:00.000Z'])(
      'has an id at a time that no id can say: %s',
      (deliveryStatusAt) => {
        const event = describeDeliveryOutcome({ ...MESSAGE, deliveryStatus: 'failed', deliveryStatusAt });
        expect(event?.id).toMatch(/^evt_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
      },
    );

    it('tells of a message that the provider did not take', () => {
      const message = {
        ...MESSAGE,
        status: 'failed' as const,
        sentAt: undefined,
        errorType: 'opted_out',
        errorMessage: 'The recipient has opted out.',
      };
      const { detail } = eventOf(queueMessageFailed(ids, { message, stage: 'handOver', now: NOW }));
      expect(validateEvent(detail)).toBeNull();
      expect(detail).toMatchObject({
        type: 'messaging.message.failed',
        stage: 'handOver',
        message: { status: 'failed', errorType: 'opted_out', errorMessage: 'The recipient has opted out.' },
      });
      expect(detail).not.toHaveProperty('message.sentAt');
    });

    it('tells of a text that came in', () => {
      const message = {
        ...MESSAGE,
        direction: 'inbound' as const,
        to: '72345',
        from: '+12125550123',
        body: 'Is it open today?',
      };
      const { detail } = eventOf(queueMessageReceived(ids, { message, now: NOW }));
      expect(validateEvent(detail)).toBeNull();
      expect(detail).toEqual({
        id: ID,
        type: 'messaging.message.received',
        version: 1,
        time: TIME,
        accountId: 'acc_1',
        message: {
          ...SENT,
          direction: 'inbound',
          to: '72345',
          from: '+12125550123',
          body: 'Is it open today?',
        },
      });
    });
  });

  describe('other events', () => {
    it('tells of a job that ended', () => {
      const job = {
        id: 'brc_1',
        accountId: 'acc_1',
        kind: 'broadcast',
        from: '+12065550100',
        totalRecipients: 100,
        createdAt: '2026-03-01T11:00:00.000Z',
      } as RequestedJob;
      const counts = { ...NO_COUNTS, sent: 97, failed: 2, skipped: 1, unknown: 1 };
      const { detail } = eventOf(queueJobCompleted(ids, { job, status: 'completed', counts, now: NOW }));
      expect(validateEvent(detail)).toBeNull();
      expect(detail).toEqual({
        id: ID,
        type: 'messaging.job.completed',
        version: 1,
        time: TIME,
        accountId: 'acc_1',
        job: {
          id: 'brc_1',
          kind: 'broadcast',
          from: '+12065550100',
          status: 'completed',
          totalRecipients: 100,
          counts: { sent: 97, failed: 2, skipped: 1 },
          createdAt: '2026-03-01T11:00:00.000Z',
          completedAt: TIME,
        },
      });
    });

    it.each(['gone', 'failing'] as const)('tells of an endpoint that is %s', (reason) => {
      const endpoint = { id: 'end_1', url: 'https://example.com/hook' };
      const { detail } = eventOf(
        queueEndpointDisabled(ids, { accountId: 'acc_1', endpoint, reason, now: NOW }),
      );
      expect(validateEvent(detail)).toBeNull();
      expect(detail).toEqual({
        id: ID,
        type: 'webhooks.endpoint.disabled',
        version: 1,
        time: TIME,
        accountId: 'acc_1',
        endpoint,
        reason,
      });
    });

    it.each(EVENT_TYPES)('%s has a schema', (type) => {
      expect(eventSchema(type)).toMatchObject({
        properties: { type: { const: type } },
        required: expect.arrayContaining(['id', 'type', 'version', 'time', 'accountId']) as string[],
        additionalProperties: true,
      });
      expect(isEventType(type)).toBe(true);
    });

    it('knows no other types', () => {
      expect(isEventType('messaging.message.sent')).toBe(false);
      expect(isEventType('')).toBe(false);
    });
  });
});

describe('6: events', () => {
  const NOW = new Date('2026-03-01T12:00:00.000Z');
  const ids = createIds({ now: () => NOW });
  function produce(kind: GroupEventKind) {
    const write = queueGroupEvent(ids, {
      kind,
      accountId: 'acc_1',
      contact: { id: 'con_1', phoneNumber: '+12125550123' },
      group: { id: 'grp_1', name: 'News' },
      now: NOW,
    });
    if (!('Put' in write)) throw new Error('An event is put into the outbox');
    const entry = write.Put.Item.entry as OutboxEntry;
    if (entry.kind !== 'event') throw new Error('An event is no other work');
    return entry.event;
  }

  const KINDS: GroupEventKind[] = [
    ...(['DIRECT', 'CONFIRM', 'SILENT'] as const).map(
      (optInMode) => ({ type: 'contacts.group.opted_in', optInMode }) as const,
    ),
    ...(['MANUAL_REMOVAL', 'STOP', 'KIOSK', 'CARRIER'] as const).map(
      (reason) => ({ type: 'contacts.group.opted_out', reason }) as const,
    ),
  ];

  it.each(KINDS)('%j has the documented form', (kind) => {
    const { detailType, time, detail } = produce(kind);
    expect(validateEvent(detail)).toBeNull();
    expect({ detailType, time, detail }).toEqual({
      detailType: kind.type,
      time: '2026-03-01T12:00:00.000Z',
      detail: {
        id: expect.stringMatching(/^evt_/) as string,
        version: 1,
        time: '2026-03-01T12:00:00.000Z',
        accountId: 'acc_1',
        contact: { id: 'con_1', phoneNumber: '+12125550123' },
        group: { id: 'grp_1', name: 'News' },
        ...kind,
      },
    });
  });

  it('the documented examples have the documented form', () => {
    const page = readFileSync(join(process.cwd(), 'docs/events.md'), 'utf8');
    const examples = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(
      ([, json]) => JSON.parse(json ?? '') as { type: string },
    );
    expect(examples.map((example) => [example.type, validateEvent(example)])).toEqual([
      ['contacts.group.opted_in', null],
      ['contacts.group.opted_out', null],
      ['messaging.message.failed', null],
      ['messaging.job.completed', null],
      ['messaging.campaign.completed', null],
    ]);
  });

  it('another version does not have the documented form', () => {
    const { detail } = produce({ type: 'contacts.group.opted_in', optInMode: 'DIRECT' });
    expect(validateEvent({ ...detail, version: 2 })).toMatchObject([{ instancePath: '/version' }]);
  });
});
