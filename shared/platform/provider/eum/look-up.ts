import { CarrierLookupCommand, type PhoneNumberType } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { LineType, LookUpOutcome, LookUps } from '../port';
import { readRequestId, traceOf } from './internal/answer-trace';
import { createEumClient } from './internal/eum-client';
import { readRefusal } from './internal/refusal';

const LINE_TYPE_OF: Record<PhoneNumberType, LineType> = {
  MOBILE: 'mobile',
  LANDLINE: 'landline',
  OTHER: 'other',
  INVALID: 'invalid',
};

/** Time after which a look-up is tried again that is denied, or over a quota, until the AWS account has changed. */
const STATE_CHANGES_AFTER_SECONDS = 120;
/** Time after which a provider that gave no answer is asked again. */
const NO_ANSWER_AGAIN_AFTER_SECONDS = 5;
/** Refusals that mean every look-up of the AWS account. */
const OF_THE_ACCOUNT: ReadonlySet<string> = new Set([
  'provider_access_denied',
  'provider_limit_reached',
  'provider_misconfigured',
]);

/**
 * Creates the look-ups of End User Messaging, apart from its provider: most functions that send look nothing up. A look-up
 * may be repeated, so a missing answer is `unavailable`.
 *
 * **Source:** AWS End User Messaging SMS API reference of version 2, `CarrierLookup`.
 */
export function createEumLookUps(): LookUps & { close(): void } {
  const { client, connections, close } = createEumClient();
  return {
    close,
    lookUp: async (phoneNumber, { timeoutMs }) => {
      const command = new CarrierLookupCommand({ PhoneNumber: phoneNumber });
      const attempt = await connections.attempt(() =>
        client.send(command, { abortSignal: AbortSignal.timeout(Math.ceil(timeoutMs)) }),
      );
      if ('error' in attempt) return { ...failureOf(attempt.error), ...traceOf(attempt.error) };
      const { PhoneNumberType: type, $metadata: metadata } = attempt.answer;
      // A type that this SDK does not know yet says nothing against the number.
      const lineType = (type && LINE_TYPE_OF[type]) ?? 'other';
      return { outcome: 'found', lineType, providerRequestId: readRequestId(metadata) };
    },
  };
}

function failureOf(error: unknown): LookUpOutcome {
  const refusal = readRefusal(error);
  switch (refusal.outcome) {
    case 'refused':
      return OF_THE_ACCOUNT.has(refusal.errorType)
        ? { outcome: 'unavailable', retryAfterSeconds: STATE_CHANGES_AFTER_SECONDS }
        : { outcome: 'refused' };
    case 'unavailable':
      return { outcome: 'unavailable', retryAfterSeconds: refusal.retryAfterSeconds };
    case 'accepted':
    case 'unknown':
      return { outcome: 'unavailable', retryAfterSeconds: NO_ANSWER_AGAIN_AFTER_SECONDS };
  }
}
