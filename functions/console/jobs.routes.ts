import { PAGE_QUERY } from '../../shared/lists/page.schema';
import type { JobStatus } from '../../shared/sending/jobs/job';
import { declare } from './declare';
import { COUNT, oneOf, record, resultsOf, SENDER, TEXT, TIME } from './schemas';

export const JOB = record(
  {
    id: { $ref: '#/components/schemas/JobId' },
    kind: oneOf(['broadcast', 'batch']),
    from: SENDER,
    totalRecipients: COUNT,
    status: oneOf(['queued', 'processing', 'completed', 'cancelled'] satisfies JobStatus[]),
    createdAt: TIME,
    counts: record({ pending: COUNT, sent: COUNT, failed: COUNT, skipped: COUNT }),
  },
  { body: TEXT, startedAt: TIME, completedAt: TIME },
);

export const JOB_EXAMPLE = {
  id: 'brc_01KJMNEX00D4VQ6N2M8XJ1PZRS',
  kind: 'broadcast',
  from: '+12065550100',
  body: 'Doors open at 9.',
  totalRecipients: 1200,
  status: 'completed',
  createdAt: '2026-03-01T12:00:00.000Z',
  counts: { pending: 0, sent: 1190, failed: 10, skipped: 0 },
  startedAt: '2026-03-01T12:00:01.000Z',
  completedAt: '2026-03-01T12:01:00.000Z',
};

export const listJobs = declare({
  operationId: 'listJobs',
  method: 'GET',
  path: 'jobs',
  scope: 'messages:read',
  summary: 'List broadcasts and batches, newest first',
  access: { read: ['job'], query: ['account', 'job', 'jobList'] },
  query: PAGE_QUERY,
  answer: {
    name: 'JobPage',
    schema: resultsOf(JOB),
    example: {
      results: [JOB_EXAMPLE],
    },
  },
  errors: [33100],
});

export const JOB_ROUTES = [listJobs];
