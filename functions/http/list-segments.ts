import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { presentSegment } from '../../shared/audience/segments/segment';
import { listSegments } from '../../shared/audience/segments/segment-store';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage } from '../../shared/lists/list-query';
import { schemaKey } from '../../shared/platform/store/keys';
import { route } from './list-segments.route';

export { route };

/** GET /api/v1/segments. **Source:** rules E1, E3. */
export const handler = endpoint({
  route,
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
