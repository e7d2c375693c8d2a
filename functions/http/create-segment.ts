import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { createSegment } from '../../shared/audience/segments/save-segment';
import { presentSegment } from '../../shared/audience/segments/segment';
import type { SegmentBody } from '../../shared/audience/segments/segment.schema';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import validate from '../../shared/platform/validation/generated/segment';
import { withCampaigns } from './campaigns';
import { route } from './create-segment.route';

export { route };

/** POST /api/v1/segments. **Source:** rules E3. */
export const handler = endpoint({
  route,
  validate: validate<SegmentBody>,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, body, prefetched }) => {
    const schema = readSchema(prefetched.schema);
    const segment = await createSegment(withCampaigns(platform), { account, schema, body });
    return { status: 201, body: presentSegment(segment, schema) };
  },
});
