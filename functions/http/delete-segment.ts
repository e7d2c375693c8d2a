import { deleteSegment } from '../../shared/audience/segments/save-segment';
import { endpoint } from '../../shared/http/endpoint';
import { withCampaigns } from './campaigns';
import { route } from './delete-segment.route';

export { route };

/** DELETE /api/v1/segments/{id}. **Source:** rules E3. */
export const handler = endpoint({
  route,
  handle: async ({ platform, account, pathParameters }) => {
    await deleteSegment(withCampaigns(platform), {
      accountId: account.id,
      segmentId: pathParameters.id ?? '',
    });
    return { status: 204 };
  },
});
