import { jobRecipientsEndpoint } from './job-recipients-endpoint';
import { route } from './list-batch-recipients.route';

export { route };

/** GET /api/v1/messaging/batch/{id}/recipients. */
export const handler = jobRecipientsEndpoint({ kind: 'batch', route });
