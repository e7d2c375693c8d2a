/** Content of an error answer, with advice. */
export interface ErrorParts {
  code: number | undefined;
  status: number | undefined;
  message: string;
  requestId: string | undefined;
  /** Seconds to wait before the next attempt, where the service says them. */
  retryAfter: number | undefined;
  details: Readonly<Record<string, unknown>> | undefined;
  advice: string | undefined;
}

/** Refusal of the service. Each code has a class of its own, such as `NotOptedIn`. */
export class MessagingError extends Error {
  // Not the name of the class, which programs that bundle this can shorten.
  override readonly name: string = 'MessagingError';
  readonly code: number | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly advice: string | undefined;

  constructor({ message, ...parts }: ErrorParts, options?: ErrorOptions) {
    super(message, options);
    this.code = parts.code;
    this.status = parts.status;
    this.requestId = parts.requestId;
    this.retryAfter = parts.retryAfter;
    this.details = parts.details;
    this.advice = parts.advice;
  }
}

/** No answer: the connection was refused or broken, or the time was up. Whether the request was carried out is not known. */
export class ConnectionFailed extends MessagingError {
  override readonly name = 'ConnectionFailed';
}
