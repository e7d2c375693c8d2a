import { isImportOver } from '../../shared/audience/import/find-import';
import { listImports } from '../../shared/audience/import/list-imports';
import { presentListedImport } from '../../shared/audience/import/present-import';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage } from '../../shared/lists/list-query';
import { getFilesPlatform } from '../../shared/platform/files/files-platform';
import * as routes from './imports.routes';

/** GET /api/v1/contacts/imports. **Source:** rules E1, E5. */
export const handler = endpoint({
  route: routes.listImports,
  handle: async ({ platform: core, account, query }) => {
    const platform = getFilesPlatform(core);
    const { id: accountId } = account;
    const scope = { accountId, list: 'imports' };
    const page = readListPage(query, scope);
    const { imports, nextCursor } = await listImports(platform, { accountId, page, scope });
    const kept = imports.filter((one) => !isImportOver(one, account, platform.clock.now()));
    const results = await Promise.all(kept.map((one) => presentListedImport(platform, one)));
    return { status: 200, body: { results, nextCursor } };
  },
});
