import { jobCancelEndpoint } from './job-cancel-endpoint';

/** POST /api/v1/messaging/batch/{id}/cancel. */
export const handler = jobCancelEndpoint({ kind: 'batch', operationId: 'cancelBatch' });
