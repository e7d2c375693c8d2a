import { CAMPAIGN_COUNTS } from '../../shared/campaigns/plan/campaign-counts.schema';
import { MAX_OVERVIEW_DAYS } from '../../shared/limits';
import { STATISTICS } from '../../shared/statistics/daily-statistics';
import { declare } from './declare';
import { COUNT, CREDITS, listOf, oneOf, record, TEXT, TIME } from './schemas';

/** Schema of statistics. */
export const NUMBERS = Object.fromEntries(STATISTICS.map((name) => [name, COUNT]));
const kind = (name: string) => ({ kind: { const: name } });
const CAMPAIGN = { campaignId: TEXT, name: TEXT };
const AUTOMATION = { automationId: TEXT, name: TEXT };

export const DAYS_QUERY = [
  {
    name: 'days',
    description: 'How many days, today included.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_OVERVIEW_DAYS, default: 30 },
  },
] as const;
/** Statistics of each day, oldest first. */
export const SERIES = listOf(record({ day: { type: 'string', format: 'date' }, ...NUMBERS }));
/** Matters that need a user's attention, most urgent first. */
const ATTENTION = {
  oneOf: [
    record({ ...kind('likelyOptOuts'), count: COUNT }),
    record({ ...kind('awaitingApproval'), ...CAMPAIGN }),
    record({ ...kind('campaignFailed'), ...CAMPAIGN, at: TIME }, { errorCode: COUNT }),
    record({ ...kind('campaignPaused'), ...CAMPAIGN }),
    record({ ...kind('campaignSentBack'), ...CAMPAIGN }),
    record({ ...kind('automationAwaitingApproval'), ...AUTOMATION }),
    record({ ...kind('automationPaused'), ...AUTOMATION }),
    record({ ...kind('automationSentBack'), ...AUTOMATION }),
    record({ ...kind('noActiveNumber') }),
    record({ ...kind('lowCredits'), sms: COUNT, mms: COUNT }),
    record({ ...kind('quotaNearlyUsed'), limit: COUNT, usedToday: COUNT }),
    record({ ...kind('budgetNearlyUsed'), budget: COUNT, spent: { type: 'number' } }),
    record({ ...kind('webhookFailing'), endpointId: TEXT, host: TEXT, since: TIME }),
    record({ ...kind('webhookDisabled'), endpointId: TEXT, host: TEXT, reason: oneOf(['gone', 'failing']) }),
    record({ ...kind('unreadConversations'), count: COUNT }),
  ],
};
export const ZERO = { sent: 0, failed: 0, delivered: 0, undelivered: 0, read: 0, clicked: 0, optedOut: 0 };

export const getOverview = declare({
  operationId: 'getOverview',
  method: 'GET',
  path: 'overview',
  scope: 'messages:read',
  summary: 'What needs attention, and what the last days came to',
  description: 'Days are of UTC. Numbers may lag by seconds.',
  access: {
    read: ['campaignRun', 'job', 'creditShard', 'quota', 'endpointQueue'],
    query: ['account', 'automation', 'campaign', 'campaignRun', 'click', 'job', 'review', 'statistics'],
    listTexts: true,
  },
  query: DAYS_QUERY,
  answer: {
    name: 'Overview',
    schema: record({
      credits: CREDITS,
      quota: record({ limit: COUNT, usedToday: COUNT }),
      totals: record(NUMBERS),
      series: SERIES,
      runningCampaigns: listOf(
        record(
          {
            id: TEXT,
            name: TEXT,
            status: oneOf(['scheduled', 'selecting', 'sending', 'paused']),
            counts: CAMPAIGN_COUNTS,
          },
          { launchedAt: TIME },
        ),
      ),
      attention: listOf(ATTENTION),
    }),
    example: {
      credits: { sms: 9988, mms: 1000 },
      quota: { limit: 200000, usedToday: 120 },
      totals: { ...ZERO, sent: 120, delivered: 118 },
      series: [{ day: '2026-03-01', ...ZERO, sent: 120, delivered: 118 }],
      runningCampaigns: [],
      attention: [{ kind: 'likelyOptOuts', count: 2 }],
    },
  },
  errors: [33100],
});

export const countAwaiting = declare({
  operationId: 'countAwaiting',
  method: 'GET',
  path: 'awaiting',
  scope: 'campaigns:read',
  summary:
    'How many campaigns and automations await a decision of the reader, and how many conversations are unread',
  description:
    'Among the newest 100 of each. No decisions for a reader without the right to decide, and no conversations for one who cannot mark them as read.',
  access: { query: ['automation', 'campaign'], listTexts: true },
  answer: {
    name: 'Awaiting',
    schema: record({ campaigns: COUNT, automations: COUNT, conversations: COUNT }),
    example: { campaigns: 1, automations: 0, conversations: 3 },
  },
});

export const OVERVIEW_ROUTES = [getOverview, countAwaiting];
