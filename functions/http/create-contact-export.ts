import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import { audienceOf } from '../../shared/audience/segments/preview-audience';
import { resolveAudience } from '../../shared/audience/segments/resolve-audience';
import { referencesOf } from '../../shared/audience/segments/segment';
import { storeAudience } from '../../shared/audience/segments/stored-audience';
import { invalidRequest } from '../../shared/errors/service-error';
import { createExport } from '../../shared/exports/create-export';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import validate from '../../shared/platform/validation/generated/create-contact-export';
import { withCampaigns } from '../../shared/campaigns/plan/campaigns-of-accounts';
import * as routes from './exports.routes';

const SEGMENT_ALONE = {
  pointer: '/audience/segmentId',
  reason: 'not allowed beside the rest of an audience',
};

/** POST /api/v1/contacts/exports. **Source:** rules E5. */
export const handler = endpoint({
  route: routes.createContactExport,
  validate,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, body, prefetched }) => {
    const schema = readSchema(prefetched.schema);
    const { segmentId, ...own } = body.audience ?? { everyone: true };
    if (segmentId !== undefined && Object.keys(own).length > 0) throw invalidRequest(SEGMENT_ALONE);
    const wanted = segmentId === undefined ? { audience: own } : { segmentId };
    const audience = await audienceOf(platform, { accountId: account.id, schema, body: wanted });
    const { condition } = await resolveAudience(withCampaigns(platform), {
      account,
      schema,
      audience,
      now: platform.clock.now(),
    });
    const { id, status, rows } = await createExport(platform, {
      account,
      format: body.format,
      source: {
        kind: 'contacts',
        audience: storeAudience(audience),
        fieldReferences: referencesOf(condition),
      },
    });
    return { status: 202, body: { id, status, rows } };
  },
});
