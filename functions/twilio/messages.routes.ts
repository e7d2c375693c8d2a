import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { TWILIO_MESSAGE_SCHEMA } from '../../shared/twilio/message-body.schema';
import { SINGLE_SEND } from '../table-access';

const MESSAGES = '/2010-04-01/Accounts/{accountSid}/Messages.json';
const HANDLER = 'functions/twilio/messages.ts';

export const sendTwilioMessage = {
  operationId: 'sendTwilioMessage',
  method: 'POST',
  path: MESSAGES,
  handler: HANDLER,
  authentication: 'basic',
  scope: 'messages:send',
  bucket: 'message',
  isAudited: false,
  summary: "Send one SMS or MMS, in Twilio's form",
} as const satisfies AuthenticatedRoute;

export const listTwilioMessages = {
  operationId: 'listTwilioMessages',
  method: 'GET',
  path: MESSAGES,
  handler: HANDLER,
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: "List messages, in Twilio's form",
} as const satisfies AuthenticatedRoute;

export const getTwilioMessage = {
  operationId: 'getTwilioMessage',
  method: 'GET',
  path: '/2010-04-01/Accounts/{accountSid}/Messages/{file}',
  handler: HANDLER,
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: "Read a message back, in Twilio's form",
} as const satisfies AuthenticatedRoute;

const TEXT = { type: 'string' } as const;
const parameter = (name: string, description: string) => ({ name, description, schema: TEXT });

export const TWILIO_MESSAGE_ROUTES = [
  {
    route: sendTwilioMessage,
    access: (): TableAccess[] => SINGLE_SEND,
    documentation: (): RouteDocumentation => ({
      tag: 'Messaging',
      description: '',
      request: {
        name: 'send-twilio-message',
        schema: TWILIO_MESSAGE_SCHEMA,
        isRequired: true,
        examples: {},
      },
      answers: {},
      errors: [],
    }),
  },
  {
    route: listTwilioMessages,
    access: (): TableAccess[] => [{ read: ['message'], listMessages: true }],
    documentation: (): RouteDocumentation => ({
      tag: 'Messaging',
      description: '',
      query: [
        parameter('to', 'Recipient.'),
        parameter('from', 'Sender.'),
        parameter('limit', 'Messages on a page.'),
        parameter('cursor', 'Place of the page.'),
        parameter('sentOn', 'Day on which they were sent.'),
        parameter('sentBefore', 'Latest time at which they were sent.'),
        parameter('sentAfter', 'Earliest time at which they were sent.'),
      ],
      answers: {},
      errors: [],
    }),
  },
  {
    route: getTwilioMessage,
    access: (): TableAccess[] => [{ read: ['message'] }],
    documentation: (): RouteDocumentation => ({
      tag: 'Messaging',
      description: '',
      answers: {},
      errors: [],
    }),
  },
];
