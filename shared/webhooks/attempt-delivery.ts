import type { GuardedClient, OutgoingResult } from '../platform/outgoing/guarded-client';
import type { UrlRefusal } from '../platform/outgoing/outgoing-url';
import { RELEASE } from '../platform/release';
import { type TraceHeader, traceparentOf } from '../platform/observability/tracing';
import { readAnswer } from './attempt-history';
import type { AttemptOutcome, AttemptSeen } from './delivery';
import type { WebhookMessage } from './internal/webhook-message';
import { readRetryAfter } from './internal/retry-schedule';
import { signatureHeaders } from './signing-secret';

export const ATTEMPT_TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 64 * 1024;
const USER_AGENT = `messaging-service-webhooks/${RELEASE}`;

/** Request in a form of its own, such as Twilio's. */
export interface CallbackRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Outcome of a request, and what can be told of it. */
export interface MadeAttempt {
  outcome: AttemptOutcome;
  seen: AttemptSeen;
}

/** Sends a request in a form of its own once, as `attemptDelivery` does. */
export async function attemptCallback(
  client: GuardedClient,
  { url, headers, body }: CallbackRequest,
  { at }: { at: Date },
): Promise<MadeAttempt> {
  return request(client, { url, headers, body, at });
}

async function request(
  client: GuardedClient,
  { url, headers, body, at }: CallbackRequest & { at: Date },
): Promise<MadeAttempt> {
  const startedAtMs = performance.now();
  const result = await client.request(url, {
    method: 'POST',
    headers: { 'user-agent': USER_AGENT, ...headers },
    body,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
    maxBytes: MAX_ANSWER_BYTES,
  });
  const durationMs = Math.round(performance.now() - startedAtMs);
  const answer = result.outcome === 'answered' ? readAnswer(result.body, result.isCut) : {};
  return { outcome: judgeAnswer(result, at), seen: { durationMs, ...answer } };
}

/**
 * Sends a message once.
 *
 * @param options.secrets those that are valid at this time, newest first
 * @param options.at time at the receiver, for the signature
 * @param options.trace trace that the receiver can continue
 */
export async function attemptDelivery(
  client: GuardedClient,
  options: {
    url: string;
    secrets: string[];
    message: WebhookMessage;
    at: Date;
    trace?: TraceHeader | undefined;
  },
): Promise<MadeAttempt> {
  const { url, at, trace } = options;
  const traceparent = trace === undefined ? undefined : traceparentOf(trace);
  const { id, payload } = options.message;
  const headers = {
    'content-type': 'application/json',
    ...(traceparent !== undefined && { traceparent }),
    ...signatureHeaders({ eventId: id, payload, secrets: options.secrets, at }),
  };
  return request(client, { url, headers, body: payload, at });
}

/**
 * Decides the outcome of an attempt. Only 2xx is a success. A redirect is not followed: its target is not an endpoint
 * of the account.
 */
export function judgeAnswer(result: OutgoingResult, now: Date): AttemptOutcome {
  switch (result.outcome) {
    case 'refused':
      return failed(`The address ${describeRefusal(result.reason)}.`);
    case 'failed':
      return failed(
        result.reason === 'timeout'
          ? `No answer within ${ATTEMPT_TIMEOUT_MS / 1000} seconds.`
          : `The connection failed (${result.detail}).`,
      );
    case 'answered': {
      const { status } = result;
      if (status >= 200 && status < 300) return { outcome: 'delivered', responseStatus: status };
      if (status === 410) return { outcome: 'gone', responseStatus: status };
      const isRedirect = status >= 300 && status < 400;
      return {
        outcome: 'failed',
        responseStatus: status,
        error: `The receiver answered ${status}${isRedirect ? ': redirects are not followed' : ''}.`,
        retryAfterSeconds: readRetryAfter(result.headers['retry-after'], now),
      };
    }
  }
}

function failed(error: string): AttemptOutcome {
  return { outcome: 'failed', responseStatus: undefined, error, retryAfterSeconds: undefined };
}

/** Describes a refusal, as the rest of a sentence about the address. */
export function describeRefusal(reason: UrlRefusal): string {
  switch (reason) {
    case 'notAUrl':
      return 'is not an absolute URL';
    case 'tooLong':
      return 'is too long';
    case 'schemeNotAllowed':
      return 'must begin with https://';
    case 'hasCredentials':
      return 'must not contain a user name or a password';
    case 'addressNotAllowed':
      return 'does not lead to a public address';
  }
}
