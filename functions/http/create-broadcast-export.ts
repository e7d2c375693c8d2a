import { recipientExportEndpoint } from './recipient-export-endpoint';
import { route } from './create-broadcast-export.route';

export { route };

/** POST /api/v1/messaging/broadcast/{id}/recipients/exports. **Source:** rules E5. */
export const handler = recipientExportEndpoint({ kind: 'broadcast', route });
