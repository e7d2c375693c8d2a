import { ERASURE_SCHEMA } from '../../shared/erasure/erasure-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { ANSWER_EXAMPLES } from './examples';

export const route = {
  operationId: 'eraseContact',
  method: 'DELETE',
  path: '/api/v1/contacts/by-phone/{phoneNumber}',
  handler: 'functions/http/erase-contact.ts',
  authentication: 'basic',
  scope: 'contacts:write',
  bucket: 'contactApiWrite',
  userBucket: 'stop',
  summary: 'Erase a person',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  {
    read: ['account', 'contact', 'erasedPerson'],
    put: ['contact', 'erasedPerson', 'erasure', 'outbox'],
    delete: ['review'],
    listTexts: true,
  },
];

export const documentation = (): RouteDocumentation => ({
  tag: 'Contacts',
  description:
    'Removes the person: the contact with its log, and the number and texts in messages, jobs, inbound texts and webhook deliveries, and the number, name and e-mail address in what was typed about the person, such as filters of segments and campaigns. A number that is no contact but has sent or got texts, or opted out, is erased likewise. From this answer on nothing is sent to the person. What is read back afterwards has `to` and `body` null and `erased: true`. Counts and credits stay. A hard opt-out is kept as a keyed hash of the number: a contact made again at the number is still opted out.',
  answers: {
    202: {
      description: 'The erasure has begun.',
      schema: { Erasure: ERASURE_SCHEMA },
      examples: { erasure: ANSWER_EXAMPLES.erasure },
    },
  },
  errors: [33030],
});
