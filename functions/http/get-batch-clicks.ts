import { jobClicksEndpoint } from './job-clicks-endpoint';
import { route } from './get-batch-clicks.route';

export { route };

/** GET /api/v1/messaging/batch/{id}/clicks. */
export const handler = jobClicksEndpoint({ kind: 'batch', route });
