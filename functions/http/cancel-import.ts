import { cancelImport } from '../../shared/audience/import/cancel-import';
import { presentImport } from '../../shared/audience/import/present-import';
import { endpoint } from '../../shared/http/endpoint';
import { getFilesPlatform } from '../../shared/platform/files/files-platform';
import * as routes from './imports.routes';

/** POST /api/v1/contacts/imports/{id}/cancel. **Source:** rules E5. */
export const handler = endpoint({
  route: routes.cancelImport,
  handle: async ({ platform: core, account, pathParameters }) => {
    const platform = getFilesPlatform(core);
    const place = { accountId: account.id, importId: pathParameters.id ?? '' };
    return { status: 200, body: await presentImport(platform, await cancelImport(platform, place)) };
  },
});
