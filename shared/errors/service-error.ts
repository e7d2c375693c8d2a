import {
  CODE_OF,
  type ErrorCause,
  type ErrorCode,
  type ErrorName,
  type IsCauseRequired,
} from './error-codes';
import { messageOf } from './error-message';

export type ErrorDetails = Record<string, unknown>;

interface Options<Name extends ErrorName> {
  /** Which of the causes of the code holds: the message names it. */
  cause?: ErrorCause<Name>;
  details?: ErrorDetails;
  retryAfterSeconds?: number | undefined;
  /** Of MethodNotAllowed: what the path takes. */
  allowedMethods?: readonly string[];
}
/** Name and options of an error, for each code its own. */
type Arguments = {
  [Name in ErrorName]: IsCauseRequired<Name> extends true
    ? [name: Name, options: Options<Name> & { cause: ErrorCause<Name> }]
    : [name: Name, options?: Options<Name>];
}[ErrorName];

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
  readonly allowedMethods: readonly string[] | undefined;

  constructor(...[name, options = {}]: Arguments) {
    const code = CODE_OF[name];
    const { cause, details, retryAfterSeconds, allowedMethods } = options;
    super(messageOf(code, { cause, details }));
    this.name = name;
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
    this.allowedMethods = allowedMethods;
  }
}

/** A single entry of `details.errors` of InvalidRequest: where in the request, and what is wrong there. */
export interface InvalidField {
  /** JSON pointer into the body (`/recipients/3/to`), or the name of a query parameter with `?` in front. */
  pointer: string;
  reason: string;
}

const MOST_ERRORS_TOLD = 100;

/** InvalidRequest with its places, the first 100. */
export function invalidRequest(...errors: InvalidField[]): ServiceError {
  return new ServiceError('InvalidRequest', { details: { errors: errors.slice(0, MOST_ERRORS_TOLD) } });
}
