import { PinpointSMSVoiceV2Client, PutMessageFeedbackCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { type RequestLimits, requestLimits } from '../../aws/internal/request-limits';
import type { FeedbackTaker } from '../port';
import { traceOf } from './internal/answer-trace';
import { readRefusal } from './internal/refusal';

/**
 * Creates the part of AWS End User Messaging that takes feedback, with a client of its own: unlike a message, feedback
 * may be given twice, so the SDK repeats it. Apart from the provider, functions that only send do not load it.
 *
 * **Source:** AWS End User Messaging SMS API reference of version 2, `PutMessageFeedback`.
 */
export function createEumFeedback(limits: Partial<RequestLimits> = {}): FeedbackTaker & { close(): void } {
  const client = new PinpointSMSVoiceV2Client({ maxAttempts: 2, requestHandler: requestLimits(limits) });
  return {
    giveFeedback: async ({ providerMessageId: MessageId }) => {
      try {
        await client.send(new PutMessageFeedbackCommand({ MessageId, MessageFeedbackStatus: 'RECEIVED' }));
        return { outcome: 'given' };
      } catch (error) {
        const isRefused = readRefusal(error).outcome === 'refused';
        return { outcome: isRefused ? 'refused' : 'unavailable', ...traceOf(error) };
      }
    },
    close: () => client.destroy(),
  };
}
