/** Answer or note that is being written, with the idempotency key of the last try to send it. */
export interface Draft {
  body: string;
  /** Text of the last try; the key is for this text alone. */
  tried: string;
  /** Empty before the first try. */
  key: string;
}

export const EMPTY_DRAFT: Draft = { body: '', tried: '', key: '' };

/**
 * Returns the draft for a try to send it. The same text keeps its key until it is known to have been sent: a second
 * click, and a repetition after a lost response or a reload, send no second text. A changed text is another message.
 */
export const tryOf = ({ body, tried, key }: Draft, newKey: string): Draft => ({
  body,
  tried: body,
  key: body === tried && key !== '' ? key : newKey,
});
