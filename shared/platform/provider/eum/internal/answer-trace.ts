import {
  PinpointSMSVoiceV2ServiceException,
  type ValidationException,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { AnswerTrace } from '../../port';

/** Form of codes and ids. Anything else may be a sentence, which can quote a phone number. */
const CODE = /^[A-Za-z][A-Za-z0-9_.]{0,79}$/;
const REQUEST_ID = /^[A-Za-z0-9-]{1,64}$/;
const MOST_FIELDS = 3;

/**
 * Returns what identifies and explains a failed request: the exception, its reason and the fields that it is about, or
 * the code of a connection's error.
 */
export function traceOf(error: unknown): AnswerTrace {
  if (error instanceof PinpointSMSVoiceV2ServiceException) {
    const { Reason: reason, Fields: fields = [] } = error as Partial<ValidationException>;
    const names = fields.slice(0, MOST_FIELDS).map(({ Name: name }) => name);
    return {
      providerRequestId: readRequestId(error.$metadata),
      providerReason: join([error.name, reason, ...names]),
    };
  }
  const { name, code } = (error ?? {}) as { name?: unknown; code?: unknown };
  return { providerReason: join([name === 'Error' ? undefined : name, code]) };
}

/** Returns AWS's id of a request, by which AWS Support finds it. */
export function readRequestId({ requestId }: { requestId?: string | undefined }): string | undefined {
  return requestId !== undefined && REQUEST_ID.test(requestId) ? requestId : undefined;
}

function join(words: unknown[]): string | undefined {
  const codes = words.filter((word) => typeof word === 'string' && CODE.test(word));
  return codes.length === 0 ? undefined : codes.join(' ');
}
