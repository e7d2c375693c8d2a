import type { Platform } from '../../platform/platform';
import { importsPk } from '../../platform/store/keys';
import { type ContactImport, importItem } from './import-item';

/**
 * A page of an account's imports, newest first.
 *
 * @param options.before id of the last one on the page before
 * @returns `hasMore`: whether older ones follow
 */
export async function listImports(
  { table }: Pick<Platform, 'table'>,
  options: { accountId: string; limit: number; before: string | undefined },
): Promise<{ imports: ContactImport[]; hasMore: boolean }> {
  const { accountId, limit, before } = options;
  const { items } = await table.queryPage({
    KeyConditionExpression: before === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :before',
    ExpressionAttributeValues: {
      ':pk': importsPk(accountId),
      ...(before !== undefined && { ':before': before }),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: limit + 1,
  });
  const imports = items.map(importItem.read);
  return { imports: imports.slice(0, limit), hasMore: imports.length > limit };
}
