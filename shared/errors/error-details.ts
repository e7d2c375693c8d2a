/** What an answer says of an error besides code and message. The client sees it as it is. */
export type ErrorDetails = Record<string, unknown>;

/** A single entry of `details.errors` of InvalidRequest: where in the request, and what is wrong there. */
export interface InvalidField {
  /** JSON pointer into the body (`/recipients/3/to`), or the name of a query parameter with `?` in front. */
  pointer: string;
  reason: string;
}
