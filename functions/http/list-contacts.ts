import { readContactListQuery } from '../../shared/audience/book/contact-list-query';
import { listContacts } from '../../shared/audience/book/list-contacts';
import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { resolveAddedBy } from '../../shared/audience/import/resolve-added-by';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import * as routes from './contacts.routes';

/** GET /api/v1/contacts. **Source:** rules E2. */
export const handler = endpoint({
  route: routes.listContacts,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, query, prefetched }) => {
    const { id: accountId } = account;
    const asked = readContactListQuery(query, accountId);
    const page = await listContacts(platform, {
      accountId,
      schema: readSchema(prefetched.schema),
      query: await resolveAddedBy(platform, { account, query: asked }),
    });
    return { status: 200, body: page };
  },
});
