import { readExportEndpoint } from './read-export-endpoint';
import { route } from './get-batch-export.route';

export { route };

/** GET /api/v1/messaging/batch/{id}/recipients/exports/{exportId}. **Source:** rules E5. */
export const handler = readExportEndpoint({ kind: 'batch', route });
