import { presentErasure } from '../../shared/erasure/erasure';
import { findErasure } from '../../shared/erasure/find-erasure';
import { endpoint } from '../../shared/http/endpoint';
import * as routes from './contacts.routes';

/** GET /api/v1/contacts/erasures/{id}. **Source:** rules E2. */
export const handler = endpoint({
  route: routes.getErasure,
  handle: async ({ platform, account, pathParameters }) => {
    const erasureId = pathParameters.id ?? '';
    const erasure = await findErasure(platform.table, { accountId: account.id, erasureId });
    return { status: 200, body: presentErasure(erasure) };
  },
});
