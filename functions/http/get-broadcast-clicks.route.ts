import type { AuthenticatedRoute } from '../../shared/http/route';
import type { RouteDocumentation } from '../../shared/http/route-documentation';
import type { TableAccess } from '../../shared/platform/store/table-access';
import { JOB_CLICKS } from '../table-access';
import { describeClicks } from './job-documentation';

export const route = {
  operationId: 'getBroadcastClicks',
  method: 'GET',
  path: '/api/v1/messaging/broadcast/{id}/clicks',
  handler: 'functions/http/read-jobs.ts',
  authentication: 'basic',
  scope: 'messages:read',
  bucket: 'read',
  summary: 'Read how often the tracking links of a broadcast were followed',
} as const satisfies AuthenticatedRoute;

export const access = (): TableAccess[] => [JOB_CLICKS];

export const documentation = (): RouteDocumentation => describeClicks();
