import { revokeApiKey } from '../../shared/accounts/api-keys';
import { ServiceError } from '../../shared/errors/service-error';
import { errorAnswer } from '../../shared/http/envelope';
import { forEachAtOnce } from '../../shared/platform/at-once';
import type { Clock } from '../../shared/platform/clock';
import type { Item } from '../../shared/platform/store/item';
import { updateExpression } from '../../shared/platform/store/expressions';
import type { Table } from '../../shared/platform/store/table';
import type { LogEntry } from '../../shared/restore-log/entry';
import { keyExpiry } from '../../shared/sending/idempotency/key-record';
import type { ChangesSince } from './changes-since';

export type LoggedKey = Extract<LogEntry, { kind: 'key' }>;

const WRITES_AT_ONCE = 8;
/** Idempotency keys outlive their meaning by an hour, since clocks differ. */
const KEPT_AFTER_MEANING_SECONDS = 60 * 60;

/**
 * Puts back idempotency keys that were used since the restore point: a repeated request is refused, since its answer is
 * lost, and nothing is sent twice. A key whose answer was restored keeps it.
 *
 * @returns their number
 */
export async function putBackKeys(
  table: Table,
  keys: LoggedKey[],
  options: { now: Date; baseUrl: string; isDryRun: boolean },
): Promise<number> {
  const { now, baseUrl, isDryRun } = options;
  const current = keys.filter(
    ({ expiresAt }) => expiresAt === undefined || Date.parse(expiresAt) > now.getTime(),
  );
  const byPk = new Map(current.map((key) => [key.pk, key]));
  const used = [...byPk.values()];
  const known = await table.batchGet(used.map(({ pk }) => ({ pk, sk: KEY_SK })));
  const lost = used.filter((_, index) => known[index]?.answer === undefined);
  if (!isDryRun) await table.batchPut(lost.map((key) => lostKey(key, { now, baseUrl })));
  return lost.length;
}

const KEY_SK = 'IDEMPOTENCY';

function lostKey({ pk, expiresAt }: LoggedKey, { now, baseUrl }: { now: Date; baseUrl: string }): Item {
  const until = expiresAt ?? keyExpiry(now);
  const error = new ServiceError('IdempotencyKeyInUse', { cause: 'restored' });
  const { statusCode: status, body = '' } = errorAnswer({ error, baseUrl });
  return {
    ...{ pk, sk: KEY_SK, entity: 'idempotency', state: 'completed' },
    // No message or job has this id, so that the end of one frees no key.
    ...{ revision: 'restored', subjectId: 'lost', expiresAt: until },
    answer: JSON.stringify({ status, body: JSON.parse(body) as object }),
    expiresAtEpochSeconds: Math.floor(Date.parse(until) / 1000) + KEPT_AFTER_MEANING_SECONDS,
  };
}

/**
 * Puts back the last balances: credits belong to texts that went out, which a restore does not undo. Those of accounts
 * that were opened since are lost with the account.
 *
 * @returns number of balances
 */
export async function putBackCredits(
  table: Table,
  { credits }: ChangesSince,
  { isDryRun }: { isDryRun: boolean },
): Promise<number> {
  let count = 0;
  await forEachAtOnce([...credits.values()], WRITES_AT_ONCE, async (entry) => {
    const { pk, sk, smsCredits, mmsCredits, hasCreditShards } = entry;
    const isShard = sk === 'CREDIT_SHARD';
    if (isDryRun) return void count++;
    const result = await table.update({
      Key: { pk, sk },
      ...updateExpression({
        set: {
          ...{ smsCredits, mmsCredits },
          ...(isShard && { entity: 'creditShard' }),
          ...(hasCreditShards && { hasCreditShards }),
        },
        ...(!isShard && { remove: ['creditShardsHoldAtMost'] }),
      }),
      ...(!isShard && { ConditionExpression: 'attribute_exists(pk)' }),
    });
    if (result.written) count++;
  });
  return count;
}

/** Revokes API keys that were revoked since the restore point. @returns their number */
export async function putBackRevocations(
  deps: { table: Table; clock: Clock },
  { revokedKeys }: ChangesSince,
  { isDryRun }: { isDryRun: boolean },
): Promise<number> {
  let count = 0;
  for (const { accountId, keyId } of revokedKeys.values()) {
    if (isDryRun || (await revokeApiKey(deps, { accountId, keyId }))) count++;
  }
  return count;
}
