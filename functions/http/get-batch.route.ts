import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { JOB_READ } from '../table-access';
import { describeRead } from './job-documentation';

export const route = {
  operationId: 'getBatch',
  method: 'GET',
  path: '/api/v1/messaging/batch/{id}',
  handler: 'functions/http/read-jobs.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'Read a batch back, with its counts',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [JOB_READ];

export const documentation = (): RouteDocumentation => describeRead('batch');
