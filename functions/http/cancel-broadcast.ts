import { jobCancelEndpoint } from './job-cancel-endpoint';

/** POST /api/v1/messaging/broadcast/{id}/cancel. */
export const handler = jobCancelEndpoint({ kind: 'broadcast', operationId: 'cancelBroadcast' });
