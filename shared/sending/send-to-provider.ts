import type { Platform } from '../platform/platform';
import type { SendOutcome, OutboundMessage } from '../platform/provider/port';

/** Well within a lease, and longer than any adapter waits: a call without an answer costs nothing but itself. */
const ANSWER_WITHIN_MS = 15_000;

/** Asks the provider, once. However the call goes wrong, the message may be out: the outcome is unknown then. */
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
