import {
  type ApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '../../shared/accounts/api-keys';
import { readLastUses } from '../../shared/accounts/key-use';
import { SCOPES } from '../../shared/accounts/scopes';
import { changesBetween } from '../../shared/audit/tell-changes';
import { ServiceError } from '../../shared/errors/service-error';
import type { ConsoleHandler } from '../../shared/http/by-path';
import type { Caller } from '../../shared/http/caller';
import { endpoint } from '../../shared/http/endpoint';
import { DEFAULT_KEY_OVERLAP_HOURS } from '../../shared/limits';
import validateCreate from '../../shared/platform/validation/generated/create-key';
import validateRotate from '../../shared/platform/validation/generated/rotate-key';
import { checkAdminRight } from '../../shared/users/admin-right';
import * as routes from './keys.routes';

/** Routes of API keys. **Source:** rules 5.2, E6. */
export const KEY_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listKeys.route,
    handler: endpoint({
      route: routes.listKeys.route,
      handle: async ({ platform, account }) => {
        const keys = await listApiKeys(platform.table, account.id);
        const uses = await readLastUses(
          platform.table,
          keys.map(({ id }) => id),
        );
        const results = keys.map((key) => ({ ...present(key), lastUsedAt: uses.get(key.id) }));
        return { status: 200, body: { results } };
      },
    }),
  },
  {
    route: routes.createKey.route,
    handler: endpoint({
      route: routes.createKey.route,
      validate: validateCreate,
      handle: async ({ platform, audit, account, caller, body }) => {
        const createdBy = { kind: 'user' as const, id: caller.id };
        // A user who is being removed can create no key that outlives the removal.
        const created = await createApiKey(platform, account.id, {
          ...{ ...body, createdBy, checks: [rightOf(caller, account)] },
          beforeWrite: (before, after) => audit.tell({ changes: changesBetween(before, after) }),
        });
        if (!created) throw new ServiceError('NoSuchResource', { cause: 'account' });
        return { status: 201, body: { ...present(created.key), secret: created.secret } };
      },
    }),
  },
  {
    route: routes.rotateKey.route,
    handler: endpoint({
      route: routes.rotateKey.route,
      validate: validateRotate,
      handle: async ({ platform, audit, account, caller, pathParameters: { id: keyId = '' }, body }) => {
        const { overlapHours = DEFAULT_KEY_OVERLAP_HOURS, expiresInHours } = body;
        const by = { kind: 'user' as const, id: caller.id };
        // Nor can such a user learn a secret that does.
        const of = { accountId: account.id, keyId, by, checks: [rightOf(caller, account)] };
        const result = await rotateApiKey(platform, {
          ...{ ...of, overlapHours, expiresInHours },
          beforeWrite: (before, after) => audit.tell({ changes: changesBetween(before, after) }),
        });
        if ('refused' in result) {
          if (result.refused === 'noKey') throw new ServiceError('NoSuchResource', { cause: 'key' });
          if (result.refused === 'noRight')
            throw new ServiceError('Forbidden', {
              cause: 'scope',
              details: { scope: routes.rotateKey.route.scope },
            });
          throw new ServiceError('InvalidState', { details: { status: result.refused } });
        }
        return { status: 200, body: { ...present(result.key), secret: result.secret } };
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

/** Builds a check that the user still has the rights of an administrator. */
const rightOf = (caller: Caller, account: { id: string }) =>
  checkAdminRight({
    accountId: account.id,
    userId: caller.id,
    right: caller.type === 'user' && caller.isOperator ? 'operator' : 'admin',
  });

/** Returns a key; one without scopes of its own has all of them. */
const present = ({ id, name, scopes = [...SCOPES], createdAt, previous, ...others }: ApiKey) => {
  const { createdBy, expiresAt, revokedAt } = others;
  const previousUntil = previous?.until;
  return { id, name, scopes, createdAt, createdBy, expiresAt, previousUntil, revokedAt };
};
