import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { JOB_CANCEL } from '../table-access';
import { describeCancel } from './job-documentation';

export const route = {
  operationId: 'cancelBatch',
  method: 'POST',
  path: '/api/v1/messaging/batch/{id}/cancel',
  handler: 'functions/http/cancel-jobs.ts',
  authentication: 'basic',
  scope: 'messages:send',
  bucket: 'stop',
  summary: 'Stop what of a batch has not been handed over',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [JOB_CANCEL];

export const documentation = (): RouteDocumentation => describeCancel('batch');
