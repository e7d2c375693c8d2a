import { number, object, optional, string } from 'valibot';
import { readAccount } from '../../shared/accounts/account';
import { type RetentionDays, retainedUntil } from '../../shared/accounts/retention';
import { DEFAULT_RETENTION_DAYS } from '../../shared/limits';
import type { Clock } from '../../shared/platform/clock';
import { defineItem } from '../../shared/platform/store/define-item';
import { updateExpression } from '../../shared/platform/store/expressions';
import type { Item } from '../../shared/platform/store/item';
import { accountKey, messageKey, PARTITIONS } from '../../shared/platform/store/keys';
import type { Table } from '../../shared/platform/store/table';
import { goThroughTable, type MigrationOptions, type MigrationReport } from './go-through-table';

const keptMessage = defineItem({
  entity: 'message',
  key: messageKey,
  value: object({
    id: string(),
    accountId: string(),
    createdAt: string(),
    expiresAtEpochSeconds: optional(number()),
  }),
});

const WITHOUT_TIME_TO_LIVE = {
  FilterExpression: 'begins_with(pk, :messages) AND sk = :message AND attribute_not_exists(#until)',
  ProjectionExpression: 'pk, sk, id, accountId, createdAt',
  ExpressionAttributeNames: { '#until': 'expiresAtEpochSeconds' },
  ExpressionAttributeValues: { ':messages': PARTITIONS.message, ':message': messageKey('').sk },
};

/**
 * Gives messages that were stored before there was a retention their time to live, by what their account says now. Jobs,
 * recipients, results and clicks always had one. It runs beside live traffic, and any number of times.
 *
 * **Source:** rules E2.
 */
export async function retainMessages(
  platform: { table: Table; clock: Clock },
  options: MigrationOptions = {},
): Promise<MigrationReport> {
  const settings = new Map<string, Promise<RetentionDays>>();
  const settingOf = (accountId: string) => {
    const known = settings.get(accountId) ?? readSetting(platform.table, accountId);
    settings.set(accountId, known);
    return known;
  };
  const change = async (table: Table, item: Item) => {
    const { id, accountId, createdAt } = keptMessage.read(item);
    const until = retainedUntil(await settingOf(accountId), createdAt);
    return until !== undefined && setTimeToLive(table, { id, until });
  };
  return goThroughTable(
    platform,
    { name: 'message-retention', search: WITHOUT_TIME_TO_LIVE, change },
    options,
  );
}

async function readSetting(table: Table, accountId: string): Promise<RetentionDays> {
  const item = await table.get(accountKey(accountId));
  return item ? readAccount(item).retentionDays : DEFAULT_RETENTION_DAYS;
}

/** @returns false when the message has a time to live, or was deleted, since it was read */
async function setTimeToLive(table: Table, { id, until }: { id: string; until: number }): Promise<boolean> {
  const { written } = await table.update({
    Key: keptMessage.key(id),
    ...updateExpression({ set: { expiresAtEpochSeconds: until } }),
    ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(#expiresAtEpochSeconds)',
  });
  return written;
}
