import {
  CODE_OF,
  type ErrorCause,
  type ErrorCode,
  type ErrorName,
  type IsCauseRequired,
} from './error-codes';
import type { ErrorDetails, InvalidField } from './error-details';
import { messageOf } from './error-message';
import { quoted } from './quoted';

interface Options<Name extends ErrorName> {
  /** Cause of the error, which selects its message. */
  cause?: ErrorCause<Name>;
  details?: ErrorDetails;
  /** Values that the message mentions and the details do not have. */
  mentions?: Readonly<Record<string, string>>;
  retryAfterSeconds?: number | undefined;
  /** Methods that the path accepts, for MethodNotAllowed. */
  allowedMethods?: readonly string[];
}
/** Name and options of an error, typed for each code. */
type Arguments = {
  [Name in ErrorName]: IsCauseRequired<Name> extends true
    ? [name: Name, options: Options<Name> & { cause: ErrorCause<Name> }]
    : [name: Name, options?: Options<Name>];
}[ErrorName];

/**
 * Expected refusal, thrown by a use case and turned into the error envelope by `shared/http`.
 *
 * `details` goes to the client unchanged, so it never holds anything that the client did not send or may not see.
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
    const { cause, details, mentions, retryAfterSeconds, allowedMethods } = options;
    super(messageOf(code, { cause, details, mentions }));
    this.name = name;
    this.code = code;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
    this.allowedMethods = allowedMethods;
  }
}

const MOST_ERRORS_TOLD = 100;

const quote = ({ pointer, reason }: InvalidField): InvalidField => ({
  pointer: quoted(pointer),
  reason: quoted(reason),
});

/** Creates an InvalidRequest with its first 100 invalid fields. */
export function invalidRequest(...errors: InvalidField[]): ServiceError {
  return new ServiceError('InvalidRequest', {
    details: { errors: errors.slice(0, MOST_ERRORS_TOLD).map(quote) },
  });
}
