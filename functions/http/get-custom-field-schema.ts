import {
  presentDefinition,
  readSchema,
  visibleFields,
} from '../../shared/audience/custom-fields/custom-field-schema';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import { route } from './get-custom-field-schema.route';

export { route };

/** GET /api/v1/contacts/custom-fields/schema. **Source:** rules 4.8. */
export const handler = endpoint({
  route,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ prefetched }) => {
    const fields = visibleFields(readSchema(prefetched.schema)).map(presentDefinition);
    return { status: 200, body: { fields } };
  },
});
