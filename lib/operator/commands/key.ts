import { InvalidArgumentError } from 'commander';
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '../../../shared/accounts/api-keys';
import { type Scope, SCOPES } from '../../../shared/accounts/scopes';
import { MAX_KEY_NAME_CHARACTERS } from '../../../shared/limits';
import { OperatorError } from '../operator-error';
import { collect, LIST_HELP, parseName, parseText } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Cell, Report } from '../report';
import { addVerb, noSuchAccount, requireAccount, requireOpenAccount, withAccount } from '../verb';

export const addKeyVerbs: AddVerbs = (noun, io) => {
  addVerb<{ account: string; name?: string; scope?: Scope[] }>(noun, io, {
    name: 'create',
    summary: 'create an API key; its secret is shown once, here',
    declare: (command) =>
      withAccount(command)
        .option('--name <name>', 'what people call it, such as the program that uses it', parseKeyName)
        .option(
          '--scope <scope>',
          `all that the key may do, of ${SCOPES.join(', ')}; ${LIST_HELP}; without it everything`,
          collect(parseScope),
        ),
    run: async ({ target }, options) => {
      const account = await requireOpenAccount(target, options.account);
      const created = await createApiKey(target, account.id, {
        name: options.name,
        scopes: options.scope && [...new Set(options.scope)],
        createdBy: { kind: 'operator', id: await target.findCaller() },
      });
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
        head: HEAD,
        rows: [rowOf(key)],
      };
    },
  });
};

function reportCreated({ key, secret }: { key: ApiKey; secret: string }): Report {
  return {
    json: { ...presentKey(key), secret },
    rows: [
      ['id', key.id],
      ...(key.name === undefined ? [] : [['name', key.name]]),
      ['secret', secret],
      ['scopes', scopesOf(key)],
      ['created at', key.createdAt],
    ],
    note: 'The secret is not stored and cannot be shown again: keep it now.',
  };
}

function reportKeys(keys: ApiKey[]): Report {
  return {
    json: keys.map(presentKey),
    head: HEAD,
    rows: keys.map(rowOf),
    ...(keys.length === 0 && { note: 'The account has no API keys.' }),
  };
}

const HEAD = ['id', 'name', 'scopes', 'created at', 'created by', 'revoked at'];
const rowOf = (key: ApiKey): Cell[] => [
  ...[key.id, key.name, scopesOf(key), key.createdAt, key.createdBy?.id],
  key.revokedAt,
];
const scopesOf = ({ scopes }: ApiKey) => scopes?.join('\n') ?? 'all';

/** A key without scopes of its own has all of them. */
function presentKey({ id, accountId, name, scopes = [...SCOPES], createdAt, ...others }: ApiKey) {
  const { createdBy, revokedAt } = others;
  return { id, accountId, name, scopes, createdAt, createdBy, revokedAt };
}

const parseKeyName = (raw: string) => parseText(MAX_KEY_NAME_CHARACTERS)(parseName(raw));

function parseScope(raw: string): Scope {
  const scope = SCOPES.find((one) => one === raw.trim());
  if (scope === undefined) throw new InvalidArgumentError(`Expected one of ${SCOPES.join(', ')}.`);
  return scope;
}
