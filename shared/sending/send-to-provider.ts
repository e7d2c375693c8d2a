import type { Platform } from '../platform/platform';
import type { SendOutcome, OutboundMessage } from '../platform/provider/port';

/** Well within a lease, and longer than any adapter waits: a call without an answer delays only its own message. */
const ANSWER_WITHIN_MS = 15_000;

/** Calls the provider, once. After any failed call the message may have been sent: the outcome is unknown. */
export async function sendToProvider(
  deps: Pick<Platform, 'provider' | 'log'>,
  message: OutboundMessage,
): Promise<SendOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const noAnswer = new Promise<SendOutcome>((resolve) => {
    timer = setTimeout(() => resolve({ outcome: 'unknown' }), ANSWER_WITHIN_MS);
  });
  try {
    return await Promise.race([deps.provider.send(message), noAnswer]);
  } catch (error) {
    deps.log.error('The provider’s adapter failed', error, { messageId: message.messageId });
    return { outcome: 'unknown' };
  } finally {
    clearTimeout(timer);
  }
}
