import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { MESSAGE_SCHEMA } from '../../shared/sending/single/message-answer.schema';
import { DRY_RUN_SCHEMA } from '../../shared/sending/single/message-answer.schema';
import { SEND_MESSAGE_SCHEMA } from '../../shared/sending/single/send-message.schema';
import { SINGLE_SEND } from '../table-access';
import { ANSWER_EXAMPLES, REQUEST_EXAMPLES } from './examples';
import { CHECKS, DRY_RUN } from './job-documentation';

export const route = {
  operationId: 'sendMessage',
  method: 'POST',
  path: '/api/v1/messaging/message',
  handler: 'functions/http/send-message.ts',
  authentication: 'basic',
  scope: 'messages:send',
  bucket: 'message',
  isAudited: false,
  dryRunBucket: 'read',
  summary: 'Send one SMS or MMS',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => SINGLE_SEND;

export const documentation = (): RouteDocumentation => ({
  tag: 'Messaging',
  description: `The recipient must be an active member of at least one group. A message that the provider refuses
is not an error of the request: the answer is 201 with \`status\` \`failed\`.

An SMS takes 2 SMS credits; an MMS 2 SMS credits and 1 MMS credit. What is not handed over is refunded.`,
  request: {
    name: 'send-message',
    schema: SEND_MESSAGE_SCHEMA,
    isRequired: true,
    examples: {
      sms: REQUEST_EXAMPLES.sms,
      mms: REQUEST_EXAMPLES.mms,
      dryRun: REQUEST_EXAMPLES.dryRun,
    },
  },
  answers: {
    200: {
      description: DRY_RUN,
      schema: { DryRun: DRY_RUN_SCHEMA },
      examples: { dryRun: ANSWER_EXAMPLES.dryRun },
    },
    201: {
      description: 'The message, also when it failed.',
      schema: { Message: MESSAGE_SCHEMA },
      examples: { sent: ANSWER_EXAMPLES.sent, failed: ANSWER_EXAMPLES.failed },
      headers: ['Idempotent-Replayed'],
    },
  },
  errors: [...CHECKS, 33108],
});
