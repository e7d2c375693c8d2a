import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Account } from '../../accounts/account';
import type { ErasureKey } from '../../platform/secrets/erasure-key';
import type { Platform } from '../../platform/platform';
import { toWireText } from '../../platform/store/client/wire-form';
import { accountKey } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import type { Table } from '../../platform/store/table';
import { type AccountItem, countUnderWay, itemsOfAccount } from './account-items';
import { checkValueOf, type ExportEnd, type ExportHead, FORM } from './internal/export-form';

interface AccountExport {
  /** Lines of the file, each with its line end. */
  lines: AsyncGenerator<string>;
  /** Returns the content of the last line, once all lines are read. */
  end: () => ExportEnd;
}

/**
 * Writes all items of an account as JSON Lines: a head, the items in the format of DynamoDB exports to S3, and an end
 * by which a reader detects that the file is complete. Changes nothing.
 *
 * Concurrent changes may or may not be in the file: its end says that there were some, and what was under way.
 *
 * @param options.erasureKey called only if people were erased
 */
export function exportAccount(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { account: Account; erasureKey: () => Promise<ErasureKey> },
): AccountExport {
  const { account, erasureKey } = options;
  const accountId = account.id;
  const end: ExportEnd = { items: 0, sha256: '', underWay: {}, isChangedMeanwhile: false };
  const digest = createHash('sha256');
  const written = (line: object): string => {
    const text = `${toWireText(line)}\n`;
    digest.update(text);
    return text;
  };
  async function* lines(): AsyncGenerator<string> {
    const before = await readSettings(deps.table, accountId);
    const head: ExportHead = {
      form: FORM,
      id: deps.ids.next('exp'),
      accountId,
      name: account.name,
      exportedAt: deps.clock.now().toISOString(),
    };
    yield written({ accountExport: head });
    for await (const found of itemsOfAccount(deps, accountId)) {
      countUnderWay(end.underWay, found);
      for (const Item of exportedItems(found, deps.clock.now())) {
        end.items++;
        if (found.partition === 'erasedPerson') {
          end.erasureKeyCheck ??= checkValueOf(await erasureKey(), accountId);
        }
        yield written({ Item });
      }
    }
    end.isChangedMeanwhile = !isDeepStrictEqual(await readSettings(deps.table, accountId), before);
    end.sha256 = digest.digest('hex');
    yield `${JSON.stringify({ end })}\n`;
  }
  return { lines: lines(), end: () => end };
}

function exportedItems({ item, rule }: AccountItem, now: Date) {
  if (rule.leftOut !== undefined) return [];
  return rule.exported?.(item, now) ?? [item];
}

/** Reads the partition of balances, counts of members and all settings, which every send, join or leave changes. */
const readSettings = (table: Table, accountId: string): Promise<Item[]> =>
  table.queryAll({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': accountKey(accountId).pk },
    ConsistentRead: true,
  });
