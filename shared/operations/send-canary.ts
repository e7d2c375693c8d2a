import { randomUUID } from 'node:crypto';
import type { Pause } from '../platform/pause';

/** Text that a canary sends, and with which key. */
interface CanarySettings {
  /** API key as id and secret, joined by a colon. */
  key: string;
  from: string;
  to: string;
}

/** Surroundings of a canary. */
interface CanaryPlatform {
  /** Base URL of the API, without a slash at the end. */
  baseUrl: string;
  pause: Pause;
  fetch: typeof fetch;
}

/** Fate of a canary's text: how long it took to be delivered, or what it came to instead. */
type CanaryOutcome =
  | { isDelivered: true; afterMs: number }
  | { isDelivered: false; reason: 'refused' | 'failed' | 'not_delivered'; detail: string };

/** Longest that a text to a simulator number may take, with a cold start of each function on its way. */
const DELIVERED_WITHIN_MS = 150_000;
const READ_EVERY_MS = 3_000;
const ANSWERS_WITHIN_MS = 30_000;

/** Parts of a message that say how it fares. */
interface Message {
  id?: string;
  status?: string;
  errorType?: string;
  deliveryStatus?: string;
  /** Code of an error. */
  code?: number;
}

/**
 * Sends a text through the API, as a customer does, and reads it back until its receipt says that it was delivered. A
 * request that was not answered, or with a 5xx, is repeated once with the same idempotency key.
 *
 * **Source:** docs/operations.md, "Canary".
 */
export async function sendCanary(platform: CanaryPlatform, settings: CanarySettings): Promise<CanaryOutcome> {
  const startMs = performance.now();
  const { key, from, to } = settings;
  const body = JSON.stringify({ from, to, body: 'Canary: no reply needed.', idempotencyKey: randomUUID() });
  const send = () => call(platform, { key, path: 'message', body });
  const accepted = (await send()) ?? (await send());
  if (accepted?.status !== 201) {
    const { status = 'nothing', message } = accepted ?? {};
    return {
      isDelivered: false,
      reason: 'refused',
      detail: `the API answered ${status}, code ${message?.code ?? 'none'}`,
    };
  }
  let { message } = accepted;
  const path = `message/${message.id}`;
  let waitedMs = 0;
  while (message.deliveryStatus !== 'delivered') {
    if (message.status === 'failed' || message.deliveryStatus === 'failed') {
      return { isDelivered: false, reason: 'failed', detail: message.errorType ?? 'without a reason' };
    }
    if (waitedMs >= DELIVERED_WITHIN_MS) {
      return { isDelivered: false, reason: 'not_delivered', detail: message.status ?? 'without a status' };
    }
    await platform.pause(READ_EVERY_MS);
    waitedMs += READ_EVERY_MS;
    const read = await call(platform, { key, path });
    if (read?.status === 200) message = read.message;
  }
  return { isDelivered: true, afterMs: Math.round(performance.now() - startMs) };
}

/** Calls the API. Returns `undefined` when it does not answer, or with a failure of its own. */
async function call(
  platform: CanaryPlatform,
  { key, path, body }: { key: string; path: string; body?: string },
): Promise<{ status: number; message: Message } | undefined> {
  try {
    const answer = await platform.fetch(`${platform.baseUrl}/api/v1/messaging/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(key).toString('base64')}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    const { status } = answer;
    return status >= 500 ? undefined : { status, message: (await answer.json()) as Message };
  } catch {
    return undefined;
  }
}
