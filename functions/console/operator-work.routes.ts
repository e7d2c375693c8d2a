import { declareForOperators } from './declare';
import { DAYS_QUERY, NUMBERS, SERIES, ZERO } from './overview.routes';
import { COUNT, CREDITS, FLAG, listOf, oneOf, record, TEXT, TIME } from './schemas';
import { HOLD } from './sending.routes';
import { WORK } from '../../shared/operations/list-overdue';

const QUEUE = record(
  {
    queue: TEXT,
    deadLetters: COUNT,
    hasQueue: FLAG,
    letters: listOf(record({ about: TEXT }, { firstSentAt: TIME })),
  },
  { waiting: COUNT },
);

export const listDeadLetters = declareForOperators({
  operationId: 'listDeadLetters',
  method: 'GET',
  path: 'dead-letters',
  summary: 'What waits and what was set aside, by queue, and what a few of it are about',
  answer: {
    name: 'DeadLetterQueues',
    schema: record({ results: listOf(QUEUE) }),
    example: { results: [{ queue: 'chunk', hasQueue: true, waiting: 0, deadLetters: 0, letters: [] }] },
  },
});

export const redriveDeadLetters = declareForOperators({
  operationId: 'redriveDeadLetters',
  method: 'POST',
  path: 'dead-letters/{queue}/redrive',
  summary: 'Put what was set aside back on its queue; what has none, the timer takes up',
  description:
    'Up to 500 in one request. 409 with `details.status`: the timer failed, still runs, or left work; its dead letters are kept.',
  access: { due: ['OUTBOX'] },
  answer: {
    name: 'RedrivenDeadLetters',
    schema: record({ queue: TEXT }, { moved: COUNT, refused: COUNT, settled: COUNT }),
    example: { queue: 'chunk', moved: 3, refused: 0 },
  },
  errors: [33110, 33111],
});

export const listOverdueWork = declareForOperators({
  operationId: 'listOverdueWork',
  method: 'GET',
  path: 'overdue',
  summary: 'Work that should have been done minutes ago, by kind',
  description: 'Counts end at 1,000.',
  access: { due: WORK.map(({ kind }) => kind) },
  answer: {
    name: 'OverdueWork',
    schema: record({
      results: listOf(record({ work: oneOf(WORK.map(({ name }) => name)), count: COUNT, oldestDueAt: TIME })),
    }),
    example: { results: [{ work: 'jobs', count: 2, oldestDueAt: '2026-03-01T12:00:00.000Z' }] },
  },
});

export const getTraffic = declareForOperators({
  operationId: 'getTraffic',
  method: 'GET',
  path: 'traffic',
  summary: 'What all open accounts send, have left and wait for',
  description:
    'Days are of UTC. Accounts with the most texts first. `holds`: pauses and outages of the account and of its numbers; those of all accounts are in `operator/sending`.',
  access: {
    read: ['account', 'creditShard', 'outage', 'quota', 'serviceHold'],
    query: ['account', 'accountList', 'statistics'],
  },
  query: DAYS_QUERY,
  answer: {
    name: 'Traffic',
    schema: record({
      totals: record(NUMBERS),
      series: SERIES,
      accounts: listOf(
        record({
          ...{ id: TEXT, name: TEXT, credits: CREDITS },
          quota: record({ limit: COUNT, usedToday: COUNT }),
          totals: record(NUMBERS),
          holds: listOf(HOLD),
        }),
      ),
    }),
    example: {
      totals: { ...ZERO, sent: 120, delivered: 118 },
      series: [{ day: '2026-03-01', ...ZERO, sent: 120, delivered: 118 }],
      accounts: [
        {
          ...{ id: 'acc_01KJMNEX00D4VQ6N2M8XJ1PZRS', name: 'Acme', credits: { sms: 9988, mms: 1000 } },
          quota: { limit: 200000, usedToday: 120 },
          totals: { ...ZERO, sent: 120, delivered: 118 },
          holds: [],
        },
      ],
    },
  },
  errors: [33100],
});

export const listAlarms = declareForOperators({
  operationId: 'listAlarms',
  method: 'GET',
  path: 'alarms',
  summary: 'Alarms of the service that are in alarm',
  description:
    '`isApplicable` is false where nothing watches the service: the stage has no alarms, or the service is a local one. `watching`: how many alarms there are.',
  answer: {
    name: 'Alarms',
    schema: record(
      {
        isApplicable: FLAG,
        results: listOf(record({ name: TEXT, meaning: TEXT }, { since: TIME })),
      },
      { watching: COUNT },
    ),
    example: {
      isApplicable: true,
      watching: 58,
      results: [
        {
          name: 'Messaging-prod-Workers-MonitoringTimerStopped6D2F9C2A-1K2J3H4G5F6E',
          meaning:
            'The function that takes up overdue work every minute has not run for a quarter of an hour.',
          since: '2026-03-01T12:00:00.000Z',
        },
      ],
    },
  },
  errors: [33120],
});

export const examineAws = declareForOperators({
  operationId: 'examineAws',
  method: 'GET',
  path: 'doctor',
  summary: 'What the service needs of its AWS account, and whether it has it and runs',
  description: 'As `operator doctor aws`. Where the simulator sends, AWS is not asked.',
  access: {
    read: ['account', 'serviceHold'],
    query: ['account', 'accountList'],
    due: WORK.map(({ kind }) => kind),
  },
  answer: {
    name: 'AwsFindings',
    schema: record({
      results: listOf(
        record(
          { check: TEXT, state: oneOf(['ok', 'warning', 'problem', 'unknown']), finding: TEXT },
          { advice: TEXT },
        ),
      ),
    }),
    example: {
      results: [{ check: 'sandbox', state: 'ok', finding: 'The AWS account is in production.' }],
    },
  },
});

export const OPERATOR_WORK_ROUTES = [
  listDeadLetters,
  redriveDeadLetters,
  listOverdueWork,
  getTraffic,
  listAlarms,
  examineAws,
];
