import { PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { calling } from '../../../aws/callee';
import { describeAwsError } from '../../../aws/describe-aws-error';
import { checkQuotas, checkSandbox, checkSpendLimits } from './internal/check-account';
import { checkConfigurationSet, checkProtection } from './internal/check-delivery';
import { checkConcurrency } from './internal/check-lambda';
import { checkNumbers } from './internal/check-numbers';
import { checkRegistrations } from './internal/check-registrations';
import type { DeployedService } from './deployed-service';
import type { Finding } from './finding';

type Check = (service: DeployedService) => Promise<Finding[]>;

/** Checks, in the order in which they keep a text from being sent. `right` is the permission that the check needs. */
const CHECKS: ReadonlyArray<{ name: string; right: string; look: Check }> = [
  { name: 'sandbox', right: 'sms-voice:DescribeAccountAttributes', look: checkSandbox },
  { name: 'spend limits', right: 'sms-voice:DescribeSpendLimits', look: checkSpendLimits },
  { name: 'numbers', right: 'sms-voice:DescribePhoneNumbers', look: checkNumbers },
  {
    name: 'registrations',
    right: 'sms-voice:DescribeRegistrations, DescribeRegistrationVersions',
    look: checkRegistrations,
  },
  { name: 'configuration set', right: 'sms-voice:DescribeConfigurationSets', look: checkConfigurationSet },
  {
    name: 'protect configuration',
    right: 'sms-voice:DescribeProtectConfigurations, GetProtectConfigurationCountryRuleSet',
    look: checkProtection,
  },
  { name: 'quotas', right: 'sms-voice:DescribeAccountLimits', look: checkQuotas },
  { name: 'Lambda concurrency', right: 'lambda:GetAccountSettings', look: checkConcurrency },
];

/** Runs all checks one after another; a check that cannot be run is a finding of its own. */
export async function examine(service: Omit<DeployedService, 'eum'>): Promise<Finding[]> {
  const eum = new PinpointSMSVoiceV2Client({ maxAttempts: 3 });
  const findings: Finding[] = [];
  try {
    for (const { name, right, look } of CHECKS) {
      findings.push(...(await lookAt(name, { right, looking: look({ ...service, eum }) })));
    }
    return findings;
  } finally {
    eum.destroy();
  }
}

async function lookAt(
  check: string,
  { right, looking }: { right: string; looking: Promise<Finding[]> },
): Promise<Finding[]> {
  try {
    return await calling('AWS', looking);
  } catch (error) {
    return [{ check, state: 'unknown', finding: describe(error), advice: `It takes ${right}.` }];
  }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return describeAwsError(error) ?? `${error.name}: ${error.message}`;
}
