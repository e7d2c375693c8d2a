import { ACCEPTED_BROADCAST_SCHEMA } from '../../shared/sending/jobs/job-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import { MAX_JOB_BODY_BYTES } from '../../shared/limits';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { BROADCAST_SCHEMA } from '../../shared/sending/jobs/job-request.schema';
import { JOB_ACCEPTANCE } from '../table-access';
import { ANSWER_EXAMPLES, REQUEST_EXAMPLES } from './examples';
import { JOB_CHECKS, JOB_TEXT, jobAnswers } from './job-documentation';

export const route = {
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

export const access = (): TableAccess[] => JOB_ACCEPTANCE;

export const documentation = (): RouteDocumentation => ({
  tag: 'Messaging',
  description: `${JOB_TEXT}

An SMS takes 2 SMS credits for each recipient; an MMS 1 SMS credit for each and 1 for the broadcast.`,
  request: {
    name: 'send-broadcast',
    schema: BROADCAST_SCHEMA,
    isRequired: true,
    examples: { broadcast: REQUEST_EXAMPLES.broadcast },
  },
  answers: jobAnswers({ AcceptedBroadcast: ACCEPTED_BROADCAST_SCHEMA }, ANSWER_EXAMPLES.acceptedBroadcast),
  errors: JOB_CHECKS,
});
