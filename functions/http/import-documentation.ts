import { CONTACT_IMPORT_SCHEMA } from '../../shared/audience/import/import-answer.schema';
import type { DescribedAnswer } from '../../shared/http/route-documentation';

export const IMPORT_EXAMPLES = {
  request: {
    summary: 'A CSV file whose contacts join a group',
    value: {
      format: 'csv',
      mapping: { 'Loyalty no.': 'customFields.Member' },
      group: 'grp_01KJMNEX00T8QGJ3Y6Z0RSC4VN',
      optInMode: 'DIRECT',
      consentBasis: 'Signed the card at the till, spring 2026.',
    },
  },
  plainRequest: { summary: 'A CSV file', value: { format: 'csv' } },
  created: {
    summary: 'Ready for the file',
    value: {
      id: 'imp_01KJMNEX00B7C9TX2V5QK8RZJD',
      status: 'awaitingUpload',
      upload: {
        url: 'https://bucket.s3.us-east-1.amazonaws.com/imports/acc_1/imp_1/source?X-Amz-Signature=0f1e',
        method: 'PUT',
        expiresAt: '2026-03-01T13:00:00.000Z',
      },
    },
  },
  completed: {
    summary: 'A file of 3,000 rows',
    value: {
      id: 'imp_01KJMNEX00B7C9TX2V5QK8RZJD',
      status: 'completed',
      format: 'csv',
      onExisting: 'update',
      dryRun: false,
      rows: 3000,
      created: 2890,
      updated: 40,
      unchanged: 31,
      skipped: 27,
      rejected: 12,
      duplicates: 27,
      optedOut: 3,
      warnings: [
        '12 dates can be month/day or day/month, and were read as month/day. Where that is wrong, say dateFormat "dmy".',
      ],
      ignoredColumns: ['Shoe size'],
      rejectedFile:
        'https://bucket.s3.us-east-1.amazonaws.com/imports/acc_1/imp_1/rejected?X-Amz-Signature=0f1e',
      createdAt: '2026-03-01T12:00:00.000Z',
      startedAt: '2026-03-01T12:01:00.000Z',
      completedAt: '2026-03-01T12:01:03.000Z',
    },
  },
} as const;

/** What the import itself has, and the list of imports has not. */
const REJECTED_SAMPLE = [
  {
    row: 17,
    column: 'Size',
    value: 'XXL',
    reason: 'unknown_option: must be one of the options of the field, not "XXL"',
  },
];

export const importAnswer = (description: string): DescribedAnswer => ({
  description,
  schema: { ContactImport: CONTACT_IMPORT_SCHEMA },
  examples: {
    completed: {
      summary: IMPORT_EXAMPLES.completed.summary,
      value: { ...IMPORT_EXAMPLES.completed.value, rejectedSample: REJECTED_SAMPLE },
    },
  },
});

export const IMPORT_PATH = { id: { description: 'Id of the import.', schema: 'ImportId' } } as const;
