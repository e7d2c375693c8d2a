import { jobReadEndpoint } from './job-read-endpoint';
import { route } from './get-broadcast.route';

export { route };

/** GET /api/v1/messaging/broadcast/{id}. */
export const handler = jobReadEndpoint({ kind: 'broadcast', route });
