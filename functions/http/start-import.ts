import { startImport } from '../../shared/audience/import/start-import';
import { presentImport } from '../../shared/audience/import/present-import';
import { actorOf } from '../../shared/http/caller';
import { checkTestList } from '../../shared/http/check-test-list';
import { endpoint } from '../../shared/http/endpoint';
import { getFilesPlatform } from '../../shared/platform/files/files-platform';
import validate from '../../shared/platform/validation/generated/start-import';
import * as routes from './imports.routes';

/** POST /api/v1/contacts/imports/{id}/start. **Source:** rules E5. */
export const handler = endpoint({
  route: routes.startImport,
  validate,
  handle: async ({ platform: core, account, caller, pathParameters, body }) => {
    const platform = getFilesPlatform(core);
    const importId = pathParameters.id ?? '';
    const started = await startImport(platform, {
      ...{ account, importId, by: actorOf(caller), body },
      checkMayJoin: (groupId) => checkTestList({ account, caller }, groupId),
    });
    return { status: 202, body: await presentImport(platform, started) };
  },
});
