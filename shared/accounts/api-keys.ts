import { createHash, timingSafeEqual } from 'node:crypto';
import { array, object, optional, string } from 'valibot';
import { type Clock, epochMs, isoNow } from '../platform/clock';
import type { Ids } from '../platform/ids';
import { accountApiKeyKey, accountKey, API_KEY_PREFIX, apiKeyKey } from '../platform/store/keys';
import { commit } from '../platform/store/commit';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { storedText } from '../platform/store/stored-text';
import type { Table, TransactItem } from '../platform/store/table';
import { ACCOUNT_IS_OPEN } from './account-store';
import { type Person, storedPerson } from './actor';
import { type Scope, SCOPES } from './scopes';

const apiKeyItem = defineItem({
  entity: 'apiKey',
  key: apiKeyKey,
  value: object({
    id: string(),
    accountId: string(),
    /** Name that people give it, such as that of the program that uses it. */
    name: optional(string()),
    /** SHA-256 in hex. The secret has 256 random bits, so that a slow hash would add nothing. */
    secretHash: string(),
    createdAt: string(),
    /** Absent for a key that no person made, such as the demo account's. */
    createdBy: optional(storedPerson),
    /**
     * Others who were shown a secret of it: its maker before it was handed over, then those who rotated it, in this
     * order. The last one has the current secret.
     */
    knownTo: optional(array(storedPerson)),
    revokedAt: optional(string()),
    /** End of the key, after which it is refused; absent: it has no end. */
    expiresAt: optional(string()),
    /** Secret before the last rotation, and the time until which it is still accepted. */
    previous: optional(object({ secretHash: string(), until: string() })),
    /** Scopes of the key; absent: everything. **Source:** rules E6. */
    scopes: optional(array(storedText<Scope>())),
  }),
});
export type ApiKey = ValueOf<typeof apiKeyItem>;

export const readApiKey = apiKeyItem.read;

/** Entry in the account's own list of its keys. */
export const listedKeyItem = defineItem({
  entity: 'listedApiKey',
  key: ({ accountId, keyId }: { accountId: string; keyId: string }) => accountApiKeyKey(accountId, keyId),
  value: object({ keyId: string() }),
});

interface KeyOptions {
  name?: string | undefined;
  scopes?: Scope[] | undefined;
  createdBy?: Person | undefined;
  expiresInHours?: number | undefined;
  /** Condition checks that must hold when the key is stored. */
  checks?: TransactItem[] | undefined;
  beforeWrite?: ((before: object, after: object) => void) | undefined;
}

/**
 * Creates a key of the account. Only this answer has the secret; the table has its hash.
 *
 * @param options.name name that people give it, 1 to 100 characters
 * @param options.scopes scopes of the key; absent: everything
 * @param options.createdBy maker of the key: campaigns that it launches count as launched by this person
 * @param options.expiresInHours absent: the key has no end
 * @param options.checks condition checks, such as the right of the maker
 * @param options.beforeWrite called with nothing, and name, scopes and end of the key
 * @returns `undefined` when there is no such account, it is closed, or a check does not hold
 *
 * **Source:** rules 5.2, E6.
 */
export async function createApiKey(
  deps: { table: Table; clock: Clock; ids: Ids },
  accountId: string,
  options: KeyOptions = {},
): Promise<{ key: ApiKey; secret: string } | undefined> {
  const secret = deps.ids.secret();
  const key = await insertApiKey(deps, { id: deps.ids.next('key'), accountId, secret, ...options });
  return key && { key, secret };
}

/** Stores a key with a given id and secret, such as the demo account's. */
export async function insertApiKey(
  deps: { table: Table; clock: Clock },
  credentials: { id: string; accountId: string; secret: string } & KeyOptions,
): Promise<ApiKey | undefined> {
  const { id, accountId, name, scopes, createdBy, expiresInHours, checks = [] } = credentials;
  const key: ApiKey = {
    id,
    accountId,
    ...(name !== undefined && { name }),
    secretHash: hashSecret(credentials.secret),
    createdAt: isoNow(deps.clock),
    ...(createdBy && { createdBy }),
    ...(expiresInHours !== undefined && { expiresAt: inHours(deps, expiresInHours) }),
    ...(scopes && { scopes }),
  };
  const { expiresAt } = key;
  credentials.beforeWrite?.({}, { name, scopes: (scopes ?? SCOPES).join(' '), expiresAt });
  const result = await commit(deps.table, [
    {
      write: { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
      onFail: 'noOpenAccount',
    },
    ...checks.map((write) => ({ write, onFail: 'checkFailed' })),
    {
      write: {
        Put: { Item: apiKeyItem.item(id, key), ConditionExpression: 'attribute_not_exists(pk)' },
      },
      onFail: 'idTaken',
    },
    { write: { Put: { Item: listedKeyItem.item({ accountId, keyId: id }, { keyId: id }) } } },
  ]);
  return result.committed ? key : undefined;
}

/** Lists the account's keys, oldest first, with revoked ones. */
export async function listApiKeys(table: Table, accountId: string): Promise<ApiKey[]> {
  const entries = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': API_KEY_PREFIX },
  });
  const items = await table.batchGet(entries.map((entry) => apiKeyKey(listedKeyItem.read(entry).keyId)));
  return items.filter((item) => item !== undefined).map(readApiKey);
}

/**
 * Revokes a key at once. Revoking it again changes nothing.
 *
 * @returns `undefined` when the account has no such key
 */
export async function revokeApiKey(
  deps: { table: Table; clock: Clock },
  options: { accountId: string; keyId: string },
): Promise<ApiKey | undefined> {
  const { accountId, keyId } = options;
  const known = apiKeyItem.readIfAny(await deps.table.get(apiKeyKey(keyId)));
  if (known?.accountId !== accountId) return undefined;
  if (known.revokedAt !== undefined) return known;
  const result = await deps.table.update({
    Key: apiKeyKey(keyId),
    ...updateExpression({ set: { revokedAt: isoNow(deps.clock) } }),
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(revokedAt)',
  });
  return apiKeyItem.readIfAny(result.written ? result.item : result.found);
}

/** Reason why a key gets no new secret; `noRight`: one of `checks` did not hold. */
export type RotationRefusal = 'noKey' | 'revoked' | 'expired' | 'rotated' | 'noRight';

/**
 * Gives a key a new secret. The current one is still accepted for some hours, so that programs can change over; the one
 * before that ends at once. Id, scopes and maker of the key stay, so that waiting campaigns are not affected.
 *
 * @param options.by person who gets the secret: campaigns that the key launches count as launched by this person too
 * @param options.expiresInHours new end of the key; absent: its end stays
 * @param options.beforeWrite called with the end of the key before, and after with that of its former secret
 * @returns the secret, which only this answer has
 */
export async function rotateApiKey(
  deps: { table: Table; clock: Clock; ids: Ids },
  options: {
    accountId: string;
    keyId: string;
    by: Person;
    overlapHours: number;
    expiresInHours?: number | undefined;
    /** More condition checks that must hold, such as the right of the person. */
    checks?: TransactItem[];
    beforeWrite?: (before: object, after: object) => void;
  },
): Promise<{ key: ApiKey; secret: string } | { refused: RotationRefusal }> {
  const { accountId, keyId, by, overlapHours, expiresInHours, checks = [] } = options;
  // 1. Read the key.
  const item = await deps.table.get(apiKeyKey(keyId));
  const known = item && readApiKey(item);
  if (known?.accountId !== accountId) return { refused: 'noKey' };
  const state = stateOf(known, deps.clock.now());
  if (state !== 'active') return { refused: state };

  // 2. Store the new secret, unless another rotation came first.
  const secret = deps.ids.secret();
  const expiresAt = expiresInHours === undefined ? known.expiresAt : inHours(deps, expiresInHours);
  const rotated: ApiKey = {
    ...known,
    secretHash: hashSecret(secret),
    knownTo: [...(known.knownTo ?? []), by],
    expiresAt,
    previous:
      overlapHours > 0 ? { secretHash: known.secretHash, until: inHours(deps, overlapHours) } : undefined,
  };
  const { secretHash, knownTo, previous } = rotated;
  const formerSecretUntil = previous?.until ?? isoNow(deps.clock);
  options.beforeWrite?.({ expiresAt: known.expiresAt }, { expiresAt, formerSecretUntil });
  const result = await commit(deps.table, [
    {
      write: {
        Update: {
          Key: apiKeyKey(keyId),
          ...updateExpression(
            {
              set: { secretHash, knownTo, expiresAt, ...(previous && { previous }) },
              ...(previous === undefined && { remove: ['previous'] }),
            },
            { values: { ':known': known.secretHash } },
          ),
          ConditionExpression: '#secretHash = :known AND attribute_not_exists(revokedAt)',
        },
      },
      onFail: 'rotated' as const,
    },
    ...checks.map((write) => ({ write, onFail: 'noRight' as const })),
  ]);
  return result.committed ? { key: rotated, secret } : { refused: result.refusal };
}

const HOUR_MS = 60 * 60 * 1000;

const inHours = ({ clock }: { clock: Clock }, hours: number) =>
  new Date(epochMs(clock) + hours * HOUR_MS).toISOString();

/** Returns the state of a key at a time. A key that is being rotated is active. */
export function stateOf(
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): 'active' | 'revoked' | 'expired' {
  if (revokedAt !== undefined) return 'revoked';
  return expiresAt !== undefined && now >= new Date(expiresAt) ? 'expired' : 'active';
}

const NO_SECRET_HASH = '0'.repeat(64);

/**
 * Returns true when `secret` is that of `key`, or the one before during an overlap, and the key is neither revoked nor
 * expired. Takes the same time whatever differs, and also when there is no key.
 *
 * **Source:** rules 5.3.
 */
export function isKeyOpenedBy(key: ApiKey | undefined, secret: string, now: Date): key is ApiKey {
  const isPresent = isSecretHashed(secret, key?.secretHash);
  const isPrevious = isSecretHashed(secret, key?.previous?.secretHash);
  if (key === undefined || stateOf(key, now) !== 'active') return false;
  return isPresent || (isPrevious && key.previous !== undefined && now < new Date(key.previous.until));
}

/** Returns true when `hash` is that of the secret. Takes the same time whatever differs, and without a hash. */
export function isSecretHashed(secret: string, hash: string | undefined): boolean {
  const expected = Buffer.from(hash ?? NO_SECRET_HASH, 'hex');
  return timingSafeEqual(expected, Buffer.from(hashSecret(secret), 'hex'));
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}
