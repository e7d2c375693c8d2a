import { jobRecipientsEndpoint } from './job-recipients-endpoint';

/** GET /api/v1/messaging/batch/{id}/recipients. */
export const handler = jobRecipientsEndpoint({ kind: 'batch', operationId: 'listBatchRecipients' });
