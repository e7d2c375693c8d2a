import { ERRORS } from './generated/errors';
import { ConnectionFailed, MessagingError } from './messaging-error';

/** One request, as often as it is sent. */
export interface SentRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** True when a repeat cannot do anything twice. */
  isRepeatable: boolean;
  signal: AbortSignal | undefined;
}

export interface RetryOptions {
  fetch: typeof fetch;
  /** Attempts after the first one. */
  maxRetries: number;
  /** Longest wait before an attempt; an error that asks for more is thrown. */
  maxWaitMs: number;
  timeoutMs: number;
  sleep: (ms: number) => Promise<void>;
}

/** Statuses after which a repeat can succeed; 409 only while the first request with the key is under way. */
const RETRIED = [408, 429, 500, 502, 503, 504];
const KEY_IN_USE = 33104;
const FIRST_WAIT_MS = 500;

/**
 * Sends a request, again while that is safe and can help.
 *
 * @returns the JSON of the answer, `undefined` without one
 * @throws MessagingError, or the reason of `signal`
 */
export async function sendRequest(request: SentRequest, options: RetryOptions): Promise<unknown> {
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(request, options);
    if (!('error' in outcome)) return outcome.value;
    const { error } = outcome;
    if (request.signal?.aborted) throw request.signal.reason;
    const waitMs = waitBefore(attempt, error);
    const isLast = attempt >= options.maxRetries || waitMs > options.maxWaitMs;
    if (!request.isRepeatable || !canHelp(error) || isLast) throw error;
    await options.sleep(waitMs);
  }
}

type Outcome = { value: unknown } | { error: MessagingError };

async function attemptOnce(request: SentRequest, options: RetryOptions): Promise<Outcome> {
  const { url, method, headers, body, signal } = request;
  const timeout = AbortSignal.timeout(options.timeoutMs);
  try {
    const answer = await options.fetch(url, {
      ...{ method, headers, signal: signal ? AbortSignal.any([signal, timeout]) : timeout },
      ...(body !== undefined && { body }),
    });
    const text = await answer.text();
    return answer.ok
      ? { value: text === '' ? undefined : JSON.parse(text) }
      : { error: readError(answer, text) };
  } catch (cause) {
    const parts = { status: undefined, code: undefined, requestId: undefined, retryAfter: undefined };
    const message = cause instanceof Error ? cause.message : String(cause);
    const advice = 'Repeat the request with the same idempotencyKey.';
    return {
      error: new ConnectionFailed(
        { ...parts, details: undefined, advice, message: `No answer: ${message}` },
        { cause },
      ),
    };
  }
}

function canHelp(error: MessagingError): boolean {
  if (error instanceof ConnectionFailed || error.code === KEY_IN_USE) return true;
  return error.status !== undefined && RETRIED.includes(error.status);
}

/** Returns what the service asks for, else a wait that doubles, with up to a quarter less at random. */
function waitBefore(attempt: number, { retryAfter }: MessagingError): number {
  if (retryAfter !== undefined) return retryAfter * 1_000;
  return FIRST_WAIT_MS * 2 ** attempt * (1 - Math.random() / 4);
}

function readError(answer: Response, text: string): MessagingError {
  const { code, message, details } = readEnvelope(text);
  const known = code === undefined ? undefined : ERRORS[code as keyof typeof ERRORS];
  const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return new (known?.type ?? MessagingError)({
    ...{ code, details, status: answer.status, advice: known?.advice },
    message: message ?? `The answer has the status ${answer.status}.`,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

interface Envelope {
  code?: number;
  message?: string;
  details?: Record<string, unknown>;
}

function readEnvelope(text: string): Envelope {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
