import { readExportEndpoint } from './read-export-endpoint';
import { route } from './get-contact-export.route';

export { route };

/** GET /api/v1/contacts/exports/{exportId}. **Source:** rules E5. */
export const handler = readExportEndpoint({ kind: 'contacts', route });
