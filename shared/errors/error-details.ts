/** Details of an error besides code and message, returned to the client unchanged. */
export type ErrorDetails = Record<string, unknown>;

/** Entry of `details.errors` of InvalidRequest: a place in the request, and what is wrong there. */
export interface InvalidField {
  /** JSON pointer into the body (`/recipients/3/to`), or the name of a query parameter with `?` in front. */
  pointer: string;
  reason: string;
}
