import {
  CONTACT_EXPORT_SCHEMA,
  EXPORT_ANSWER_SCHEMA,
  RECIPIENT_EXPORT_SCHEMA,
} from '../../shared/exports/export.schema';
import type { AuthenticatedRoute } from '../../shared/http/route';
import type { DescribedAnswer, RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';

export const createContactExport = {
  operationId: 'createContactExport',
  method: 'POST',
  path: '/api/v1/contacts/exports',
  handler: 'functions/http/create-contact-export.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'campaignWrite',
  summary: 'Export contacts',
} as const satisfies AuthenticatedRoute;

export const getContactExport = {
  operationId: 'getContactExport',
  method: 'GET',
  path: '/api/v1/contacts/exports/{exportId}',
  handler: 'functions/http/read-exports.ts',
  authentication: 'basic',
  scope: 'contacts:read',
  bucket: 'read',
  summary: 'Read an export of contacts',
} as const satisfies AuthenticatedRoute;

export const createBroadcastExport = {
  operationId: 'createBroadcastExport',
  method: 'POST',
  path: '/api/v1/messaging/broadcast/{id}/recipients/exports',
  handler: 'functions/http/create-recipient-exports.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'campaignWrite',
  summary: 'Export the recipients of a broadcast',
} as const satisfies AuthenticatedRoute;

export const getBroadcastExport = {
  operationId: 'getBroadcastExport',
  method: 'GET',
  path: '/api/v1/messaging/broadcast/{id}/recipients/exports/{exportId}',
  handler: 'functions/http/read-exports.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'Read an export of recipients of a broadcast',
} as const satisfies AuthenticatedRoute;

export const createBatchExport = {
  operationId: 'createBatchExport',
  method: 'POST',
  path: '/api/v1/messaging/batch/{id}/recipients/exports',
  handler: 'functions/http/create-recipient-exports.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'campaignWrite',
  summary: 'Export the recipients of a batch',
} as const satisfies AuthenticatedRoute;

export const getBatchExport = {
  operationId: 'getBatchExport',
  method: 'GET',
  path: '/api/v1/messaging/batch/{id}/recipients/exports/{exportId}',
  handler: 'functions/http/read-exports.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'Read an export of recipients of a batch',
} as const satisfies AuthenticatedRoute;

export const createCampaignExport = {
  operationId: 'createCampaignExport',
  method: 'POST',
  path: '/api/v1/campaigns/{id}/recipients/exports',
  handler: 'functions/http/create-recipient-exports.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'campaignWrite',
  summary: 'Export the recipients of a campaign',
} as const satisfies AuthenticatedRoute;

export const getCampaignExport = {
  operationId: 'getCampaignExport',
  method: 'GET',
  path: '/api/v1/campaigns/{id}/recipients/exports/{exportId}',
  handler: 'functions/http/read-exports.ts',
  authentication: 'basic',
  scope: 'campaigns:read',
  bucket: 'read',
  summary: 'Read an export of recipients of a campaign',
} as const satisfies AuthenticatedRoute;

const EXAMPLES = {
  request: { summary: 'All as CSV', value: { format: 'csv' } },
  running: {
    summary: 'Under way',
    value: { id: 'exp_01KJMNEX00K5V3T8W1R6QZ2YBN', status: 'running', rows: 0 },
  },
} as const;

const exportAnswer = (description: string): DescribedAnswer => ({
  description,
  schema: { Export: EXPORT_ANSWER_SCHEMA },
  examples: { running: EXAMPLES.running },
});

const EXPORT_PATH = {
  id: { description: 'Id of the job.', schema: 'JobId' },
  exportId: { description: 'Id of the export.', schema: 'ExportId' },
} as const;

const describeCreateRecipientExport = (): RouteDocumentation => ({
  tag: 'Imports and exports',
  description: 'Makes a file of what became of each recipient. Read it back at this path plus `/{exportId}`.',
  request: {
    name: 'create-recipient-export',
    schema: RECIPIENT_EXPORT_SCHEMA,
    isRequired: false,
    examples: { request: EXAMPLES.request },
  },
  answers: { 202: exportAnswer('The export.') },
  errors: [33107, 33119],
});

const describeReadExport = (): RouteDocumentation => ({
  tag: 'Imports and exports',
  description: 'How far the export is. Once it is completed there is a URL, which works for an hour.',
  path: EXPORT_PATH,
  answers: { 200: exportAnswer('The export.') },
  errors: [33110],
});

export const EXPORT_ROUTES = [
  {
    route: createContactExport,
    access: (): TableAccess[] => [
      {
        read: ['account', 'campaign', 'segment'],
        query: ['account', 'transfer'],
        put: ['export', 'outbox', 'transfer'],
      },
    ],
    documentation: (): RouteDocumentation => ({
      tag: 'Imports and exports',
      description:
        'Makes a file of all contacts, or of an audience. An import of it changes nothing. Read it back at this path plus `/{exportId}`.',
      request: {
        name: 'create-contact-export',
        schema: CONTACT_EXPORT_SCHEMA,
        isRequired: true,
        examples: { request: EXAMPLES.request },
      },
      answers: { 202: exportAnswer('The export.') },
      errors: [33031, 33110, 33119],
    }),
  },
  {
    route: getContactExport,
    access: (): TableAccess[] => [{ read: ['export'] }],
    documentation: describeReadExport,
  },
  {
    route: createBroadcastExport,
    access: (): TableAccess[] => [
      { read: ['job'], query: ['transfer'], put: ['export', 'outbox', 'transfer'] },
    ],
    documentation: describeCreateRecipientExport,
  },
  {
    route: getBroadcastExport,
    access: (): TableAccess[] => [{ read: ['export'] }],
    documentation: describeReadExport,
  },
  {
    route: createBatchExport,
    access: (): TableAccess[] => [
      { read: ['job'], query: ['transfer'], put: ['export', 'outbox', 'transfer'] },
    ],
    documentation: describeCreateRecipientExport,
  },
  {
    route: getBatchExport,
    access: (): TableAccess[] => [{ read: ['export'] }],
    documentation: describeReadExport,
  },
  {
    route: createCampaignExport,
    access: (): TableAccess[] => [
      { read: ['campaign'], query: ['transfer'], put: ['export', 'outbox', 'transfer'] },
    ],
    documentation: (): RouteDocumentation => ({
      ...describeCreateRecipientExport(),
      errors: [33110, 33119],
    }),
  },
  {
    route: getCampaignExport,
    access: (): TableAccess[] => [{ read: ['export'] }],
    documentation: (): RouteDocumentation => ({
      ...describeReadExport(),
      path: { ...EXPORT_PATH, id: { description: 'Id of the campaign.', schema: 'CampaignId' } },
    }),
  },
];
