import { CAMPAIGN_ANSWER_SCHEMA } from '../../shared/campaigns/plan/campaign-answer.schema';
import type { DescribedAnswer, DescribedExample } from '../../shared/http/route-documentation';

const PLAN = {
  name: 'Spring sale',
  from: '+12065550100',
  body: 'Hi {{contact_first_name}}, 20% off until Sunday. Reply STOP to opt out.',
  purpose: 'marketing',
  schedule: { localTime: '2027-03-01T10:00', timeZone: 'recipient' },
  sendingHours: { from: '09:00', to: '20:00', days: ['MON', 'TUE', 'WED', 'THU', 'FRI'] },
};
const AUDIENCE = { filter: { field: 'address.state', op: 'equals', value: 'WA' } };
const COUNTS = {
  ...{ selected: 0, pending: 0, sent: 0, failed: 0, skipped: 0 },
  ...{ delivered: 0, undelivered: 0, clicked: 0, optedOut: 0 },
};
const DRAFT = {
  id: 'cmp_01KJMNEX00A5DWRV8QZ9RT5BGP',
  status: 'draft',
  ...PLAN,
  audience: AUDIENCE,
  counts: COUNTS,
  skippedBy: {},
  createdAt: '2027-02-20T12:00:00.000Z',
  updatedAt: '2027-02-20T12:00:00.000Z',
};

/** Requests and answers that the reference shows of campaigns. The API tests hold them against the schemas. */
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
        ...{ delivered: 1175, undelivered: 12, clicked: 240, optedOut: 4 },
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
} as const;

export const campaignAnswer = (
  description: string,
  example: DescribedExample = CAMPAIGN_EXAMPLES.draft,
): DescribedAnswer => ({
  description,
  schema: { Campaign: CAMPAIGN_ANSWER_SCHEMA },
  examples: { campaign: example },
});
