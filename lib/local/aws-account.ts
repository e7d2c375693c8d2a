import { findUsedNumbers } from '../../shared/operations/examine-service';
import { getPlatform } from '../../shared/platform/platform';
import { type AwsAccount, createAwsAccount } from './simulator/aws-account';
import type { Template } from './template';

/** Creates the AWS account of a local service. It has every number that an account of the service sends from. */
export function awsAccountOf(template: Template): AwsAccount {
  const outputs = template.outputs();
  return createAwsAccount({
    numbers: async () => (await findUsedNumbers(getPlatform().table)).map(({ number }) => number),
    inboundTopicArn: outputs.InboundTopicArn,
    receiptTopicArn: outputs.ReceiptTopicArn,
    configurationSet: outputs.ConfigurationSetName,
  });
}
