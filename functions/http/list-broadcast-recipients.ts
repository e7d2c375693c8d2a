import { jobRecipientsEndpoint } from './job-recipients-endpoint';

/** GET /api/v1/messaging/broadcast/{id}/recipients. */
export const handler = jobRecipientsEndpoint({ kind: 'broadcast', operationId: 'listBroadcastRecipients' });
