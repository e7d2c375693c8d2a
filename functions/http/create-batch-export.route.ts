import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { describeCreateRecipientExport } from './export-documentation';

export const route = {
  operationId: 'createBatchExport',
  method: 'POST',
  path: '/api/v1/messaging/batch/{id}/recipients/exports',
  handler: 'functions/http/create-recipient-exports.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'campaignWrite',
  summary: 'Export the recipients of a batch',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  { read: ['job'], query: ['transfer'], put: ['export', 'outbox', 'transfer'] },
];

export const documentation = (): RouteDocumentation => describeCreateRecipientExport();
