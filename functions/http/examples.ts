import { CONTACT_ANSWER_SCHEMA } from '../../shared/audience/contacts/contact-answer.schema';
import { SEGMENT_ANSWER_SCHEMA } from '../../shared/audience/segments/segment-answer.schema';
import type { DescribedAnswer } from '../../shared/http/route-documentation';
import { MIN_BROADCAST_RECIPIENTS } from '../../shared/limits';

/** Requests and answers that the reference shows of several routes. The API tests hold them against the schemas. */

const SENT = {
  id: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE',
  direction: 'outbound',
  to: '+12125550123',
  from: '+12065550100',
  body: 'Hello Ada',
  status: 'sent',
  sentAt: '2026-03-01T12:00:00.120Z',
  createdAt: '2026-03-01T12:00:00.000Z',
};
const FAILED = {
  id: 'msg_01KJMNEX00M3K8TQ4C7XW2RZ5A',
  direction: 'outbound',
  to: '+12125550123',
  from: '+12065550100',
  body: 'Hello Ada',
  status: 'failed',
  errorType: 'opted_out',
  errorMessage: 'The recipient opted out at the provider.',
  createdAt: '2026-03-01T12:00:00.000Z',
};
const TAG = {
  id: 'tag_01KJMNEX00W1M8VJ6T5C2B3N4P',
  name: 'vip',
  createdAt: '2026-02-01T09:00:00.000Z',
  updatedAt: '2026-02-01T09:00:00.000Z',
};
const GROUP_ID = 'grp_01KJMNEX00T8QGJ3Y6Z0RSC4VN';
const JOB = {
  id: 'brc_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  from: '+12065550100',
  totalRecipients: 100,
  status: 'queued',
  createdAt: '2026-03-01T12:00:00.000Z',
};
const COUNTS = { counts: { pending: 2, sent: 95, failed: 2, skipped: 1 } };
const AUDIENCE = {
  filter: {
    all: [
      { field: 'address.postalCode', op: 'startsWith', value: '981' },
      { not: { field: 'birthDate', op: 'exists', value: false } },
    ],
  },
};
const recipientNumber = (index: number) => `+1212555${String(1000 + index)}`;

export const REQUEST_EXAMPLES = {
  sms: {
    summary: 'An SMS with a merge tag',
    value: {
      to: '+12125550123',
      from: '+12065550100',
      body: 'Hello {{contact_first_name}}',
      idempotencyKey: 'order:4711',
    },
  },
  mms: {
    summary: 'An MMS',
    value: { to: '+12125550123', from: '+12065550100', mediaUrl: 'https://media.example.com/menu.jpg' },
  },
  dryRun: {
    summary: 'A dry run',
    value: { to: '+12125550123', from: '+12065550100', body: 'Hello', dryRun: true },
  },
  broadcast: {
    summary: 'The same text to 100 people',
    value: {
      from: '+12065550100',
      body: 'We open at nine. Reply STOP to opt out.',
      recipients: Array.from({ length: MIN_BROADCAST_RECIPIENTS }, (_, index) => ({
        to: recipientNumber(index),
      })),
      idempotencyKey: 'opening-2026-03-01',
    },
  },
  batch: {
    summary: 'A text each of their own',
    value: {
      from: '+12065550100',
      recipients: Array.from({ length: 10 }, (_, index) => ({
        to: recipientNumber(index),
        body: `Your number is ${index + 1}.`,
        idempotencyKey: `ticket:${index + 1}`,
      })),
    },
  },
  contact: {
    summary: 'A contact',
    value: {
      firstName: 'Ada',
      email: 'ada@example.com',
      address: { city: 'New York', postalCode: '10001', country: 'US' },
      customFields: { Topics: ['News'] },
    },
  },
  contactPatch: {
    summary: 'One field set, one cleared',
    value: { lastName: 'Lovelace', email: null },
  },
  segment: { summary: 'By postal code', value: { name: 'Seattle', audience: AUDIENCE } },
  segmentPatch: {
    summary: 'Another name, and without a filter',
    value: { name: 'Everybody', audience: { filter: null } },
  },
  segmentPreview: { summary: 'An audience', value: { audience: AUDIENCE } },
  enrol: { summary: 'With confirmation', value: { optInMode: 'CONFIRM' } },
} as const;

export const ANSWER_EXAMPLES = {
  erasure: {
    summary: 'Just begun',
    value: {
      id: 'ers_01KJMNEX00E2TTQZ4N0A8QH0FV',
      status: 'running',
      requestedAt: '2026-03-01T12:00:00.000Z',
    },
  },
  erased: {
    summary: 'Ended',
    value: {
      id: 'ers_01KJMNEX00E2TTQZ4N0A8QH0FV',
      status: 'completed',
      requestedAt: '2026-03-01T12:00:00.000Z',
      completedAt: '2026-03-01T12:00:04.000Z',
    },
  },
  sent: { summary: 'Handed over', value: SENT },
  failed: { summary: 'Refused by the provider', value: FAILED },
  messageStatus: {
    summary: 'Delivered',
    value: {
      ...SENT,
      providerMessageId: '862a8790-60c0-4430-9b2b-658bdexample',
      parts: 1,
      price: 0.00883,
      deliveryStatus: 'delivered',
      deliveryStatusAt: '2026-03-01T12:00:02.000Z',
      encoding: 'GSM-7',
      segments: 1,
    },
  },
  dryRun: {
    summary: 'A dry run',
    value: { dryRun: true, encoding: 'GSM-7', segments: 1, credits: { sms: 2, mms: 0 } },
  },
  jobDryRun: {
    summary: 'A dry run',
    value: {
      dryRun: true,
      totalRecipients: 97,
      dropped: { notOptedIn: 2, hardOptedOut: 1, keyConsumed: 0 },
      encoding: 'GSM-7',
      segments: 1,
      credits: { sms: 194, mms: 0 },
    },
  },
  acceptedBroadcast: { summary: 'Accepted', value: { ...JOB, body: 'We open at nine.' } },
  acceptedBatch: { summary: 'Accepted', value: JOB },
  broadcastStatus: {
    summary: 'Nearly done',
    value: {
      ...JOB,
      body: 'We open at nine.',
      status: 'processing',
      ...COUNTS,
      startedAt: '2026-03-01T12:00:01.000Z',
    },
  },
  batchStatus: {
    summary: 'Nearly done',
    value: { ...JOB, status: 'processing', ...COUNTS, startedAt: '2026-03-01T12:00:01.000Z' },
  },
  jobClicks: {
    summary: 'Clicks of two links',
    value: {
      messages: 31,
      clicks: 42,
      links: [
        { link: 'go.example.com/spring', clicks: 35 },
        { link: 'go.example.com/stores', clicks: 7 },
      ],
    },
  },
  recipients: {
    summary: 'One of each',
    value: {
      results: [
        {
          to: '+12125551000',
          messageId: 'msg_01KJMNEX00D4VQ6N2M8XJ1PZRS0100',
          status: 'sent',
          sentAt: '2026-03-01T12:00:01.500Z',
          providerMessageId: '862a8790-60c0-4430-9b2b-658bdexample',
          parts: 1,
          price: 0.00883,
          deliveryStatus: 'delivered',
        },
        {
          to: '+12125551001',
          messageId: 'msg_01KJMNEX00D4VQ6N2M8XJ1PZRS0101',
          status: 'skipped',
          reason: 'opted_out',
        },
      ],
      nextCursor: 'AQABAALY_6ZcdtkCTA',
    },
  },
  droppedRecipients: {
    summary: 'Who was dropped',
    value: { results: [{ to: '+12125551002', status: 'dropped', reason: 'notOptedIn' }] },
  },
  contact: {
    summary: 'A member of one group',
    value: {
      id: 'con_01KJMNEX00A5DWRV8QZ9RT5BGP',
      phoneNumber: '+12125550123',
      firstName: 'Ada',
      email: 'ada@example.com',
      address: { city: 'New York', postalCode: '10001', country: 'US' },
      tz: 'America/New_York',
      isFavorite: false,
      customFields: { Topics: ['News'] },
      groups: [{ id: GROUP_ID, name: 'News', optInAt: '2026-03-01T12:00:00.000Z', tags: [TAG] }],
      pendingGroups: [],
      createdAt: '2026-03-01T11:59:00.000Z',
    },
  },
  group: {
    summary: 'A group',
    value: {
      id: GROUP_ID,
      name: 'News',
      isDefault: true,
      optInType: 'SINGLE',
      contactCount: 1250,
      tags: [TAG],
      createdAt: '2026-02-01T09:00:00.000Z',
    },
  },
  customFields: {
    summary: 'Two fields',
    value: {
      fields: [
        {
          label: 'Topics',
          key: 'contact_custom_field_1',
          type: 'MULTI_SELECT',
          options: ['News', 'Sales'],
        },
        { label: 'Table', key: 'contact_custom_field_2', type: 'NUMBER' },
      ],
    },
  },
  segment: {
    summary: 'A segment',
    value: {
      id: 'seg_01KJMNEX00B6T1H3W9KQ4ZC8YD',
      name: 'Seattle',
      audience: AUDIENCE,
      createdAt: '2026-03-01T12:00:00.000Z',
      updatedAt: '2026-03-01T12:00:00.000Z',
    },
  },
  segmentPreview: {
    summary: 'No contact has such a postal code',
    value: {
      matched: 0,
      sendable: 0,
      blocked: { notOptedIn: 0, hardOptedOut: 0 },
      isComplete: true,
      sample: [],
    },
  },
} as const;

export const GROUP_PAGE_EXAMPLE = {
  summary: 'One group in all',
  value: { page: 1, limit: 20, totalCount: 1, results: [ANSWER_EXAMPLES.group.value] },
} as const;

export const contactAnswer = (description: string): DescribedAnswer => ({
  description,
  schema: { Contact: CONTACT_ANSWER_SCHEMA },
  examples: { contact: ANSWER_EXAMPLES.contact },
});

export const segmentAnswer = (description: string): DescribedAnswer => ({
  description,
  schema: { Segment: SEGMENT_ANSWER_SCHEMA },
  examples: { segment: ANSWER_EXAMPLES.segment },
});
