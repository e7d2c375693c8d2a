import { jobCancelEndpoint } from './job-cancel-endpoint';
import { route } from './cancel-batch.route';

export { route };

/** POST /api/v1/messaging/batch/{id}/cancel. */
export const handler = jobCancelEndpoint({ kind: 'batch', route });
