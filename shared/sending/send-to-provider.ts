import type { Platform } from '../platform/platform';
import type { SendOutcome, OutboundMessage } from '../platform/provider/port';

type Deps = Pick<Platform, 'provider' | 'log'>;

/** Shorter than a lease, and longer than any adapter waits: a call without an answer delays only its own message. */
const ANSWER_WITHIN_MS = 15_000;
/** Time after which an answer counts as missing: ten times that of a slow one. */
const MISSING_AFTER_MS = 2_000;

/**
 * Calls the provider once. After a call that failed the message may have been sent, so the outcome is `unknown`. The
 * reason why a message was not accepted is logged.
 *
 * @param options.onMissing called when there is no answer after two seconds
 */
export async function sendToProvider(
  deps: Deps,
  message: OutboundMessage,
  { onMissing }: { onMissing?: () => void } = {},
): Promise<SendOutcome> {
  const timer = onMissing && setTimeout(onMissing, MISSING_AFTER_MS);
  try {
    return await askProvider(deps, message, () => deps.provider.send(message));
  } finally {
    clearTimeout(timer);
  }
}

/** Asks the provider once whether it would take a text, without sending it. */
export const checkAtProvider = (
  deps: Deps,
  { messageId, to, from, body }: Pick<OutboundMessage, 'messageId' | 'to' | 'from' | 'body'>,
): Promise<SendOutcome> =>
  askProvider(
    deps,
    { messageId },
    async () => (await deps.provider.check?.({ messageId, to, from, body })) ?? { outcome: 'unknown' },
  );

async function askProvider(
  deps: Deps,
  { messageId }: Pick<OutboundMessage, 'messageId'>,
  call: () => Promise<SendOutcome>,
): Promise<SendOutcome> {
  let timer: NodeJS.Timeout | undefined;
  const noAnswer = new Promise<SendOutcome>((resolve) => {
    timer = setTimeout(
      () => resolve({ outcome: 'unknown', providerReason: 'NoAnswerInTime' }),
      ANSWER_WITHIN_MS,
    );
  });
  try {
    const answer = await Promise.race([call(), noAnswer]);
    if (answer.outcome !== 'accepted') logAnswer(deps, messageId, answer);
    return answer;
  } catch (error) {
    deps.log.error('The provider’s adapter failed', error, { messageId });
    return { outcome: 'unknown' };
  } finally {
    clearTimeout(timer);
  }
}

function logAnswer(
  { log }: Pick<Platform, 'log'>,
  messageId: string,
  answer: Exclude<SendOutcome, { outcome: 'accepted' }>,
): void {
  const { outcome, providerRequestId, providerReason } = answer;
  const errorType = outcome === 'refused' ? answer.errorType : undefined;
  log.info('Message not accepted', { messageId, outcome, errorType, providerReason, providerRequestId });
}
