/** Page of an export's file. */
export interface ExportPage {
  text: string;
  rows: number;
  /** Position at which to continue when this page and all before it are stored; JSON. */
  position: string;
}

/** Position and columns with which an export continues. */
export interface ExportStart {
  /** `position` of the last stored page; absent: the beginning. */
  position: string | undefined;
  /** Columns of a CSV file, as in its header. */
  columns: readonly string[];
}
