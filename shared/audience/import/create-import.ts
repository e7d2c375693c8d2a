import type { Account } from '../../accounts/account';
import type { Actor } from '../../accounts/actor';
import { FILE_URL_LIFETIME_SECONDS } from '../../limits';
import { importFileKey } from '../../platform/files/file-keys';
import type { PresignedUrl } from '../../platform/files/files';
import type { Platform } from '../../platform/platform';
import { correctImport } from './internal/correct-import';
import type { ImportBody } from './import.schema';
import type { ContactImport } from './import-item';
import { newImport, newImportItem } from './internal/new-import';

/**
 * Creates an import, which waits for its file.
 *
 * @throws ServiceError as `newImport` does, and as `correctImport` does for corrected rows
 *
 * **Source:** rules E5.
 */
export async function createImport(
  platform: Pick<Platform, 'table' | 'clock' | 'ids' | 'files'>,
  { account, body, by }: { account: Account; body: ImportBody; by: Actor },
): Promise<{ contactImport: ContactImport; upload: PresignedUrl }> {
  const { corrects, contentType, ...settings } = body;
  const contactImport = corrects
    ? await correctImport(platform, { account, corrects, file: settings, by })
    : await storeImport(platform, { account, settings, by });
  const place = { accountId: account.id, importId: contactImport.id };
  const upload = await platform.files.presignUpload(importFileKey(place), {
    now: platform.clock.now(),
    expiresInSeconds: FILE_URL_LIFETIME_SECONDS,
    content: { bytes: body.bytes, contentType },
  });
  return { contactImport, upload };
}

async function storeImport(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: Parameters<typeof newImport>[1],
): Promise<ContactImport> {
  const contactImport = await newImport(platform, options);
  await platform.table.put({ Item: newImportItem(contactImport, options.account) });
  return contactImport;
}
