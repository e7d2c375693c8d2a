/** Where files lie in the bucket: grants go by these. */
export const IMPORT_FILES_PREFIX = 'imports/';
export const EXPORT_FILES_PREFIX = 'exports/';

/** S3 removes each file after so many days. */
export const FILES_KEPT_FOR_DAYS = 7;
/** Longer than S3 takes to delete them: an erasure finds a file by the record of its import or export. */
export const FILE_RECORDS_KEPT_FOR_DAYS = FILES_KEPT_FOR_DAYS + 2;
/**
 * An import or export that was made before has no file any more: its upload can be started as long as it is there, and its file of
 * rejects is stored once that has ended.
 */
export const FILES_FOUND_FOR_DAYS = 3 * FILES_KEPT_FOR_DAYS;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Days that the record of an import or export is kept for at least, after it was made.
 *
 * @param options.lastFileAt ISO time of its start or end: none of its files was stored later
 */
export const recordKeptForDays = ({ createdAt, lastFileAt }: { createdAt: string; lastFileAt: string }) =>
  FILE_RECORDS_KEPT_FOR_DAYS + (Date.parse(lastFileAt) - Date.parse(createdAt)) / DAY_MS;

interface ImportPlace {
  accountId: string;
  importId: string;
}

/** What the caller uploads. */
export const importFileKey = ({ accountId, importId }: ImportPlace) =>
  `${IMPORT_FILES_PREFIX}${accountId}/${importId}/source`;
/** Rows that were rejected. */
export const rejectedFileKey = ({ accountId, importId }: ImportPlace) =>
  `${IMPORT_FILES_PREFIX}${accountId}/${importId}/rejected`;

export const exportFileKey = ({ accountId, exportId }: { accountId: string; exportId: string }) =>
  `${EXPORT_FILES_PREFIX}${accountId}/${exportId}`;
/** What a worker had read of an export and was too little for a part of its file. */
export const exportTailKey = (place: { accountId: string; exportId: string; tail: number }) =>
  `${exportFileKey(place)}.tail-${place.tail}`;
