import type { Platform } from '../platform/platform';
import type { SendOutcome, OutboundMessage } from '../platform/provider/port';

/** Shorter than a lease, and longer than any adapter waits: a call without an answer delays only its own message. */
const ANSWER_WITHIN_MS = 15_000;

/**
 * Calls the provider once. After a call that failed the message may have been sent, so the outcome is `unknown`. The
 * reason why a message was not accepted is logged.
 */
export async function sendToProvider(
  deps: Pick<Platform, 'provider' | 'log'>,
  message: OutboundMessage,
): Promise<SendOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const noAnswer = new Promise<SendOutcome>((resolve) => {
    timer = setTimeout(
      () => resolve({ outcome: 'unknown', providerReason: 'NoAnswerInTime' }),
      ANSWER_WITHIN_MS,
    );
  });
  try {
    const answer = await Promise.race([deps.provider.send(message), noAnswer]);
    if (answer.outcome !== 'accepted') logAnswer(deps, message, answer);
    return answer;
  } catch (error) {
    deps.log.error('The provider’s adapter failed', error, { messageId: message.messageId });
    return { outcome: 'unknown' };
  } finally {
    clearTimeout(timer);
  }
}

function logAnswer(
  { log }: Pick<Platform, 'log'>,
  { messageId }: OutboundMessage,
  answer: Exclude<SendOutcome, { outcome: 'accepted' }>,
): void {
  const { outcome, providerRequestId, providerReason } = answer;
  const errorType = outcome === 'refused' ? answer.errorType : undefined;
  log.info('Message not accepted', { messageId, outcome, errorType, providerReason, providerRequestId });
}
