import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { MESSAGE_STATUS_SCHEMA } from '../../shared/sending/single/message-answer.schema';
import { ANSWER_EXAMPLES } from './examples';

export const route = {
  operationId: 'getMessage',
  method: 'GET',
  path: '/api/v1/messaging/message/{id}',
  handler: 'functions/http/get-message.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'Read a message back, with its delivery status',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['click', 'job', 'message', 'receipt'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Messaging',
  description: 'A single message or one of a job, sent or received, as it is now.',
  answers: {
    200: {
      description: 'The message.',
      schema: { MessageStatus: MESSAGE_STATUS_SCHEMA },
      examples: { delivered: ANSWER_EXAMPLES.messageStatus },
    },
  },
  errors: [33107],
});
