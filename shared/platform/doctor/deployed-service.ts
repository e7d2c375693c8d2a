import type { PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';

/** A sender number that an account sends from. */
export interface UsedNumber {
  accountId: string;
  number: string;
  /** Whether the account answers STOP and HELP; absent: as the stack says. */
  keywordReplies: 'on' | 'off' | undefined;
}

/** What of the service End User Messaging has to fit. */
export interface DeployedService {
  eum: PinpointSMSVoiceV2Client;
  inboundTopicArn: string | undefined;
  receiptTopicArn: string | undefined;
  configurationSet: string | undefined;
  /** The least concurrency of Lambda that it works with. */
  leastConcurrency: number | undefined;
  /** Those that are Active here. */
  numbers: UsedNumber[];
}
