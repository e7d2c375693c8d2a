/** Rejected row with the text of its cells. */
export interface RejectedRow {
  /** Number as the import shows it. */
  row: number;
  cells: string[];
  /** JSON object that the cells come from; absent for CSV. */
  object?: Record<string, unknown>;
}
