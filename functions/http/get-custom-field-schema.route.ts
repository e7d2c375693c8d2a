import { CUSTOM_FIELD_LIST_SCHEMA } from '../../shared/audience/custom-fields/custom-fields-answer.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { ANSWER_EXAMPLES } from './examples';

export const route = {
  operationId: 'getCustomFieldSchema',
  method: 'GET',
  path: '/api/v1/contacts/custom-fields/schema',
  handler: 'functions/http/read-groups.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'contactApiRead',
  summary: 'List the custom fields of contacts',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['account'] }];

export const documentation = (): RouteDocumentation => ({
  tag: 'Contacts',
  description: 'The fields that `customFields` of a contact can have. Disabled ones are left out.',
  answers: {
    200: {
      description: 'The fields.',
      schema: { CustomFieldList: CUSTOM_FIELD_LIST_SCHEMA },
      examples: { fields: ANSWER_EXAMPLES.customFields },
    },
  },
  errors: [],
});
