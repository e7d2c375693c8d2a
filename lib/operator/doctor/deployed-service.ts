import { PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { OnOrOff } from '../../../shared/accounts/account';
import { listAccounts } from '../../../shared/accounts/account-store';
import { listNumbers } from '../../../shared/senders/number-store';
import { OperatorError } from '../operator-error';
import type { Target } from '../target';

/** A sender number that an account sends from. */
export interface UsedNumber {
  accountId: string;
  number: string;
  /** Whether the account answers STOP and HELP; absent: as the stack says. */
  keywordReplies: OnOrOff | undefined;
}

/** What of the service End User Messaging has to fit. */
export interface DeployedService {
  eum: PinpointSMSVoiceV2Client;
  inboundTopicArn: string | undefined;
  receiptTopicArn: string | undefined;
  configurationSet: string | undefined;
  /** Those that are Active here. */
  numbers: UsedNumber[];
}

/** @throws OperatorError for a service that does not send by End User Messaging */
export async function readDeployedService(target: Target): Promise<DeployedService> {
  const { outputs } = target;
  if (outputs.Provider !== 'eum') {
    throw new OperatorError(
      'This service does not send by AWS End User Messaging: there is nothing to check. Name a deployed stack with --stack.',
    );
  }
  return {
    eum: new PinpointSMSVoiceV2Client({ maxAttempts: 3 }),
    inboundTopicArn: outputs.InboundTopicArn,
    receiptTopicArn: outputs.ReceiptTopicArn,
    configurationSet: outputs.ConfigurationSetName,
    numbers: await readNumbers(target),
  };
}

async function readNumbers({ table }: Target): Promise<UsedNumber[]> {
  const used: UsedNumber[] = [];
  for (const { id: accountId, closedAt, keywordReplies } of await listAccounts(table)) {
    if (closedAt !== undefined) continue;
    const active = (await listNumbers(table, accountId)).filter(({ status }) => status === 'Active');
    used.push(...active.map(({ number }) => ({ accountId, number, keywordReplies })));
  }
  return used;
}
