import { declareForOperators } from './declare';
import { COUNT, FLAG, listOf, oneOf, record, TEXT, TIME } from './schemas';
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

export const examineAws = declareForOperators({
  operationId: 'examineAws',
  method: 'GET',
  path: 'doctor',
  summary: 'What the service needs of its AWS account, and whether it has it',
  description: 'As `operator doctor aws`. `isApplicable` is false where the simulator sends.',
  access: { read: ['account'], query: ['account', 'accountList'] },
  answer: {
    name: 'AwsFindings',
    schema: record({
      isApplicable: FLAG,
      results: listOf(
        record(
          { check: TEXT, state: oneOf(['ok', 'warning', 'problem', 'unknown']), finding: TEXT },
          { advice: TEXT },
        ),
      ),
    }),
    example: {
      isApplicable: true,
      results: [{ check: 'sandbox', state: 'ok', finding: 'The AWS account is in production.' }],
    },
  },
});

export const OPERATOR_WORK_ROUTES = [listDeadLetters, redriveDeadLetters, listOverdueWork, examineAws];
