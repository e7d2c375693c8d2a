import type { PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { NeededQuotas } from './needed-quotas';

/** Sender number that an account uses. */
export interface UsedNumber {
  accountId: string;
  number: string;
  /** Setting of the account for answers to STOP and HELP; absent: that of the stack. */
  keywordReplies: 'on' | 'off' | undefined;
  /** Most message parts of its brand in a day; absent: none is set. */
  dailyCap?: number | undefined;
}

/** Pool or sender id that is a member of a sender. */
export interface UsedIdentity {
  accountId: string;
  /** Name of a pool or sender id at AWS. */
  name: string;
  /** Countries of recipients; absent: all. */
  countries: readonly string[] | undefined;
}

/** Protect configuration under which an account sends. */
export interface UsedProtection {
  accountId: string;
  id: string;
}

/** Resources and settings of the service that End User Messaging must match. */
export interface DeployedService {
  eum: PinpointSMSVoiceV2Client;
  inboundTopicArn: string | undefined;
  receiptTopicArn: string | undefined;
  configurationSet: string | undefined;
  /** Least concurrency of Lambda with which the service works. */
  leastConcurrency: number | undefined;
  neededQuotas: NeededQuotas | undefined;
  /** Numbers that are Active in the service. */
  numbers: UsedNumber[];
  /** Pools and sender ids among the members of senders. */
  pools: UsedIdentity[];
  senderIds: UsedIdentity[];
  protections: UsedProtection[];
}
