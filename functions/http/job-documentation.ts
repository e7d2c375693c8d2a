import { DEFAULT_RECIPIENTS_LIMIT } from '../../shared/limits';
import { DELIVERY_STATUSES, LISTED_STATUSES } from '../../shared/sending/jobs/read/recipients-query';
import { ANSWER_EXAMPLES } from './examples';
import type {
  DescribedAnswer,
  DescribedExample,
  RouteDocumentation,
} from '../../shared/http/route-documentation';
import {
  RECIPIENT_PAGE_SCHEMA,
  RECIPIENT_RESULT_SCHEMA,
} from '../../shared/sending/jobs/read/recipients-answer.schema';
import { BATCH_STATUS_SCHEMA, BROADCAST_STATUS_SCHEMA } from '../../shared/sending/jobs/job-answer.schema';
import { JOB_CLICKS_SCHEMA } from '../../shared/sending/clicks/job-clicks-answer.schema';
import { JOB_DRY_RUN_SCHEMA } from '../../shared/sending/single/message-answer.schema';

export const CHECKS = [33003, 33004, 33009, 33016, 33019, 33023, 33028, 33029, 33104] as const;
export const JOB_CHECKS = [...CHECKS, 33012, 33024] as const;
export const DRY_RUN = 'The answer to `dryRun: true`.';

const RECIPIENTS_QUERY = [
  {
    name: 'status',
    description:
      'Only recipients in this state. `dropped`: those of the request that acceptance left out; they are not in `totalRecipients`, and in no other list.',
    schema: { type: 'string', enum: LISTED_STATUSES },
  },
  {
    name: 'deliveryStatus',
    description: 'Only recipients of whose message the carrier reported this last.',
    schema: { type: 'string', enum: DELIVERY_STATUSES },
  },
  {
    name: 'reason',
    description:
      'Only recipients with this `reason` or `errorType`. A reason of those who were dropped lists them without `status` as well.',
    schema: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]{0,63}$' },
  },
  { name: 'cursor', description: '`nextCursor` of the page before.', schema: { type: 'string' } },
  {
    name: 'limit',
    description: 'Recipients a page; more than 1,000 count as 1,000.',
    schema: { type: 'integer', minimum: 1, default: DEFAULT_RECIPIENTS_LIMIT },
  },
] as const;

export const JOB_TEXT = `Recipients who are not opted in to any group, or who have opted out of everything, are dropped without
an error; so is one whose \`idempotencyKey\` stands for a message that has been sent. \`totalRecipients\` counts the
others. When all are dropped for their consent, the request is refused (33028, 33029).

The job is accepted as a whole or not at all, and each recipient is handed to the provider at most once. Consent is
looked at again when a recipient's turn comes. \`Location\` leads to the job.

A large request is sent with \`Content-Encoding: gzip\` as \`application/vnd.messaging+json\`.`;

const jobAnswer = (kind: 'broadcast' | 'batch'): DescribedAnswer => ({
  description: 'The job.',
  ...(kind === 'broadcast'
    ? {
        schema: { BroadcastStatus: BROADCAST_STATUS_SCHEMA },
        examples: { status: ANSWER_EXAMPLES.broadcastStatus },
      }
    : { schema: { BatchStatus: BATCH_STATUS_SCHEMA }, examples: { status: ANSWER_EXAMPLES.batchStatus } }),
});

export const describeRead = (kind: 'broadcast' | 'batch'): RouteDocumentation => ({
  tag: 'Messaging',
  description: 'How many recipients have ended how. Jobs are kept for 90 days.',
  answers: { 200: jobAnswer(kind) },
  errors: [33107],
});

export const describeClicks = (): RouteDocumentation => ({
  tag: 'Messaging',
  description:
    'How many people followed the tracking links of the job, and how often. Link previews, robots and pages that are loaded in advance are left out. When a person clicked, the list of recipients says.',
  answers: {
    200: {
      description: 'The clicks; zeros when there are none.',
      schema: { JobClicks: JOB_CLICKS_SCHEMA },
      examples: { clicks: ANSWER_EXAMPLES.jobClicks },
    },
  },
  errors: [33107],
});

export const describeRecipients = (): RouteDocumentation => ({
  tag: 'Messaging',
  description: `One entry for each recipient, in the order of the request, in pages. With several filters an entry matches
all of them. What matches during the whole walk appears exactly once.`,
  query: RECIPIENTS_QUERY,
  answers: {
    200: {
      description: 'A page.',
      schema: { RecipientPage: RECIPIENT_PAGE_SCHEMA, RecipientResult: RECIPIENT_RESULT_SCHEMA },
      examples: { page: ANSWER_EXAMPLES.recipients, dropped: ANSWER_EXAMPLES.droppedRecipients },
    },
  },
  errors: [33100, 33107],
});

export const describeCancel = (kind: 'broadcast' | 'batch'): RouteDocumentation => ({
  tag: 'Messaging',
  description:
    'Recipients that have not been handed over are `skipped` with the reason `cancelled`, and their credits are given back. Cancelling a job that has ended, or cancelling twice, changes nothing.',
  answers: { 200: jobAnswer(kind) },
  errors: [33107],
});

/** What both kinds of job answer to a request. */
export function jobAnswers(
  schema: Readonly<Record<string, object>>,
  accepted: DescribedExample,
): RouteDocumentation['answers'] {
  return {
    200: {
      description: DRY_RUN,
      schema: { JobDryRun: JOB_DRY_RUN_SCHEMA },
      examples: { dryRun: ANSWER_EXAMPLES.jobDryRun },
    },
    202: {
      description: 'The job.',
      schema,
      examples: { accepted },
      headers: ['Location', 'Idempotent-Replayed'],
    },
  };
}
