import { jobClicksEndpoint } from './job-clicks-endpoint';
import { route } from './get-broadcast-clicks.route';

export { route };

/** GET /api/v1/messaging/broadcast/{id}/clicks. */
export const handler = jobClicksEndpoint({ kind: 'broadcast', route });
