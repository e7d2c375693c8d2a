/** Where files lie in the bucket: grants go by these. */
export const IMPORT_FILES_PREFIX = 'imports/';
export const EXPORT_FILES_PREFIX = 'exports/';

/** S3 removes each file after so many days. */
export const FILES_KEPT_FOR_DAYS = 7;
/** Longer than S3 takes to delete them: an erasure finds a file by the record of its import or export. */
export const FILE_RECORDS_KEPT_FOR_DAYS = FILES_KEPT_FOR_DAYS + 2;

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
