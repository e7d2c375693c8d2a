import { recipientExportEndpoint } from './recipient-export-endpoint';
import { route } from './create-batch-export.route';

export { route };

/** POST /api/v1/messaging/batch/{id}/recipients/exports. **Source:** rules E5. */
export const handler = recipientExportEndpoint({ kind: 'batch', route });
