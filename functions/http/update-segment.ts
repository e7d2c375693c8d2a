import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { updateSegment } from '../../shared/audience/segments/save-segment';
import { presentSegment } from '../../shared/audience/segments/segment';
import type { SegmentPatch } from '../../shared/audience/segments/segment.schema';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import validate from '../../shared/platform/validation/generated/segment-patch';
import { withCampaigns } from './campaigns';
import { route } from './update-segment.route';

export { route };

/** PATCH /api/v1/segments/{id}. **Source:** rules E3. */
export const handler = endpoint({
  route,
  validate: validate<SegmentPatch>,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, body, pathParameters, prefetched }) => {
    const schema = readSchema(prefetched.schema);
    const segment = await updateSegment(withCampaigns(platform), {
      account,
      schema,
      segmentId: pathParameters.id ?? '',
      patch: body,
    });
    return { status: 200, body: presentSegment(segment, schema) };
  },
});
