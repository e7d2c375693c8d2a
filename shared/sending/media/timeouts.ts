import { PUT_WITHIN_MS } from '../../platform/media-bucket';

/** Fetching a media file, both tries together. */
export const FETCH_WITHIN_MS = 8_000;
/** Enough to fetch and to store a file, and for the table. */
export const MEDIA_TIMEOUT_MS = FETCH_WITHIN_MS + PUT_WITHIN_MS + 3_000;
