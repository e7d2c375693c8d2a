/** Prefix of columns that fill a custom field, before its label. */
export const CUSTOM_FIELD_PREFIX = 'customFields.';

/** Columns of the file of rejects, which a corrected file still has. */
export const REJECTED_ROW_COLUMN = 'rejectedRow';
export const REJECTED_REASON_COLUMN = 'rejectedReason';

/** Column of the derived time zone. */
export const DERIVED_ZONE_COLUMN = 'tz';

/**
 * Fields that the service sets and that cannot be written. Their columns are ignored, so that an export can be imported
 * as it is.
 */
export const READ_ONLY_COLUMNS: ReadonlySet<string> = new Set([
  'id',
  DERIVED_ZONE_COLUMN,
  'groups',
  'pendingGroups',
  'setAsideAt',
  'setAsideReason',
  'createdAt',
  REJECTED_ROW_COLUMN,
  REJECTED_REASON_COLUMN,
]);
