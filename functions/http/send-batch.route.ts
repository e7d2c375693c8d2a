import { ACCEPTED_BATCH_SCHEMA } from '../../shared/sending/jobs/job-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import { MAX_JOB_BODY_BYTES } from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { BATCH_SCHEMA } from '../../shared/sending/jobs/job-request.schema';
import { JOB_ACCEPTANCE } from '../table-access';
import { ANSWER_EXAMPLES, REQUEST_EXAMPLES } from './examples';
import { JOB_CHECKS, JOB_TEXT, jobAnswers } from './job-documentation';

export const route = {
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

export const access = (): TableAccess[] => JOB_ACCEPTANCE;

export const documentation = (): RouteDocumentation => ({
  tag: 'Messaging',
  description: `${JOB_TEXT}

If one body violates the content rules, the whole batch is refused. An SMS takes 2 SMS credits; an MMS 1 SMS credit and
1 MMS credit.`,
  request: {
    name: 'send-batch',
    schema: BATCH_SCHEMA,
    isRequired: true,
    examples: { batch: REQUEST_EXAMPLES.batch },
  },
  answers: jobAnswers({ AcceptedBatch: ACCEPTED_BATCH_SCHEMA }, ANSWER_EXAMPLES.acceptedBatch),
  errors: JOB_CHECKS,
});
