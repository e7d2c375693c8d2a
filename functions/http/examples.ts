import { MIN_BROADCAST_RECIPIENTS } from '../../shared/limits';

/** Requests and answers that the reference shows of several routes. The API tests hold them against the schemas. */

const TAG = {
  id: 'tag_01KJMNEX00W1M8VJ6T5C2B3N4P',
  name: 'vip',
  createdAt: '2026-02-01T09:00:00.000Z',
  updatedAt: '2026-02-01T09:00:00.000Z',
};
const GROUP_ID = 'grp_01KJMNEX00T8QGJ3Y6Z0RSC4VN';

export const CONTACT_EXAMPLE = {
  id: 'con_01KJMNEX00A5DWRV8QZ9RT5BGP',
  phoneNumber: '+12125550123',
  firstName: 'Ada',
  email: 'ada@example.com',
  address: { city: 'New York', postalCode: '10001', country: 'US' },
  tz: 'America/New_York',
  isFavorite: false,
  customFields: { Topics: ['News'] },
  groups: [
    {
      id: GROUP_ID,
      name: 'News',
      optInAt: '2026-03-01T12:00:00.000Z',
      tags: [TAG],
    },
  ],
  pendingGroups: [],
  createdAt: '2026-03-01T11:59:00.000Z',
};

export const GROUP_EXAMPLE = {
  id: GROUP_ID,
  name: 'News',
  isDefault: true,
  optInType: 'SINGLE',
  contactCount: 1250,
  tags: [TAG],
  createdAt: '2026-02-01T09:00:00.000Z',
};

const JOB = {
  id: 'brc_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  from: '+12065550100',
  totalRecipients: 100,
  status: 'queued',
  createdAt: '2026-03-01T12:00:00.000Z',
};
const COUNTS = { counts: { pending: 2, sent: 95, failed: 2, skipped: 1 } };
const recipientNumber = (index: number) => `+1212555${String(1000 + index)}`;

export const JOB_EXAMPLES = {
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
  dryRun: {
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
  clicks: {
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
          channel: 'sms',
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
} as const;

const PLAN = {
  name: 'Spring sale',
  from: '+12065550100',
  body: 'Hi {{contact_first_name}}, 20% off until Sunday. Reply STOP to opt out.',
  purpose: 'marketing',
  schedule: { localTime: '2027-03-01T10:00', timeZone: 'recipient' },
  sendingHours: { from: '09:00', to: '20:00', days: ['MON', 'TUE', 'WED', 'THU', 'FRI'] },
};
const AUDIENCE = { filter: { field: 'address.state', op: 'equals', value: 'WA' } };
const CAMPAIGN_COUNTS = {
  ...{ selected: 0, pending: 0, sent: 0, failed: 0, skipped: 0 },
  ...{ delivered: 0, undelivered: 0, read: 0, clicked: 0, optedOut: 0 },
};
const DRAFT = {
  id: 'cmp_01KJMNEX00A5DWRV8QZ9RT5BGP',
  status: 'draft',
  ...PLAN,
  audience: AUDIENCE,
  counts: CAMPAIGN_COUNTS,
  skippedBy: {},
  createdAt: '2027-02-20T12:00:00.000Z',
  updatedAt: '2027-02-20T12:00:00.000Z',
};

export const CAMPAIGN_EXAMPLES = {
  request: { summary: 'At ten by the clock of each recipient', value: { ...PLAN, audience: AUDIENCE } },
  segmentRequest: {
    summary: 'To a segment, at once',
    value: {
      name: 'Recall',
      from: '+12065550100',
      body: 'Please bring the lamp back to any of our shops.',
      audience: { segmentId: 'seg_01KJMNEX00B6T1H3W9KQ4ZC8YD' },
      purpose: 'informational',
      idempotencyKey: 'recall-2027-02-20',
      launch: true,
    },
  },
  patch: { summary: 'Another name, and at once', value: { name: 'Early spring sale', schedule: null } },
  draft: { summary: 'A draft', value: DRAFT },
  scheduled: {
    summary: 'Waiting for its time',
    value: { ...DRAFT, status: 'scheduled', launchedAt: '2027-02-21T09:30:00.000Z' },
  },
  completed: {
    summary: 'Completed',
    value: {
      ...DRAFT,
      status: 'completed',
      counts: {
        ...{ selected: 1200, pending: 0, sent: 1190, failed: 3, skipped: 7 },
        ...{ delivered: 1175, undelivered: 12, read: 310, clicked: 240, optedOut: 4 },
      },
      skippedBy: { opted_out: 5, frequency_cap: 2 },
      launchedAt: '2027-02-21T09:30:00.000Z',
      startedAt: '2027-03-01T15:00:00.000Z',
      completedAt: '2027-03-01T20:02:11.000Z',
    },
  },
  preview: {
    summary: 'Two time zones',
    value: {
      audience: {
        matched: 1210,
        sendable: 1200,
        blocked: { notOptedIn: 8, hardOptedOut: 2 },
        isComplete: true,
      },
      encoding: 'GSM-7',
      segments: 1,
      credits: { sms: 2400, mms: 0 },
      firstAt: '2027-03-01T15:00:00.000Z',
      lastAt: '2027-03-01T18:17:18.960Z',
      durationSeconds: 11_839,
      expiring: 0,
      unreachable: 0,
      byTimeZone: [
        { timeZone: 'America/New_York', recipients: 200, at: '2027-03-01T15:00:00.000Z' },
        { timeZone: 'America/Los_Angeles', recipients: 1000, at: '2027-03-01T18:00:00.000Z' },
      ],
      samples: [{ to: '+12065550123', body: 'Hi Ada, 20% off until Sunday. Reply STOP to opt out.' }],
      warnings: [],
    },
  },
  testRequest: { summary: 'As a contact', value: { to: ['+12065550123'], asContact: '+12125550123' } },
  test: {
    summary: 'One sent, one refused',
    value: {
      results: [
        { to: '+12065550123', messageId: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE', status: 'sent' },
        { to: '+12065550124', code: 33028 },
      ],
    },
  },
  recipients: {
    summary: 'One who waits, and one who was skipped',
    value: {
      results: [
        {
          to: '+12065550123',
          messageId: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE0100',
          status: 'pending',
          dueAt: '2027-03-01T18:00:00.000Z',
        },
        {
          to: '+12065550124',
          messageId: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE0101',
          status: 'skipped',
          reason: 'frequency_cap',
        },
      ],
    },
  },
} as const;
