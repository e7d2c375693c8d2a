import { type ListPage, type ListScope, writeListCursor } from '../../lists/list-query';
import type { Platform } from '../../platform/platform';
import { importsPk } from '../../platform/store/keys';
import { type ContactImport, importItem } from './import-item';

/** Lists a page of an account's imports, newest first. **Source:** rules E1, E5. */
export async function listImports(
  { table }: Pick<Platform, 'table'>,
  options: { accountId: string; page: ListPage; scope: ListScope },
): Promise<{ imports: ContactImport[]; nextCursor: string | undefined }> {
  const { accountId, page, scope } = options;
  const { limit, place } = page;
  const { items } = await table.queryPage({
    KeyConditionExpression: place === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :place',
    ExpressionAttributeValues: {
      ':pk': importsPk(accountId),
      ...(place !== undefined && { ':place': place }),
    },
    ScanIndexForward: false,
    ConsistentRead: true,
    Limit: limit + 1,
  });
  const imports = items.slice(0, limit).map(importItem.read);
  const last = imports.at(-1);
  const nextCursor = items.length > limit && last ? writeListCursor(scope, last.id) : undefined;
  return { imports, nextCursor };
}
