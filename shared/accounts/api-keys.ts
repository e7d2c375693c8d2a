import { createHash, timingSafeEqual } from 'node:crypto';
import { array, object, optional, string } from 'valibot';
import { type Clock, isoNow } from '../platform/clock';
import type { Ids } from '../platform/ids';
import { accountApiKeyKey, accountKey, API_KEY_PREFIX, apiKeyKey } from '../platform/store/keys';
import { commit } from '../platform/store/commit';
import { defineItem, type ValueOf } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { storedText } from '../platform/store/stored-text';
import type { Table } from '../platform/store/table';
import { ACCOUNT_IS_OPEN } from './account-store';
import { type Person, storedPerson } from './actor';
import type { Scope } from './scopes';

const apiKeyItem = defineItem({
  entity: 'apiKey',
  key: apiKeyKey,
  value: object({
    id: string(),
    accountId: string(),
    /** What people call it, such as the program that uses it. */
    name: optional(string()),
    /** SHA-256 in hex. The secret has 256 random bits: a slow hash would add nothing. */
    secretHash: string(),
    createdAt: string(),
    /** Absent of a key that no person made, such as the demo account's. */
    createdBy: optional(storedPerson),
    revokedAt: optional(string()),
    /** All that the key may do; absent: everything. **Source:** rules E6. */
    scopes: optional(array(storedText<Scope>())),
  }),
});
export type ApiKey = ValueOf<typeof apiKeyItem>;

export const readApiKey = apiKeyItem.read;

/** An entry in the account's own list of its keys. */
export const listedKeyItem = defineItem({
  entity: 'listedApiKey',
  key: ({ accountId, keyId }: { accountId: string; keyId: string }) => accountApiKeyKey(accountId, keyId),
  value: object({ keyId: string() }),
});

interface KeyOptions {
  name?: string | undefined;
  scopes?: Scope[] | undefined;
  createdBy?: Person | undefined;
}

/**
 * Creates a key of the account. Only this answer has the secret: the table has its hash.
 *
 * @param options.name what people call it, 1 to 100 characters
 * @param options.scopes all that the key may do; absent: everything
 * @param options.createdBy who makes it: campaigns that it launches count as launched by this person
 * @returns `undefined` when there is no such account, or it is closed
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
  const { id, accountId, name, scopes, createdBy } = credentials;
  const key: ApiKey = {
    id,
    accountId,
    ...(name !== undefined && { name }),
    secretHash: hashSecret(credentials.secret),
    createdAt: isoNow(deps.clock),
    ...(createdBy && { createdBy }),
    ...(scopes && { scopes }),
  };
  const result = await commit(deps.table, [
    {
      write: { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
      onFail: 'noOpenAccount',
    },
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

/** The account's keys, oldest first, revoked ones included. */
export async function listApiKeys(table: Table, accountId: string): Promise<ApiKey[]> {
  const entries = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': API_KEY_PREFIX },
  });
  const items = await table.batchGet(entries.map((entry) => apiKeyKey(listedKeyItem.read(entry).keyId)));
  return items.filter((item) => item !== undefined).map(readApiKey);
}

/**
 * Revokes a key at once. Revoking it again keeps the first time.
 *
 * @returns `undefined` when the account has no such key
 */
export async function revokeApiKey(
  deps: { table: Table; clock: Clock },
  options: { accountId: string; keyId: string },
): Promise<ApiKey | undefined> {
  if (!(await deps.table.get(listedKeyItem.key(options)))) return undefined;
  const result = await deps.table.update({
    Key: apiKeyKey(options.keyId),
    ...updateExpression(
      { setIfAbsent: { revokedAt: isoNow(deps.clock) } },
      { values: { ':owner': options.accountId } },
    ),
    ConditionExpression: 'accountId = :owner',
  });
  return result.written && result.item ? readApiKey(result.item) : undefined;
}

const NO_SECRET_HASH = '0'.repeat(64);

/**
 * Whether `secret` is that of `key`, and the key is not revoked. Takes the same time whatever differs, and also when
 * there is no key.
 *
 * **Source:** rules 5.3.
 */
export function isKeyOpenedBy(key: ApiKey | undefined, secret: string): key is ApiKey {
  const isSecretRight = isSecretHashed(secret, key?.secretHash);
  return isSecretRight && key !== undefined && key.revokedAt === undefined;
}

/** Whether `hash` is that of the secret. Takes the same time whatever differs, and without a hash. */
export function isSecretHashed(secret: string, hash: string | undefined): boolean {
  const expected = Buffer.from(hash ?? NO_SECRET_HASH, 'hex');
  return timingSafeEqual(expected, Buffer.from(hashSecret(secret), 'hex'));
}

function hashSecret(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}
