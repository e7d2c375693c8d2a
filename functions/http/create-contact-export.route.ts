import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { describeCreateContactExport } from './export-documentation';

export const route = {
  operationId: 'createContactExport',
  method: 'POST',
  path: '/api/v1/contacts/exports',
  handler: 'functions/http/create-contact-export.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'campaignWrite',
  summary: 'Export contacts',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [
  {
    read: ['account', 'campaign', 'segment'],
    query: ['account', 'transfer'],
    put: ['export', 'outbox', 'transfer'],
  },
];

export const documentation = (): RouteDocumentation => describeCreateContactExport();
