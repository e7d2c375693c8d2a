import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '../../shared/accounts/api-keys';
import { type Scope, SCOPES } from '../../shared/accounts/scopes';
import { ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import validateCreate from '../../shared/platform/validation/generated/create-key';
import * as routes from './keys.routes';

/** API keys. **Source:** rules 5.2, E6. */
export const KEY_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listKeys.route,
    handler: endpoint({
      route: routes.listKeys.route,
      handle: async ({ platform, account }) => {
        const keys = await listApiKeys(platform.table, account.id);
        return { status: 200, body: { results: keys.map(present) } };
      },
    }),
  },
  {
    route: routes.createKey.route,
    handler: endpoint({
      route: routes.createKey.route,
      validate: validateCreate<{ name?: string; scopes?: Scope[] }>,
      handle: async ({ platform, account, caller, body }) => {
        const createdBy = { kind: 'user' as const, id: caller.id };
        const created = await createApiKey(platform, account.id, { ...body, createdBy });
        if (!created) throw new ServiceError('NoSuchResource', { cause: 'account' });
        return { status: 201, body: { ...present(created.key), secret: created.secret } };
      },
    }),
  },
  {
    route: routes.revokeKey.route,
    handler: endpoint({
      route: routes.revokeKey.route,
      handle: async ({ platform, account, pathParameters }) => {
        const key = await revokeApiKey(platform, { accountId: account.id, keyId: pathParameters.id ?? '' });
        if (!key) throw new ServiceError('NoSuchResource', { cause: 'key' });
        return { status: 200, body: present(key) };
      },
    }),
  },
];

/** A key without scopes of its own has all of them. */
const present = ({ id, name, scopes = [...SCOPES], createdAt, revokedAt }: ApiKey) => ({
  id,
  ...(name !== undefined && { name }),
  scopes,
  createdAt,
  ...(revokedAt !== undefined && { revokedAt }),
});
