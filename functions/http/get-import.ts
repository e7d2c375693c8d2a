import { findImportOrThrow, isImportOver } from '../../shared/audience/import/find-import';
import { presentImport } from '../../shared/audience/import/present-import';
import { ServiceError } from '../../shared/errors/service-error';
import { endpoint } from '../../shared/http/endpoint';
import { getFilesPlatform } from '../../shared/platform/files/files-platform';
import * as routes from './imports.routes';

/** GET /api/v1/contacts/imports/{id}. **Source:** rules E5. */
export const handler = endpoint({
  route: routes.getImport,
  handle: async ({ platform: core, account, pathParameters }) => {
    const platform = getFilesPlatform(core);
    const place = { accountId: account.id, importId: pathParameters.id ?? '' };
    const found = await findImportOrThrow(platform.table, place);
    if (isImportOver(found, account, platform.clock.now())) {
      throw new ServiceError('NoSuchResource', { cause: 'import' });
    }
    return { status: 200, body: await presentImport(platform, found) };
  },
});
