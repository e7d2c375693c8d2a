/** Where a media file is for the provider. */
export type MediaPlace =
  | { state: 'stored'; uri: string }
  /** The file cannot be had, or cannot be sent; this stays so for all messages of the scope. */
  | { state: 'unusable' }
  /** It is being fetched, or our own storage does not answer: nothing is sent, the message may be tried again. */
  | { state: 'notYet'; retryAfterSeconds: number };

export interface MediaFile {
  mediaUrl: string;
  /** What shares the file: a job's id, or a single message's. */
  scope: string;
}

export interface MediaLibrary {
  /** @param media.timeoutMs how long the caller can wait; `notYet` after that */
  locate(media: MediaFile & { timeoutMs: number }): Promise<MediaPlace>;
}
