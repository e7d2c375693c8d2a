import { findKeptImport } from '../../shared/audience/import/find-import';
import { presentImport } from '../../shared/audience/import/present-import';
import { endpoint } from '../../shared/http/endpoint';
import { getFilesPlatform } from '../../shared/platform/files/files-platform';
import * as routes from './imports.routes';

/** GET /api/v1/contacts/imports/{id}. **Source:** rules E5. */
export const handler = endpoint({
  route: routes.getImport,
  handle: async ({ platform: core, account, pathParameters }) => {
    const platform = getFilesPlatform(core);
    const found = await findKeptImport(platform, { account, importId: pathParameters.id ?? '' });
    return { status: 200, body: await presentImport(platform, found) };
  },
});
