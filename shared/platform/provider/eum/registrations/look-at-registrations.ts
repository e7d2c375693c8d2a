import type { PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { requestLimits } from '../../../aws/internal/request-limits';
import { notReadableOf } from '../../../aws/internal/not-readable';
import { ServiceError } from '../../../../errors/service-error';
import { withRegistrations } from './with-registrations';

/** Time for all calls of a request: less than that of the function, which would be answered with a 503 otherwise. */
const USUAL_DEADLINE_MS = 11_000;

/**
 * Runs calls that read from End User Messaging, for a request that waits for them.
 *
 * @throws ServiceError AwsNotReadable when AWS does not answer in time, or does not let the service read
 */
export async function lookAtRegistrations<Value>(
  look: (eum: PinpointSMSVoiceV2Client) => Promise<Value>,
  { deadlineMs = USUAL_DEADLINE_MS }: { deadlineMs?: number } = {},
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ServiceError('AwsNotReadable', { cause: 'silent' })), deadlineMs);
  });
  try {
    return await Promise.race([
      withRegistrations(look, { maxAttempts: 3, requestHandler: requestLimits() }),
      deadline,
    ]);
  } catch (error) {
    throw notReadableOf(error) ?? error;
  } finally {
    clearTimeout(timer);
  }
}
