import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { JOB_RECIPIENTS } from '../table-access';
import { describeRecipients } from './job-documentation';

export const route = {
  operationId: 'listBatchRecipients',
  method: 'GET',
  path: '/api/v1/messaging/batch/{id}/recipients',
  handler: 'functions/http/read-jobs.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'List the recipients of a batch with their outcomes',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [JOB_RECIPIENTS];

export const documentation = (): RouteDocumentation => describeRecipients();
