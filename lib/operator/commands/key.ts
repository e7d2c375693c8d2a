import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '../../../shared/accounts/api-keys';
import { OperatorError } from '../operator-error';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import { addVerb, noSuchAccount, requireAccount, requireOpenAccount, withAccount } from '../verb';

export const addKeyVerbs: AddVerbs = (noun, io) => {
  addVerb<{ account: string }>(noun, io, {
    name: 'create',
    summary: 'create an API key; its secret is shown once, here',
    declare: withAccount,
    run: async ({ target }, options) => {
      const account = await requireOpenAccount(target, options.account);
      const created = await createApiKey(target, account.id);
      if (!created) throw noSuchAccount(account.id);
      return reportCreated(created);
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'list',
    summary: 'list API keys, revoked ones included, oldest first',
    declare: withAccount,
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      return reportKeys(await listApiKeys(target.table, account.id));
    },
  });
  addVerb<{ account: string; key: string }>(noun, io, {
    name: 'revoke',
    summary: 'revoke an API key for good',
    declare: (command) => withAccount(command).requiredOption('--key <id>', 'id of the API key'),
    confirmation: (_session, { key }) => ({
      question: `Revoke ${key}? Whatever uses it is refused from then on.`,
      isYesRequired: false,
    }),
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      const key = await revokeApiKey(target, { accountId: account.id, keyId: options.key });
      if (!key) throw new OperatorError(`The account has no API key ${options.key}.`);
      return {
        json: presentKey(key),
        head: ['id', 'created at', 'revoked at'],
        rows: [[key.id, key.createdAt, key.revokedAt]],
      };
    },
  });
};

function reportCreated({ key, secret }: { key: ApiKey; secret: string }): Report {
  return {
    json: { ...presentKey(key), secret },
    rows: [
      ['id', key.id],
      ['secret', secret],
      ['created at', key.createdAt],
    ],
    note: 'The secret is not stored and cannot be shown again: keep it now.',
  };
}

function reportKeys(keys: ApiKey[]): Report {
  return {
    json: keys.map(presentKey),
    head: ['id', 'created at', 'revoked at'],
    rows: keys.map((key) => [key.id, key.createdAt, key.revokedAt]),
    ...(keys.length === 0 && { note: 'The account has no API keys.' }),
  };
}

function presentKey({ id, accountId, createdAt, revokedAt }: ApiKey) {
  return { id, accountId, createdAt, revokedAt };
}
