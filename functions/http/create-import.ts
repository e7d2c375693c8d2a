import { createImport } from '../../shared/audience/import/create-import';
import { actorOf } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import { getFilesPlatform } from '../../shared/platform/files/files-platform';
import validate from '../../shared/platform/validation/generated/create-import';
import * as routes from './imports.routes';

/** POST /api/v1/contacts/imports. **Source:** rules E5. */
export const handler = endpoint({
  route: routes.createImport,
  validate,
  handle: async ({ platform: core, account, caller, body }) => {
    const platform = getFilesPlatform(core);
    const { contactImport, upload } = await createImport(platform, { account, body, by: actorOf(caller) });
    const { id, status } = contactImport;
    return {
      status: 201,
      headers: { location: `${routes.createImport.path}/${id}` },
      body: { id, status, upload: { url: upload.url, method: 'PUT', expiresAt: upload.expiresAt } },
    };
  },
});
