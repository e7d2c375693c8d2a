/** Place of a media file for the provider. */
export type MediaPlace =
  | { state: 'stored'; uri: string }
  /** The file cannot be fetched or cannot be sent; this applies to all messages of the scope. */
  | { state: 'unusable' }
  /**
   * The file is being fetched, or our own storage does not answer: nothing is sent, and the message may be tried again.
   */
  | { state: 'notYet'; retryAfterSeconds: number };

export interface MediaFile {
  mediaUrl: string;
  /** Scope in which the file is shared: the id of a job or of a single message. */
  scope: string;
}

export interface MediaLibrary {
  /**
   * Finds the place of a file, and fetches the file when necessary.
   *
   * @param media.timeoutMs longest wait of the caller; `notYet` after that
   */
  locate(media: MediaFile & { timeoutMs: number }): Promise<MediaPlace>;
}
