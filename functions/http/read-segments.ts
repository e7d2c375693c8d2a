import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { presentSegment } from '../../shared/audience/segments/segment';
import { findSegmentOrThrow, listSegments } from '../../shared/audience/segments/segment-store';
import { byRoute } from '../../shared/http/by-route';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage } from '../../shared/lists/list-query';
import { schemaKey } from '../../shared/platform/store/keys';
import * as routes from './segments.routes';

/** GET /api/v1/segments. **Source:** rules E1, E3. */
const list = endpoint({
  route: routes.listSegments,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, query, prefetched }) => {
    const { id: accountId } = account;
    const scope = { accountId, list: 'segments' };
    const page = readListPage(query, scope);
    const { segments, nextCursor } = await listSegments(platform.table, { accountId, page, scope });
    const schema = readSchema(prefetched.schema);
    return {
      status: 200,
      body: { results: segments.map((segment) => presentSegment(segment, schema)), nextCursor },
    };
  },
});

/** GET /api/v1/segments/{id}. **Source:** rules E3. */
const get = endpoint({
  route: routes.getSegment,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, pathParameters, prefetched }) => {
    const id = pathParameters.id ?? '';
    const segment = await findSegmentOrThrow(platform.table, { accountId: account.id, id });
    return { status: 200, body: presentSegment(segment, readSchema(prefetched.schema)) };
  },
});

/** The routes that read segments. */
export const handler = byRoute([
  { route: routes.listSegments, handler: list },
  { route: routes.getSegment, handler: get },
]);
