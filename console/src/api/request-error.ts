import type { components } from '../../../shared/http/generated/console-api';
import { REFUSED_STATES } from './refused-states';

/** Field that the service refused. */
type FieldError = components['schemas']['InvalidField'];

/** Request that the service refused, with the content of its error envelope. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: number | undefined;
  readonly details: Record<string, unknown>;
  readonly requestId: string | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(envelope: unknown, response: Response) {
    const { code, message, details } = readEnvelope(envelope);
    super(message ?? `The service answered with status ${response.status}.`);
    this.name = 'RequestError';
    this.status = response.status;
    this.code = code;
    this.details = details;
    this.requestId =
      response.headers.get('x-request-id') ??
      response.headers.get('apigw-requestid') ??
      response.headers.get('x-amzn-requestid') ??
      undefined;
    const retryAfter = Number(response.headers.get('retry-after'));
    this.retryAfterSeconds = retryAfter > 0 ? retryAfter : undefined;
  }

  get fieldErrors(): FieldError[] {
    const { errors } = this.details;
    return Array.isArray(errors) ? errors.filter(isFieldError) : [];
  }
}

/** Error of a save that would overwrite the change of another user, or of another tab. */
export class ChangedElsewhere extends Error {
  constructor() {
    super(
      'Another user, or you in another tab, changed this after you opened it. Your change was not saved: reload the page, then make it again.',
    );
    this.name = 'ChangedElsewhere';
  }
}

/** Returns true when no answer tells whether the service has done what was requested. */
export const mayHaveGoneOut = (error: unknown): boolean =>
  error instanceof RequestError ? [500, 502, 504].includes(error.status) : error instanceof TypeError;

/** Returns the text of an error for the user, with the invalid fields that no form shows. */
export function describeError(error: unknown): string {
  if (!(error instanceof RequestError)) {
    return error instanceof TypeError
      ? 'The service cannot be reached. Check your connection and try again.'
      : String(error instanceof Error ? error.message : error);
  }
  if (error.status === 401) return 'Your session has ended. Sign in again, then repeat this.';
  const { status } = error.details;
  const why = typeof status === 'string' ? REFUSED_STATES[status] : undefined;
  if (why !== undefined) return why;
  if (error.fieldErrors.length === 0) return error.message;
  // The message names fields as programs do.
  const fields = error.fieldErrors.map(({ pointer, reason }) => `${nameOfField(pointer)}: ${reason}`);
  return ['The request is invalid.', ...fields].join(' ');
}

/**
 * Converts a pointer to words: `/audience/sendingHours` is "audience sending hours", and `/steps/0/send` "step 1 send",
 * because people count from 1.
 */
const nameOfField = (pointer: string): string =>
  pointer
    .replace(/^[/?]/, '')
    .replace(/^steps\/(\d+)/, (_, index: string) => `step ${Number(index) + 1}`)
    .replaceAll('/', ' ')
    .replaceAll(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`);

/** Reads the envelope of an error. A gateway or proxy may answer with anything else. */
function readEnvelope(value: unknown) {
  const { code, message, details } = isObject(value) ? value : {};
  return {
    code: typeof code === 'number' ? code : undefined,
    message: typeof message === 'string' ? message : undefined,
    details: isObject(details) ? details : {},
  };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isFieldError = (value: unknown): value is FieldError =>
  isObject(value) && typeof value.pointer === 'string' && typeof value.reason === 'string';
