import { jobRecipientsEndpoint } from './job-recipients-endpoint';
import { route } from './list-broadcast-recipients.route';

export { route };

/** GET /api/v1/messaging/broadcast/{id}/recipients. */
export const handler = jobRecipientsEndpoint({ kind: 'broadcast', route });
