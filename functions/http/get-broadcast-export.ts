import { readExportEndpoint } from './read-export-endpoint';
import { route } from './get-broadcast-export.route';

export { route };

/** GET /api/v1/messaging/broadcast/{id}/recipients/exports/{exportId}. **Source:** rules E5. */
export const handler = readExportEndpoint({ kind: 'broadcast', route });
