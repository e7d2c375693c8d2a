import { DEFAULT_RECIPIENTS_LIMIT } from '../../shared/limits';
import { DELIVERY_STATUSES, LISTED_STATUSES } from '../../shared/sending/jobs/read/recipients-query';
import type { OperationId } from '../../shared/http/routes';
import { ANSWER_EXAMPLES, REQUEST_EXAMPLES } from './openapi-examples';
import type { DescribedExample, DescribedOperation } from './openapi-operation';

const CHECKS = [33003, 33004, 33009, 33016, 33019, 33023, 33028, 33029, 33104] as const;
const JOB_CHECKS = [...CHECKS, 33012, 33024] as const;
const DRY_RUN = 'The answer to `dryRun: true`.';

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

const JOB_TEXT = `Recipients who are not opted in to any group, or who have opted out of everything, are dropped without
an error; so is one whose \`idempotencyKey\` stands for a message that has been sent. \`totalRecipients\` counts the
others. When all are dropped for their consent, the request is refused (33028, 33029).

The job is accepted as a whole or not at all, and each recipient is handed to the provider at most once. Consent is
looked at again when a recipient's turn comes. \`Location\` leads to the job.

A large request can be sent with \`Content-Encoding: gzip\`, best as \`application/vnd.messaging+json\`.`;

function readBack(kind: 'broadcast' | 'batch') {
  const isBroadcast = kind === 'broadcast';
  const schema = isBroadcast ? 'BroadcastStatus' : 'BatchStatus';
  const examples = { status: isBroadcast ? ANSWER_EXAMPLES.broadcastStatus : ANSWER_EXAMPLES.batchStatus };
  return {
    read: {
      tag: 'Messaging',
      description: 'How many recipients have ended how. Jobs are kept for 90 days.',
      answers: { 200: { description: 'The job.', schema, examples } },
      errors: [33107],
    },
    recipients: {
      tag: 'Messaging',
      description: `One entry for each recipient, in the order of the request, in pages. With several filters an entry matches
all of them. What matches during the whole walk appears exactly once.`,
      query: RECIPIENTS_QUERY,
      answers: {
        200: {
          description: 'A page.',
          schema: 'RecipientPage',
          examples: { page: ANSWER_EXAMPLES.recipients, dropped: ANSWER_EXAMPLES.droppedRecipients },
        },
      },
      errors: [33100, 33107],
    },
    cancel: {
      tag: 'Messaging',
      description:
        'Whoever has not been handed over is `skipped` with the reason `cancelled`, and the credits are given back. Cancelling a job that has ended, or cancelling twice, changes nothing.',
      answers: { 200: { description: 'The job.', schema, examples } },
      errors: [33107],
    },
  } as const satisfies Record<string, DescribedOperation>;
}

/** What both kinds of job answer to a request. */
function jobAnswers<Schema extends 'AcceptedBroadcast' | 'AcceptedBatch'>(
  schema: Schema,
  accepted: DescribedExample,
) {
  return {
    200: { description: DRY_RUN, schema: 'JobDryRun', examples: { dryRun: ANSWER_EXAMPLES.jobDryRun } },
    202: {
      description: 'The job.',
      schema,
      examples: { accepted },
      headers: ['Location', 'Idempotent-Replayed'],
    },
  } as const;
}

const broadcast = readBack('broadcast');
const batch = readBack('batch');

export const MESSAGING_OPERATIONS = {
  sendMessage: {
    tag: 'Messaging',
    description: `The recipient must be an active member of at least one group. A message that the provider does not take
is no error of the request: the answer is 201 with \`status\` \`failed\`.

An SMS takes 2 SMS credits; an MMS 2 SMS credits and 1 MMS credit. What is not handed over is given back.`,
    request: {
      schema: 'send-message',
      isRequired: true,
      examples: {
        sms: REQUEST_EXAMPLES.sms,
        mms: REQUEST_EXAMPLES.mms,
        dryRun: REQUEST_EXAMPLES.dryRun,
      },
    },
    answers: {
      200: { description: DRY_RUN, schema: 'DryRun', examples: { dryRun: ANSWER_EXAMPLES.dryRun } },
      201: {
        description: 'The message, also when it failed.',
        schema: 'Message',
        examples: { sent: ANSWER_EXAMPLES.sent, failed: ANSWER_EXAMPLES.failed },
        headers: ['Idempotent-Replayed'],
      },
    },
    errors: [...CHECKS, 33108],
  },
  getMessage: {
    tag: 'Messaging',
    description: 'A single message or one of a job, sent or received, as it is now.',
    answers: {
      200: {
        description: 'The message.',
        schema: 'MessageStatus',
        examples: { delivered: ANSWER_EXAMPLES.messageStatus },
      },
    },
    errors: [33107],
  },
  sendBroadcast: {
    tag: 'Messaging',
    description: `${JOB_TEXT}

An SMS takes 2 SMS credits for each recipient; an MMS 1 SMS credit for each and 1 for the broadcast.`,
    request: {
      schema: 'send-broadcast',
      isRequired: true,
      examples: { broadcast: REQUEST_EXAMPLES.broadcast },
    },
    answers: jobAnswers('AcceptedBroadcast', ANSWER_EXAMPLES.acceptedBroadcast),
    errors: JOB_CHECKS,
  },
  getBroadcast: broadcast.read,
  listBroadcastRecipients: broadcast.recipients,
  cancelBroadcast: broadcast.cancel,
  sendBatch: {
    tag: 'Messaging',
    description: `${JOB_TEXT}

If one body violates the content rules, the whole batch is refused. An SMS takes 2 SMS credits; an MMS 1 SMS credit and
1 MMS credit.`,
    request: { schema: 'send-batch', isRequired: true, examples: { batch: REQUEST_EXAMPLES.batch } },
    answers: jobAnswers('AcceptedBatch', ANSWER_EXAMPLES.acceptedBatch),
    errors: JOB_CHECKS,
  },
  getBatch: batch.read,
  listBatchRecipients: batch.recipients,
  cancelBatch: batch.cancel,
} as const satisfies Partial<Record<OperationId, DescribedOperation>>;
