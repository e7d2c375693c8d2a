import { readSchema } from '../../shared/audience/custom-fields/custom-field-schema';
import type { Audience } from '../../shared/audience/segments/audience';
import { audienceOf } from '../../shared/audience/segments/preview-audience';
import { resolveAudience } from '../../shared/audience/segments/resolve-audience';
import { createExport } from '../../shared/exports/create-export';
import type { ExportFormat, ExportSource } from '../../shared/exports/export-item';
import { endpoint } from '../../shared/http/endpoint';
import { schemaKey } from '../../shared/platform/store/keys';
import validate from '../../shared/platform/validation/generated/create-contact-export';
import { campaigns } from './campaigns';
import { route } from './create-contact-export.route';

interface Body {
  format: ExportFormat;
  audience?: Audience & { segmentId?: string };
}

/** POST /api/v1/contacts/exports. **Source:** rules E5. */
export const handler = endpoint({
  route,
  validate: validate<Body>,
  prefetch: ({ accountId }) => ({ schema: schemaKey(accountId) }),
  handle: async ({ platform, account, body, prefetched }) => {
    const schema = readSchema(prefetched.schema);
    const { segmentId, ...own } = body.audience ?? {};
    const isOwn = segmentId === undefined || Object.keys(own).length > 0;
    const wanted = { ...(isOwn && { audience: own }), ...(segmentId !== undefined && { segmentId }) };
    const audience = await audienceOf(platform, { accountId: account.id, schema, body: wanted });
    await resolveAudience(
      { ...platform, campaigns },
      { account, schema, audience, now: platform.clock.now() },
    );
    const { id, status, rows } = await createExport(platform, {
      accountId: account.id,
      format: body.format,
      source: { kind: 'contacts', audience } as ExportSource,
    });
    return { status: 202, body: { id, status, rows } };
  },
});
