import { jobCancelEndpoint } from './job-cancel-endpoint';
import { route } from './cancel-broadcast.route';

export { route };

/** POST /api/v1/messaging/broadcast/{id}/cancel. */
export const handler = jobCancelEndpoint({ kind: 'broadcast', route });
