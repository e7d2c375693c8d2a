import {
  PinpointSMSVoiceV2Client,
  type PinpointSMSVoiceV2ClientConfig,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { calling } from '../../../aws/callee';

/** Runs calls of End User Messaging with a client of their own; errors are tagged with the service. */
export async function withRegistrations<Value>(
  run: (eum: PinpointSMSVoiceV2Client) => Promise<Value>,
  config: PinpointSMSVoiceV2ClientConfig = { maxAttempts: 5 },
): Promise<Value> {
  const eum = new PinpointSMSVoiceV2Client(config);
  try {
    return await calling('AWS', run(eum));
  } finally {
    eum.destroy();
  }
}
