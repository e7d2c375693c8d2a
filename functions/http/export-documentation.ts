import {
  CONTACT_EXPORT_SCHEMA,
  EXPORT_ANSWER_SCHEMA,
  RECIPIENT_EXPORT_SCHEMA,
} from '../../shared/exports/export.schema';
import type { DescribedAnswer, RouteDocumentation } from '../../shared/http/route-documentation';

export const EXPORT_EXAMPLES = {
  request: { summary: 'All as CSV', value: { format: 'csv' } },
  running: {
    summary: 'Under way',
    value: { id: 'exp_01KJMNEX00K5V3T8W1R6QZ2YBN', status: 'running', rows: 0 },
  },
} as const;

export const exportAnswer = (description: string): DescribedAnswer => ({
  description,
  schema: { Export: EXPORT_ANSWER_SCHEMA },
  examples: { running: EXPORT_EXAMPLES.running },
});

export const EXPORT_PATH = {
  id: { description: 'Id of the job.', schema: 'JobId' },
  exportId: { description: 'Id of the export.', schema: 'ExportId' },
} as const;

export const describeCreateRecipientExport = (): RouteDocumentation => ({
  tag: 'Imports and exports',
  description: 'Makes a file of what became of each recipient. Read it back at this path plus `/{exportId}`.',
  request: {
    name: 'create-recipient-export',
    schema: RECIPIENT_EXPORT_SCHEMA,
    isRequired: false,
    examples: { request: EXPORT_EXAMPLES.request },
  },
  answers: { 202: exportAnswer('The export.') },
  errors: [33107, 33119],
});

export const describeReadExport = (): RouteDocumentation => ({
  tag: 'Imports and exports',
  description: 'How far the export is. Once it is completed there is a URL, which works for an hour.',
  path: EXPORT_PATH,
  answers: { 200: exportAnswer('The export.') },
  errors: [33110],
});

export const describeCreateContactExport = (): RouteDocumentation => ({
  tag: 'Imports and exports',
  description:
    'Makes a file of all contacts, or of an audience. An import of it changes nothing. Read it back at this path plus `/{exportId}`.',
  request: {
    name: 'create-contact-export',
    schema: CONTACT_EXPORT_SCHEMA,
    isRequired: true,
    examples: { request: EXPORT_EXAMPLES.request },
  },
  answers: { 202: exportAnswer('The export.') },
  errors: [33031, 33110, 33119],
});
