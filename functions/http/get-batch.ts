import { jobReadEndpoint } from './job-read-endpoint';

/** GET /api/v1/messaging/batch/{id}. */
export const handler = jobReadEndpoint({ kind: 'batch', operationId: 'getBatch' });
