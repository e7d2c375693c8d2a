import { jobReadEndpoint } from './job-read-endpoint';

/** GET /api/v1/messaging/broadcast/{id}. */
export const handler = jobReadEndpoint({ kind: 'broadcast', operationId: 'getBroadcast' });
