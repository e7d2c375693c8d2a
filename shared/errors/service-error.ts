import { CODE_OF, ERROR_CODES, type ErrorCode, type ErrorName } from './error-codes';

export type ErrorDetails = Record<string, unknown>;

/**
 * An expected refusal, thrown by a use case and turned into the error envelope by `shared/http`.
 *
 * `details` goes to the client as it is, so it never holds anything that the client did not send or may not see.
 *
 * **Source:** rules 7.
 */
export class ServiceError extends Error {
  override readonly name: ErrorName;
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    name: ErrorName,
    options: { details?: ErrorDetails; retryAfterSeconds?: number | undefined } = {},
  ) {
    const code = CODE_OF[name];
    super(ERROR_CODES[code].message);
    this.name = name;
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A single entry of `details.errors` of InvalidRequest: where in the request, and what is wrong there. */
export interface InvalidField {
  /** JSON pointer into the body (`/recipients/3/to`), or the name of a query parameter with `?` in front. */
  pointer: string;
  reason: string;
}

/** InvalidRequest with its list of places. */
export function invalidRequest(...errors: InvalidField[]): ServiceError {
  return new ServiceError('InvalidRequest', { details: { errors } });
}
