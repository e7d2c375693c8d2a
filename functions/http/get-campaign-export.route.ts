import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { describeReadExport, EXPORT_PATH } from './export-documentation';

export const route = {
  operationId: 'getCampaignExport',
  method: 'GET',
  path: '/api/v1/campaigns/{id}/recipients/exports/{exportId}',
  handler: 'functions/http/read-exports.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'Read an export of recipients of a campaign',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [{ read: ['export'] }];

export const documentation = (): RouteDocumentation => ({
  ...describeReadExport(),
  path: { ...EXPORT_PATH, id: { description: 'Id of the campaign.', schema: 'CampaignId' } },
});
