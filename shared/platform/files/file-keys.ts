/** Prefixes of the files in the bucket; IAM grants are based on them. */
export const IMPORT_FILES_PREFIX = 'imports/';
export const EXPORT_FILES_PREFIX = 'exports/';

/** Days after which S3 deletes a file. */
export const FILES_KEPT_FOR_DAYS = 7;
/**
 * Days for which records of files are kept, longer than S3 takes to delete the files: an erasure finds a file by the
 * record of its import or export.
 */
export const FILE_RECORDS_KEPT_FOR_DAYS = FILES_KEPT_FOR_DAYS + 2;
/**
 * Age in days from which an import or export has no file any more: its upload can be started as long as the uploaded
 * file exists, and its file of rejects is stored when the import has ended.
 */
export const FILES_FOUND_FOR_DAYS = 3 * FILES_KEPT_FOR_DAYS;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns for how many days after its creation the record of an import or export is kept at least.
 *
 * @param options.lastFileAt ISO time of its start or end: none of its files was stored later
 */
export const recordKeptForDays = ({ createdAt, lastFileAt }: { createdAt: string; lastFileAt: string }) =>
  FILE_RECORDS_KEPT_FOR_DAYS + (Date.parse(lastFileAt) - Date.parse(createdAt)) / DAY_MS;

interface ImportPlace {
  accountId: string;
  importId: string;
}

/** Key of the file that the caller uploads. */
export const importFileKey = ({ accountId, importId }: ImportPlace) =>
  `${IMPORT_FILES_PREFIX}${accountId}/${importId}/source`;
/** Key of the file of rejected rows. */
export const rejectedFileKey = ({ accountId, importId }: ImportPlace) =>
  `${IMPORT_FILES_PREFIX}${accountId}/${importId}/rejected`;

export const exportFileKey = ({ accountId, exportId }: { accountId: string; exportId: string }) =>
  `${EXPORT_FILES_PREFIX}${accountId}/${exportId}`;
/** Key of the remaining text of an export that a worker had read but that was too short for a part of its file. */
export const exportTailKey = (place: { accountId: string; exportId: string; tail: number }) =>
  `${exportFileKey(place)}.tail-${place.tail}`;
