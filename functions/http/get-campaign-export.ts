import { readExportEndpoint } from './read-export-endpoint';
import { route } from './get-campaign-export.route';

export { route };

/** GET /api/v1/campaigns/{id}/recipients/exports/{exportId}. **Source:** rules E5. */
export const handler = readExportEndpoint({ kind: 'campaign', route });
