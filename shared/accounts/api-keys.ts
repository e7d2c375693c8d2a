import { createHash, timingSafeEqual } from 'node:crypto';
import { type Clock, isoNow } from '../platform/clock';
import type { Ids } from '../platform/ids';
import { accountApiKeyKey, accountKey, API_KEY_PREFIX, apiKeyKey } from '../platform/store/keys';
import { updateExpression } from '../platform/store/expressions';
import type { Item } from '../platform/store/item';
import type { Table } from '../platform/store/table';
import { transactPatiently } from '../platform/store/transact-patiently';
import { ACCOUNT_IS_OPEN } from './account-store';

export interface ApiKey {
  id: string;
  accountId: string;
  /** SHA-256 in hex. The secret has 256 random bits, so that a slow hash would add nothing. */
  secretHash: string;
  createdAt: string;
  revokedAt: string | undefined;
}

/**
 * Creates a key of the account. The secret is in the answer and nowhere else: only its hash is stored.
 *
 * @returns `undefined` when there is no such account, or it is closed
 *
 * **Source:** rules 5.2.
 */
export async function createApiKey(
  deps: { table: Table; clock: Clock; ids: Ids },
  accountId: string,
): Promise<{ key: ApiKey; secret: string } | undefined> {
  const secret = deps.ids.secret();
  const key = await insertApiKey(deps, { id: deps.ids.next('key'), accountId, secret });
  return key && { key, secret };
}

/** Stores a key whose id and secret are given, such as the demo account's own. */
export async function insertApiKey(
  deps: { table: Table; clock: Clock },
  credentials: { id: string; accountId: string; secret: string },
): Promise<ApiKey | undefined> {
  const { id, accountId } = credentials;
  const key: ApiKey = {
    id,
    accountId,
    secretHash: hashSecret(credentials.secret),
    createdAt: isoNow(deps.clock),
    revokedAt: undefined,
  };
  const result = await transactPatiently(deps.table, [
    { ConditionCheck: { Key: accountKey(accountId), ConditionExpression: ACCOUNT_IS_OPEN } },
    {
      Put: {
        Item: { ...apiKeyKey(id), entity: 'apiKey', ...key },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Put: { Item: { ...accountApiKeyKey(accountId, id), keyId: id } } },
  ]);
  return result.committed ? key : undefined;
}

/** The account's keys, oldest first, revoked ones included. */
export async function listApiKeys(table: Table, accountId: string): Promise<ApiKey[]> {
  const entries = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk, ':prefix': API_KEY_PREFIX },
  });
  const items = await table.batchGet(entries.map((entry) => apiKeyKey(entry.keyId as string)));
  return items.filter((item) => item !== undefined).map(readApiKey);
}

/** Revokes at once; revoking twice keeps the first time. `undefined` when the account has no such key. */
export async function revokeApiKey(
  deps: { table: Table; clock: Clock },
  options: { accountId: string; keyId: string },
): Promise<ApiKey | undefined> {
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

export function readApiKey(item: Item): ApiKey {
  return {
    id: item.id as string,
    accountId: item.accountId as string,
    secretHash: item.secretHash as string,
    createdAt: item.createdAt as string,
    revokedAt: item.revokedAt as string | undefined,
  };
}

const NO_SECRET_HASH = '0'.repeat(64);

/**
 * Whether `secret` opens `key`. Takes the same time whatever differs, and also when there is no such key.
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
