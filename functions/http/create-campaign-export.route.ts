import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { describeCreateRecipientExport } from './export-documentation';

export const route = {
  operationId: 'createCampaignExport',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/recipients/exports',
  handler: 'functions/http/create-recipient-exports.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'campaignWrite',
  summary: 'Export the recipients of a campaign',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  { read: ['campaign'], query: ['transfer'], put: ['export', 'outbox', 'transfer'] },
];

export const documentation = (): RouteDocumentation => ({
  ...describeCreateRecipientExport(),
  errors: [33110, 33119],
});
