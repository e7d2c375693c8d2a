import { PUT_WITHIN_MS } from '../../platform/files/media-bucket';

/** Timeout for fetching a media file, both attempts together. */
export const FETCH_WITHIN_MS = 8_000;
/** Timeout for fetching and storing a file, with the calls to the table. */
export const MEDIA_TIMEOUT_MS = FETCH_WITHIN_MS + PUT_WITHIN_MS + 3_000;
