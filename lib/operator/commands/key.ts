import { InvalidArgumentError } from 'commander';
import {
  type ApiKey,
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  type RotationRefusal,
} from '../../../shared/accounts/api-keys';
import { readLastUses } from '../../../shared/accounts/key-use';
import { type Scope, SCOPES } from '../../../shared/accounts/scopes';
import {
  DEFAULT_KEY_OVERLAP_HOURS,
  MAX_KEY_LIFETIME_HOURS,
  MAX_KEY_NAME_CHARACTERS,
  MAX_KEY_OVERLAP_HOURS,
} from '../../../shared/limits';
import { OperatorError } from '../operator-error';
import { collect, LIST_HELP } from '../option-lists';
import { parseHours, parseName, parseText } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Cell, Report } from '../report';
import { keepChanges } from '../told-changes';
import { addVerb, noSuchAccount, requireAccount, requireOpenAccount, withAccount } from '../verb';

export const addKeyVerbs: AddVerbs = (noun, io) => {
  addVerb<{ account: string; name?: string; scope?: Scope[]; expiresIn?: number }>(noun, io, {
    name: 'create',
    summary: 'create an API key; its secret is shown once, here',
    declare: (command) =>
      withAccount(command)
        .option('--name <name>', 'what people call it, such as the program that uses it', parseKeyName)
        .option(
          '--scope <scope>',
          `all that the key may do, of ${SCOPES.join(', ')}; ${LIST_HELP}; without it everything`,
          collect(parseScope),
        )
        .option('--expires-in <duration>', EXPIRY_HELP, parseLifetime),
    run: async ({ target }, options) => {
      const account = await requireOpenAccount(target, options.account);
      const told = keepChanges();
      const created = await createApiKey(target, account.id, {
        beforeWrite: told.beforeWrite,
        name: options.name,
        scopes: options.scope && [...new Set(options.scope)],
        expiresInHours: options.expiresIn,
        createdBy: { kind: 'operator', id: await target.findCaller() },
      });
      if (!created) throw noSuchAccount(account.id);
      return { ...reportCreated(created), changes: told.changes };
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'list',
    summary: 'list API keys, revoked ones included, oldest first',
    declare: withAccount,
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      const keys = await listApiKeys(target.table, account.id);
      const uses = await readLastUses(
        target.table,
        keys.map(({ id }) => id),
      );
      return reportKeys(keys.map((key) => ({ ...key, lastUsedAt: uses.get(key.id) })));
    },
  });
  addVerb<{ account: string; key: string; overlap?: number; expiresIn?: number }>(noun, io, {
    name: 'rotate',
    summary: 'give an API key a new secret, shown once, here; the present one works on for the overlap',
    declare: (command) =>
      withAccount(command)
        .requiredOption('--key <id>', 'id of the API key')
        .option(
          '--overlap <duration>',
          'how long the present secret works on, such as 48h; 24h unless given, 0h for not at all',
          parseHours({ least: 0, most: MAX_KEY_OVERLAP_HOURS }),
        )
        .option('--expires-in <duration>', `${EXPIRY_HELP}; without it the end stays`, parseLifetime),
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      const { key: keyId, overlap: overlapHours = DEFAULT_KEY_OVERLAP_HOURS, expiresIn } = options;
      const by = { kind: 'operator' as const, id: await target.findCaller() };
      const of = { accountId: account.id, keyId, by, overlapHours, expiresInHours: expiresIn };
      const told = keepChanges();
      const result = await rotateApiKey(target, { ...of, beforeWrite: told.beforeWrite });
      if ('refused' in result) throw notRotated(result.refused, keyId);
      return { ...reportCreated(result), changes: told.changes };
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

const EXPIRY_HELP = 'after which the key opens nothing any more, such as 90d';
const parseLifetime = parseHours({ least: 1, most: MAX_KEY_LIFETIME_HOURS });

function notRotated(refusal: RotationRefusal, keyId: string): OperatorError {
  switch (refusal) {
    case 'noKey':
      return new OperatorError(`The account has no API key ${keyId}.`);
    case 'noRight':
      return new OperatorError(`What ${keyId} needs to be rotated is no longer so: try again.`);
    case 'rotated':
      return new OperatorError(`${keyId} was rotated at the same moment: look at "key list".`);
    case 'revoked':
    case 'expired':
      return new OperatorError(`${keyId} is ${refusal}: create another key.`);
  }
}

function reportCreated({ key, secret }: { key: ApiKey; secret: string }): Report {
  return {
    json: { ...presentKey(key), secret },
    rows: [
      ['id', key.id],
      ...(key.name === undefined ? [] : [['name', key.name]]),
      ['secret', secret],
      ['scopes', scopesOf(key)],
      ['created at', key.createdAt],
      ...(key.expiresAt === undefined ? [] : [['expires at', key.expiresAt]]),
      ...(key.previous === undefined ? [] : [['the secret before works until', key.previous.until]]),
    ],
    note: 'The secret is not stored and cannot be shown again: keep it now.',
  };
}

/** Key in a list, which is the only place where the time of its last use is read. */
type ListedKey = ApiKey & { lastUsedAt?: string | undefined };

function reportKeys(keys: ListedKey[]): Report {
  return {
    json: keys.map(presentKey),
    head: HEAD,
    rows: keys.map(rowOf),
    ...(keys.length === 0 && { note: 'The account has no API keys.' }),
  };
}

const HEAD = ['id', 'name', 'scopes', 'created at', 'created by', 'last used', 'expires at', 'revoked at'];
const rowOf = (key: ListedKey): Cell[] => [
  ...[key.id, key.name, scopesOf(key), key.createdAt, key.createdBy?.id],
  ...[key.lastUsedAt, key.expiresAt, key.revokedAt],
];
const scopesOf = ({ scopes }: ApiKey) => scopes?.join('\n') ?? 'all';

/** Presents a key. One without scopes of its own has all of them. */
function presentKey({ id, accountId, name, scopes = [...SCOPES], createdAt, ...others }: ListedKey) {
  const { createdBy, lastUsedAt, expiresAt, previous, revokedAt } = others;
  const previousUntil = previous?.until;
  return {
    ...{ id, accountId, name, scopes, createdAt, createdBy },
    ...{ lastUsedAt, expiresAt, previousUntil, revokedAt },
  };
}

const parseKeyName = (raw: string) => parseText(MAX_KEY_NAME_CHARACTERS)(parseName(raw));

function parseScope(raw: string): Scope {
  const scope = SCOPES.find((one) => one === raw.trim());
  if (scope === undefined) throw new InvalidArgumentError(`Expected one of ${SCOPES.join(', ')}.`);
  return scope;
}
