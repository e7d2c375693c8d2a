import { jobReadEndpoint } from './job-read-endpoint';
import { route } from './get-batch.route';

export { route };

/** GET /api/v1/messaging/batch/{id}. */
export const handler = jobReadEndpoint({ kind: 'batch', route });
