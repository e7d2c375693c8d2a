/** A stretch of an export's file. */
export interface ExportPage {
  text: string;
  rows: number;
  /** Where to go on when this page and all before it are stored; as JSON. */
  position: string;
}

/** Where an export goes on. */
export interface ExportStart {
  /** Of a page; absent: from the beginning. */
  position: string | undefined;
  /** Columns of a CSV file, as its header has them. */
  columns: readonly string[];
}
