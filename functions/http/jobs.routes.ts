import type { AuthenticatedRoute } from '../../shared/http/route';
import type {
  DescribedAnswer,
  DescribedExample,
  RouteDocumentation,
} from '../../shared/http/route-documentation';
import { MAX_JOB_BODY_BYTES } from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { JOB_CLICKS_SCHEMA } from '../../shared/sending/clicks/job-clicks-answer.schema';
import {
  ACCEPTED_BATCH_SCHEMA,
  ACCEPTED_BROADCAST_SCHEMA,
  BATCH_STATUS_SCHEMA,
  BROADCAST_STATUS_SCHEMA,
} from '../../shared/sending/jobs/job-answer.schema';
import { BATCH_SCHEMA, BROADCAST_SCHEMA } from '../../shared/sending/jobs/job-request.schema';
import {
  RECIPIENT_PAGE_SCHEMA,
  RECIPIENT_RESULT_SCHEMA,
  RECIPIENTS_QUERY,
} from '../../shared/sending/jobs/read/recipients-answer.schema';
import { JOB_DRY_RUN_SCHEMA } from '../../shared/sending/single/message-answer.schema';
import { JOB_ACCEPTANCE, JOB_CANCEL, JOB_CLICKS, JOB_READ, JOB_RECIPIENTS } from '../table-access';
import { JOB_EXAMPLES } from './examples';
import { DRY_RUN, SEND_CHECKS } from './messages.routes';

export const sendBroadcast = {
  operationId: 'sendBroadcast',
  method: 'POST',
  path: '/api/v1/messaging/broadcast',
  handler: 'functions/http/send-broadcast.ts',
  authentication: 'basic',
  scope: 'messages:send',
  bucket: 'broadcast',
  isAudited: false,
  dryRunBucket: 'read',
  givesPlaceBack: true,
  maxBodyBytes: MAX_JOB_BODY_BYTES,
  summary: 'Send one SMS or MMS to 100 to 50,000 recipients',
} as const satisfies AuthenticatedRoute;

export const getBroadcast = {
  operationId: 'getBroadcast',
  method: 'GET',
  path: '/api/v1/messaging/broadcast/{id}',
  handler: 'functions/http/read-jobs.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'Read a broadcast back, with its counts',
} as const satisfies AuthenticatedRoute;

export const listBroadcastRecipients = {
  operationId: 'listBroadcastRecipients',
  method: 'GET',
  path: '/api/v1/messaging/broadcast/{id}/recipients',
  handler: 'functions/http/read-jobs.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'List the recipients of a broadcast with their outcomes',
} as const satisfies AuthenticatedRoute;

export const getBroadcastClicks = {
  operationId: 'getBroadcastClicks',
  method: 'GET',
  path: '/api/v1/messaging/broadcast/{id}/clicks',
  handler: 'functions/http/read-jobs.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'Read how often the tracking links of a broadcast were followed',
} as const satisfies AuthenticatedRoute;

export const cancelBroadcast = {
  operationId: 'cancelBroadcast',
  method: 'POST',
  path: '/api/v1/messaging/broadcast/{id}/cancel',
  handler: 'functions/http/cancel-jobs.ts',
  authentication: 'basic',
  scope: 'messages:send',
  bucket: 'stop',
  summary: 'Stop what of a broadcast has not been handed over',
} as const satisfies AuthenticatedRoute;

export const sendBatch = {
  operationId: 'sendBatch',
  method: 'POST',
  path: '/api/v1/messaging/batch',
  handler: 'functions/http/send-batch.ts',
  authentication: 'basic',
  scope: 'messages:send',
  bucket: 'batch',
  isAudited: false,
  dryRunBucket: 'read',
  givesPlaceBack: true,
  maxBodyBytes: MAX_JOB_BODY_BYTES,
  summary: 'Send 10 to 5,000 recipients a message each of their own',
} as const satisfies AuthenticatedRoute;

export const getBatch = {
  operationId: 'getBatch',
  method: 'GET',
  path: '/api/v1/messaging/batch/{id}',
  handler: 'functions/http/read-jobs.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'Read a batch back, with its counts',
} as const satisfies AuthenticatedRoute;

export const listBatchRecipients = {
  operationId: 'listBatchRecipients',
  method: 'GET',
  path: '/api/v1/messaging/batch/{id}/recipients',
  handler: 'functions/http/read-jobs.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'List the recipients of a batch with their outcomes',
} as const satisfies AuthenticatedRoute;

export const getBatchClicks = {
  operationId: 'getBatchClicks',
  method: 'GET',
  path: '/api/v1/messaging/batch/{id}/clicks',
  handler: 'functions/http/read-jobs.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'Read how often the tracking links of a batch were followed',
} as const satisfies AuthenticatedRoute;

export const cancelBatch = {
  operationId: 'cancelBatch',
  method: 'POST',
  path: '/api/v1/messaging/batch/{id}/cancel',
  handler: 'functions/http/cancel-jobs.ts',
  authentication: 'basic',
  scope: 'messages:send',
  bucket: 'stop',
  summary: 'Stop what of a batch has not been handed over',
} as const satisfies AuthenticatedRoute;

const JOB_TEXT = `Recipients who are not opted in to any group, or who have opted out of everything, are dropped without
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
        examples: { status: JOB_EXAMPLES.broadcastStatus },
      }
    : { schema: { BatchStatus: BATCH_STATUS_SCHEMA }, examples: { status: JOB_EXAMPLES.batchStatus } }),
});

const describeRead = (kind: 'broadcast' | 'batch'): RouteDocumentation => ({
  tag: 'Messaging',
  description: 'How many recipients have ended how. Jobs are kept for 90 days.',
  answers: { 200: jobAnswer(kind) },
  errors: [33107],
});

const describeClicks = (): RouteDocumentation => ({
  tag: 'Messaging',
  description:
    'How many people followed the tracking links of the job, and how often. Link previews, robots and pages that are loaded in advance are left out. When a person clicked, the list of recipients says.',
  answers: {
    200: {
      description: 'The clicks; zeros when there are none.',
      schema: { JobClicks: JOB_CLICKS_SCHEMA },
      examples: { clicks: JOB_EXAMPLES.clicks },
    },
  },
  errors: [33107],
});

const describeRecipients = (): RouteDocumentation => ({
  tag: 'Messaging',
  description: `One entry for each recipient, in the order of the request, in pages. Those of a job from a sender come
number by number, each in that order. With several filters an entry matches all of them. What matches during the whole walk appears exactly once.`,
  query: RECIPIENTS_QUERY,
  answers: {
    200: {
      description: 'A page.',
      schema: { RecipientPage: RECIPIENT_PAGE_SCHEMA, RecipientResult: RECIPIENT_RESULT_SCHEMA },
      examples: { page: JOB_EXAMPLES.recipients, dropped: JOB_EXAMPLES.droppedRecipients },
    },
  },
  errors: [33100, 33107],
});

const describeCancel = (kind: 'broadcast' | 'batch'): RouteDocumentation => ({
  tag: 'Messaging',
  description:
    'Recipients that have not been handed over are `skipped` with the reason `cancelled`, and their credits are given back. Cancelling a job that has ended, or cancelling twice, changes nothing.',
  answers: { 200: jobAnswer(kind) },
  errors: [33107],
});

/** Answers to a request of either kind of job. */
function jobAnswers(
  schema: Readonly<Record<string, object>>,
  accepted: DescribedExample,
): RouteDocumentation['answers'] {
  return {
    200: {
      description: DRY_RUN,
      schema: { JobDryRun: JOB_DRY_RUN_SCHEMA },
      examples: { dryRun: JOB_EXAMPLES.dryRun },
    },
    202: {
      description: 'The job.',
      schema,
      examples: { accepted },
      headers: ['Location', 'Idempotent-Replayed'],
    },
  };
}

export const JOB_ROUTES = [
  {
    route: sendBroadcast,
    access: (): TableAccess[] => JOB_ACCEPTANCE,
    documentation: (): RouteDocumentation => ({
      tag: 'Messaging',
      description: `${JOB_TEXT}

An SMS takes 2 SMS credits for each recipient; an MMS 1 SMS credit for each and 1 for the broadcast.`,
      request: {
        name: 'send-broadcast',
        schema: BROADCAST_SCHEMA,
        isRequired: true,
        examples: { broadcast: JOB_EXAMPLES.broadcast },
      },
      answers: jobAnswers({ AcceptedBroadcast: ACCEPTED_BROADCAST_SCHEMA }, JOB_EXAMPLES.acceptedBroadcast),
      errors: [...SEND_CHECKS, 33012, 33024],
    }),
  },
  {
    route: getBroadcast,
    access: (): TableAccess[] => [JOB_READ],
    documentation: () => describeRead('broadcast'),
  },
  {
    route: listBroadcastRecipients,
    access: (): TableAccess[] => [JOB_RECIPIENTS],
    documentation: describeRecipients,
  },
  {
    route: getBroadcastClicks,
    access: (): TableAccess[] => [JOB_CLICKS],
    documentation: describeClicks,
  },
  {
    route: cancelBroadcast,
    access: (): TableAccess[] => [JOB_CANCEL],
    documentation: () => describeCancel('broadcast'),
  },
  {
    route: sendBatch,
    access: (): TableAccess[] => JOB_ACCEPTANCE,
    documentation: (): RouteDocumentation => ({
      tag: 'Messaging',
      description: `${JOB_TEXT}

If one body violates the content rules, the whole batch is refused. An SMS takes 2 SMS credits; an MMS 1 SMS credit and
1 MMS credit.`,
      request: {
        name: 'send-batch',
        schema: BATCH_SCHEMA,
        isRequired: true,
        examples: { batch: JOB_EXAMPLES.batch },
      },
      answers: jobAnswers({ AcceptedBatch: ACCEPTED_BATCH_SCHEMA }, JOB_EXAMPLES.acceptedBatch),
      errors: [...SEND_CHECKS, 33012, 33024],
    }),
  },
  {
    route: getBatch,
    access: (): TableAccess[] => [JOB_READ],
    documentation: () => describeRead('batch'),
  },
  {
    route: listBatchRecipients,
    access: (): TableAccess[] => [JOB_RECIPIENTS],
    documentation: describeRecipients,
  },
  {
    route: getBatchClicks,
    access: (): TableAccess[] => [JOB_CLICKS],
    documentation: describeClicks,
  },
  {
    route: cancelBatch,
    access: (): TableAccess[] => [JOB_CANCEL],
    documentation: () => describeCancel('batch'),
  },
];
