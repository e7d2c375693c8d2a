import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import {
  DRY_RUN_SCHEMA,
  MESSAGE_SCHEMA,
  MESSAGE_STATUS_SCHEMA,
} from '../../shared/sending/single/message-answer.schema';
import { SEND_MESSAGE_SCHEMA } from '../../shared/sending/single/send-message.schema';
import { SINGLE_SEND } from '../table-access';

export const sendMessage = {
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

export const getMessage = {
  operationId: 'getMessage',
  method: 'GET',
  path: '/api/v1/messaging/message/{id}',
  handler: 'functions/http/get-message.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'Read a message back, with its delivery status',
} as const satisfies AuthenticatedRoute;

/** Error codes of the checks before any sending. */
export const SEND_CHECKS = [33003, 33004, 33009, 33016, 33019, 33023, 33028, 33029, 33104, 33117] as const;
export const DRY_RUN = 'The answer to `dryRun: true`.';

const SENT = {
  id: 'msg_01KJMNEX00P9G5NV1S6B8DHYQE',
  direction: 'outbound',
  to: '+12125550123',
  from: '+12065550100',
  body: 'Hello Ada',
  status: 'sent',
  sentAt: '2026-03-01T12:00:00.120Z',
  createdAt: '2026-03-01T12:00:00.000Z',
};

export const MESSAGE_ROUTES = [
  {
    route: sendMessage,
    access: (): TableAccess[] => SINGLE_SEND,
    documentation: (): RouteDocumentation => ({
      tag: 'Messaging',
      description: `The recipient must be an active member of at least one group. A message that the provider refuses
is not an error of the request: the answer is 201 with \`status\` \`failed\`.

An SMS takes 2 SMS credits; an MMS 2 SMS credits and 1 MMS credit. What is not handed over is refunded.`,
      request: {
        name: 'send-message',
        schema: SEND_MESSAGE_SCHEMA,
        isRequired: true,
        examples: {
          sms: {
            summary: 'An SMS with a merge tag',
            value: {
              to: '+12125550123',
              from: '+12065550100',
              body: 'Hello {{contact_first_name}}',
              idempotencyKey: 'order:4711',
            },
          },
          mms: {
            summary: 'An MMS',
            value: {
              to: '+12125550123',
              from: '+12065550100',
              mediaUrl: 'https://media.example.com/menu.jpg',
            },
          },
          dryRun: {
            summary: 'A dry run',
            value: { to: '+12125550123', from: '+12065550100', body: 'Hello', dryRun: true },
          },
        },
      },
      answers: {
        200: {
          description: DRY_RUN,
          schema: { DryRun: DRY_RUN_SCHEMA },
          examples: {
            dryRun: {
              summary: 'A dry run',
              value: { dryRun: true, encoding: 'GSM-7', segments: 1, credits: { sms: 2, mms: 0 } },
            },
          },
        },
        201: {
          description: 'The message, also when it failed.',
          schema: { Message: MESSAGE_SCHEMA },
          examples: {
            sent: { summary: 'Handed over', value: SENT },
            failed: {
              summary: 'Refused by the provider',
              value: {
                id: 'msg_01KJMNEX00M3K8TQ4C7XW2RZ5A',
                direction: 'outbound',
                to: '+12125550123',
                from: '+12065550100',
                body: 'Hello Ada',
                status: 'failed',
                errorType: 'opted_out',
                errorMessage: 'The recipient opted out at the provider.',
                createdAt: '2026-03-01T12:00:00.000Z',
              },
            },
          },
          headers: ['Idempotent-Replayed'],
        },
      },
      errors: [...SEND_CHECKS, 33012, 33108],
    }),
  },
  {
    route: getMessage,
    access: (): TableAccess[] => [{ read: ['click', 'job', 'message', 'receipt'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Messaging',
      description: 'A single message or one of a job, sent or received, as it is now.',
      answers: {
        200: {
          description: 'The message.',
          schema: { MessageStatus: MESSAGE_STATUS_SCHEMA },
          examples: {
            delivered: {
              summary: 'Delivered',
              value: {
                ...SENT,
                providerMessageId: '862a8790-60c0-4430-9b2b-658bdexample',
                parts: 1,
                price: 0.00883,
                channel: 'sms',
                deliveryStatus: 'delivered',
                deliveryStatusAt: '2026-03-01T12:00:02.000Z',
                encoding: 'GSM-7',
                segments: 1,
              },
            },
          },
        },
      },
      errors: [33107],
    }),
  },
];
