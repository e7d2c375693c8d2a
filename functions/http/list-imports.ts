import { listImports } from '../../shared/audience/import/list-imports';
import { presentImport } from '../../shared/audience/import/present-import';
import { endpoint } from '../../shared/http/endpoint';
import { getFilesPlatform } from '../../shared/platform/files-platform';
import { readPageCursor, readPageLimit, writePageCursor } from '../../shared/platform/validation/page-query';
import { route } from './list-imports.route';

/** GET /api/v1/contacts/imports. **Source:** rules E1, E5. */
export const handler = endpoint({
  route,
  handle: async ({ account, query }) => {
    const platform = getFilesPlatform();
    const owner = { accountId: account.id, list: 'imports' };
    const limit = readPageLimit(query.limit);
    const before = readPageCursor(owner, query.cursor);
    const { imports, hasMore } = await listImports(platform, { accountId: account.id, limit, before });
    const results = await Promise.all(imports.map((one) => presentImport(platform, one)));
    const last = imports.at(-1);
    return {
      status: 200,
      body: { results, ...(hasMore && last && { nextCursor: writePageCursor(owner, last.id) }) },
    };
  },
});
