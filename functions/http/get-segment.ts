import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { presentSegment } from '../../shared/audience/segments/segment';
import { findSegmentOrThrow } from '../../shared/audience/segments/segment-store';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import { route } from './get-segment.route';

export { route };

/** GET /api/v1/segments/{id}. **Source:** rules E3. */
export const handler = endpoint({
  route,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, pathParameters, prefetched }) => {
    const id = pathParameters.id ?? '';
    const segment = await findSegmentOrThrow(platform.table, { accountId: account.id, id });
    return { status: 200, body: presentSegment(segment, readSchema(prefetched.schema)) };
  },
});
