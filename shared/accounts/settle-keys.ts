import type { Clock } from '../platform/clock';
import { apiKeyKey } from '../platform/store/keys';
import { type Changes, updateExpression } from '../platform/store/expressions';
import type { Table } from '../platform/store/table';
import type { Person } from './actor';
import { type ApiKey, listApiKeys, revokeApiKey } from './api-keys';

/** Returns the ids of the keys that `settleKeysOf` would revoke or hand over. */
export async function listKeysOf(
  table: Table,
  options: { accountId: string; userId: string; handOverTo?: Person | undefined },
): Promise<string[]> {
  const keys = await listApiKeys(table, options.accountId);
  return keys.filter((key) => key.revokedAt === undefined && isLost(key, options)).map(({ id }) => id);
}

function isLost(key: ApiKey, of: { userId: string; handOverTo?: Person | undefined }): boolean {
  const [holder] = holdersOf(key);
  return isUser(key.createdBy, of.userId) || (of.handOverTo === undefined && isUser(holder, of.userId));
}

const isUser = (person: Person | undefined, userId: string) =>
  person?.kind === 'user' && person.id === userId;

/**
 * Revokes the keys that a user made, and those whose current secret the user was shown, or hands over the former to
 * another person. Used when the user loses the account. Idempotent.
 *
 * @param options.handOverTo absent: the keys are revoked
 * @param options.beforeEach called with the id of each of these keys before its change
 * @returns the ids of the keys that were revoked or handed over
 *
 * **Source:** rules E6.
 */
export async function settleKeysOf(
  deps: { table: Table; clock: Clock },
  options: {
    accountId: string;
    userId: string;
    handOverTo?: Person | undefined;
    beforeEach?: (keyId: string) => void;
  },
): Promise<string[]> {
  const { accountId, userId, handOverTo } = options;
  const keys = (await listApiKeys(deps.table, accountId)).filter(({ revokedAt }) => revokedAt === undefined);
  const settled: string[] = [];
  for (const key of keys) {
    const { id: keyId, createdBy, knownTo = [], previous } = key;
    if (isLost(key, options)) {
      options.beforeEach?.(keyId);
      settled.push(keyId);
      if (handOverTo === undefined) await revokeApiKey(deps, { accountId, keyId });
      else {
        const makers = createdBy ? [createdBy] : [];
        await changeKey(deps, keyId, { set: { createdBy: handOverTo, knownTo: [...makers, ...knownTo] } });
      }
    } else if (handOverTo === undefined && previous !== undefined && isUser(holdersOf(key)[1], userId)) {
      await changeKey(deps, keyId, { remove: ['previous'] });
    }
  }
  return settled;
}

/** Returns the people who were shown the current secret and the one before. */
function holdersOf({ createdBy, knownTo = [] }: ApiKey): Array<Person | undefined> {
  return [knownTo.at(-1) ?? createdBy, knownTo.at(-2) ?? createdBy];
}

const changeKey = ({ table }: { table: Table }, keyId: string, changes: Changes) =>
  table.update({
    Key: apiKeyKey(keyId),
    ...updateExpression(changes),
    ConditionExpression: 'attribute_exists(pk)',
  });
