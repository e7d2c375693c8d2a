import { encodeTime } from 'ulid';
import { exportItem } from '../../exports/export-item';
import { importItem } from '../../audience/import/import-item';
import { readText } from '../../audience/import/open-text';
import { UnreadableFileError } from '../../audience/import/problem';
import { exportFileKey, importFileKey, rejectedFileKey } from '../../platform/files/file-keys';
import { FileUnavailableError } from '../../platform/files/files';
import type { Platform } from '../../platform/platform';
import { updateExpression } from '../../platform/store/expressions';
import type { Item } from '../../platform/store/item';
import { exportsPk, importsPk } from '../../platform/store/keys';
import { eraseImport, FILES_SEARCHED_FOR_MS } from './erase-records';
import type { EraserDeps } from './eraser';
import type { Erasure } from '../erasure';
import { holdsNumber } from './holds-number';

type FileEraserDeps = EraserDeps & Pick<Platform, 'files'>;

/**
 * Latency of the list of contacts: an export that began this soon after the request may still have read the contact.
 */
const LIST_LATENCY_MS = 60_000;
/** Length of the time in an id (ULID). */
const TIME_CHARACTERS = 10;
/**
 * Limit for the unpacked size of a file. A larger one would take too long to search, and is deleted without a search.
 */
const MOST_SEARCHED_CHARACTERS = 8 * 1024 * 1024 * 1024;

/** File of an import or export. */
interface StoredFile {
  key: string;
  /** Records that the file no longer exists. */
  forget?: () => Promise<unknown>;
}

interface Search {
  /** Keys of files that were searched without a match, also by earlier workers. */
  searched: Set<string>;
  /** Called while a file is searched. */
  onProgress: () => Promise<void>;
  /** Called before each file. */
  mayGoOn: () => boolean;
}

/**
 * Deletes the files of imports and exports that contain the person's number: uploads, rejected rows and exports. Their
 * rows are no longer the current data of the service, and the account can create the files again.
 *
 * @returns `later` while an import or export that began before the erasure is running, or when the time is up
 *
 * **Source:** rules E2.
 */
export async function eraseFiles(
  deps: FileEraserDeps,
  erasure: Erasure,
  search: Search,
): Promise<'done' | 'later'> {
  let isWaiting = false;
  for await (const item of transfersOf(deps, erasure)) {
    const files = filesOf(deps, item);
    if (files === 'underWay') {
      isWaiting = true;
      continue;
    }
    if (item.sk.startsWith('imp_') && (await eraseImport(deps, item)) === 'later') isWaiting = true;
    for (const file of files) {
      if (search.searched.has(file.key)) continue;
      if (!search.mayGoOn()) return 'later';
      const found = await searchFile(deps, file.key, { erasure, search });
      if (found === 'personal') await deps.files.delete(file.key);
      if (found === 'other') search.searched.add(file.key);
      else await file.forget?.();
    }
  }
  return isWaiting ? 'later' : 'done';
}

async function* transfersOf(
  { table, clock }: FileEraserDeps,
  { accountId, requestedAt }: Erasure,
): AsyncGenerator<Item> {
  const first = encodeTime(clock.now().getTime() - FILES_SEARCHED_FOR_MS, TIME_CHARACTERS);
  const last = encodeTime(Date.parse(requestedAt) + LIST_LATENCY_MS, TIME_CHARACTERS);
  const partitions = [
    [importsPk(accountId), 'imp_'],
    [exportsPk(accountId), 'exp_'],
  ] as const;
  for (const [pk, prefix] of partitions) {
    yield* table.query({
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: { ':pk': pk, ':first': prefix + first, ':last': `${prefix}${last}~` },
      ConsistentRead: true,
    });
  }
}

function filesOf({ table }: FileEraserDeps, item: Item): StoredFile[] | 'underWay' {
  const Key = { pk: item.pk, sk: item.sk };
  const setInItem =
    (set: Record<string, boolean>, remove: string[] = []) =>
    () =>
      table.update({
        Key,
        ...updateExpression({ set, remove }),
        ConditionExpression: 'attribute_exists(pk)',
      });
  if (item.sk.startsWith('exp_')) {
    const { id: exportId, accountId, status } = exportItem.read(item);
    if (status === 'running') return 'underWay';
    return [{ key: exportFileKey({ accountId, exportId }), forget: setInItem({ isFileErased: true }) }];
  }
  const { id: importId, accountId, status, hasRejectedFile, isSecondRun } = importItem.read(item);
  if (status === 'running') return 'underWay';
  const place = { accountId, importId };
  return [
    { key: importFileKey(place) },
    ...(hasRejectedFile || isSecondRun
      ? [
          {
            key: rejectedFileKey(place),
            forget: setInItem({ hasRejectedFile: false }, ['rejectedSample']),
          },
        ]
      : []),
  ];
}

async function searchFile(
  { files }: FileEraserDeps,
  key: string,
  { erasure, search }: { erasure: Erasure; search: Search },
): Promise<'personal' | 'other' | 'gone'> {
  try {
    const text = watched(readText(await files.read(key)), search);
    return (await holdsNumber(text, erasure.phoneNumbers)) ? 'personal' : 'other';
  } catch (error) {
    if (error instanceof FileUnavailableError) return 'gone';
    // An unreadable file may contain the number.
    if (error instanceof UnreadableFileError) return 'personal';
    throw error;
  }
}

async function* watched(text: AsyncGenerator<string>, { onProgress }: Search): AsyncGenerator<string> {
  let length = 0;
  for await (const piece of text) {
    length += piece.length;
    if (length > MOST_SEARCHED_CHARACTERS) throw new UnreadableFileError('The file is too large to search.');
    await onProgress();
    yield piece;
  }
}
