import { ERROR_CODES, type ErrorCode } from './error-codes';

export type ErrorDetails = Record<string, unknown>;

/**
 * An expected refusal, thrown by a use case and turned into the error envelope by `shared/http`.
 *
 * `details` goes to the client as it is, so it never holds anything that the client did not send or may not see.
 *
 * **Source:** contract 7.
 */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    options: { details?: ErrorDetails; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(ERROR_CODES[code].message);
    this.name = ERROR_CODES[code].name;
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A single entry of `details.errors` of 33100: where in the request, and what is wrong there. */
export interface InvalidField {
  /** JSON pointer into the body (`/recipients/3/to`), or the name of a query parameter with `?` in front. */
  pointer: string;
  reason: string;
}

/** 33100 with its list of places. */
export function invalidRequest(...errors: InvalidField[]): ServiceError {
  return new ServiceError(33100, { details: { errors } });
}
