import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { createSegment, deleteSegment, updateSegment } from '../../shared/audience/segments/save-segment';
import { presentSegment } from '../../shared/audience/segments/segment';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import { byRoute } from '../../shared/http/by-route';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import validate from '../../shared/platform/validation/generated/segment';
import validatePatch from '../../shared/platform/validation/generated/segment-patch';
import * as routes from './segments.routes';

/** POST /api/v1/segments. **Source:** rules E3. */
const create = endpoint({
  route: routes.createSegment,
  validate,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, body, prefetched }) => {
    const schema = readSchema(prefetched.schema);
    const segment = await createSegment(withCampaigns(platform), { account, schema, body });
    return { status: 201, body: presentSegment(segment, schema) };
  },
});

/** PATCH /api/v1/segments/{id}. **Source:** rules E3. */
const update = endpoint({
  route: routes.updateSegment,
  validate: validatePatch,
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

/** DELETE /api/v1/segments/{id}. **Source:** rules E3. */
const remove = endpoint({
  route: routes.deleteSegment,
  handle: async ({ platform, account, pathParameters }) => {
    await deleteSegment(withCampaigns(platform), {
      accountId: account.id,
      segmentId: pathParameters.id ?? '',
    });
    return { status: 204 };
  },
});

/** The routes that make, change and delete segments. */
export const handler = byRoute([
  { route: routes.createSegment, handler: create },
  { route: routes.updateSegment, handler: update },
  { route: routes.deleteSegment, handler: remove },
]);
