/** Fetching a media file, both tries together. */
export const FETCH_WITHIN_MS = 8_000;
/** Storing it. */
export const PUT_WITHIN_MS = 4_000;
/** Enough for both, and for the table: whoever waits so long learns whether there is a file. */
export const FULL_PATIENCE_MS = FETCH_WITHIN_MS + PUT_WITHIN_MS + 3_000;
