import {
  queueMessageFailed,
  queueMessageReceived,
  queueDeliveryOutcome,
} from '../../../../shared/messages/message-events';
import { queueEndpointDisabled } from '../../../../shared/events/endpoint-event';
import { EVENT_TYPES, isEventType } from '../../../../shared/events/event-types';
import { queueJobCompleted } from '../../../../shared/events/job-event';
import { newMessage } from '../../../../shared/messages/message';
import { type Job, NO_COUNTS } from '../../../../shared/sending/jobs/job';
import { createIds } from '../../../../shared/platform/ids';
import { eventSchema, eventOf, validateEvent } from '../../../support/event-schemas';

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
  status: 'sent',
  sentAt: '2026-03-01T11:59:58.000Z',
  createdAt: '2026-03-01T11:59:57.000Z',
};
const DELIVERED_AT = '2026-03-01T11:59:59.000Z';

describe('events of messages', () => {
  it('tells of a message that arrived', () => {
    const message = { ...MESSAGE, deliveryStatus: 'delivered' as const, deliveryStatusAt: DELIVERED_AT };
    const [write, ...others] = queueDeliveryOutcome(ids, { message, now: NOW });
    expect(others).toEqual([]);
    const { detailType, time, detail } = eventOf(write);
    expect(validateEvent(detail)).toBeNull();
    expect({ detailType, time, detail }).toEqual({
      detailType: 'messaging.message.delivered',
      time: TIME,
      detail: {
        id: ID,
        type: 'messaging.message.delivered',
        version: 1,
        time: TIME,
        accountId: 'acc_1',
        message: SENT,
        deliveredAt: DELIVERED_AT,
      },
    });
  });

  it('tells of a message that was sent and did not arrive', () => {
    const message = { ...MESSAGE, deliveryStatus: 'failed' as const, deliveryStatusAt: DELIVERED_AT };
    const [write] = queueDeliveryOutcome(ids, { message, now: NOW });
    const { detail } = eventOf(write);
    expect(validateEvent(detail)).toBeNull();
    expect(detail).toEqual({
      id: ID,
      type: 'messaging.message.failed',
      version: 1,
      time: TIME,
      accountId: 'acc_1',
      message: SENT,
      stage: 'delivery',
    });
  });

  it('tells nothing of a message on its way, nor of the service’s own texts', () => {
    const pending = { ...MESSAGE, deliveryStatus: 'pending' as const };
    expect(queueDeliveryOutcome(ids, { message: pending, now: NOW })).toEqual([]);
    expect(queueDeliveryOutcome(ids, { message: MESSAGE, now: NOW })).toEqual([]);
    const own = { ...MESSAGE, purpose: 'keywordReply' as const, deliveryStatus: 'delivered' as const };
    expect(queueDeliveryOutcome(ids, { message: own, now: NOW })).toEqual([]);
  });

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
    } as Job;
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

  it.each(EVENT_TYPES)('%s is documented', (type) => {
    expect(eventSchema(type)).toMatchObject({ properties: { type: { const: type } } });
    expect(isEventType(type)).toBe(true);
  });

  it('knows no other types', () => {
    expect(isEventType('messaging.message.sent')).toBe(false);
    expect(isEventType('')).toBe(false);
  });
});
