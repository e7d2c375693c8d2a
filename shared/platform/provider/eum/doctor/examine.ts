import { PinpointSMSVoiceV2Client } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { calling } from '../../../aws/callee';
import { describeAwsError } from '../../../aws/describe-aws-error';
import { checkQuotas, checkSandbox, checkSpendLimits } from './internal/check-account';
import { checkConfigurationSet } from './internal/check-delivery';
import { checkConcurrency } from './internal/check-lambda';
import { checkNumbers } from './internal/check-numbers';
import { checkPools } from './internal/check-pools';
import { checkProtection } from './internal/check-protection';
import { checkRegistrations } from './internal/check-registrations';
import { checkSenderIds } from './internal/check-sender-ids';
import { checkServiceQuotas } from './internal/check-service-quotas';
import type { DeployedService } from './deployed-service';
import type { Finding } from '../../../finding';

/** Check of a service; `right` is the permission that it needs. */
interface Check<Service> {
  name: string;
  right: string;
  look: (service: Service) => Promise<Finding[]>;
}
/** Needs of a service's load in the AWS account, whether it is deployed or not. */
type Load = Pick<DeployedService, 'leastConcurrency' | 'neededQuotas'>;

/** Checks that need no stack. */
const LOAD_CHECKS: ReadonlyArray<Check<Load>> = [
  { name: 'Lambda concurrency', right: 'lambda:GetAccountSettings', look: checkConcurrency },
  {
    name: 'quotas of the stage',
    right: 'servicequotas:GetServiceQuota, GetAWSDefaultServiceQuota',
    look: checkServiceQuotas,
  },
];

/** Checks, in the order in which they keep a text from being sent. */
const CHECKS: ReadonlyArray<Check<DeployedService>> = [
  { name: 'sandbox', right: 'sms-voice:DescribeAccountAttributes', look: checkSandbox },
  { name: 'spend limits', right: 'sms-voice:DescribeSpendLimits', look: checkSpendLimits },
  { name: 'numbers', right: 'sms-voice:DescribePhoneNumbers', look: checkNumbers },
  {
    name: 'pools',
    right:
      'sms-voice:DescribePools, ListPoolOriginationIdentities, DescribeRcsAgents, DescribeConfigurationSets',
    look: checkPools,
  },
  { name: 'sender ids', right: 'sms-voice:DescribeSenderIds', look: checkSenderIds },
  {
    name: 'registrations',
    right: 'sms-voice:DescribeRegistrations, DescribeRegistrationVersions, ListRegistrationAssociations',
    look: checkRegistrations,
  },
  { name: 'configuration set', right: 'sms-voice:DescribeConfigurationSets', look: checkConfigurationSet },
  {
    name: 'protect configuration',
    right: 'sms-voice:DescribeProtectConfigurations, GetProtectConfigurationCountryRuleSet',
    look: checkProtection,
  },
  { name: 'quotas', right: 'sms-voice:DescribeAccountLimits', look: checkQuotas },
  ...LOAD_CHECKS,
];

/** Runs all checks one after another; a check that cannot be run is a finding of its own. */
export async function examine(service: Omit<DeployedService, 'eum'>): Promise<Finding[]> {
  const eum = new PinpointSMSVoiceV2Client({ maxAttempts: 3 });
  try {
    return await runAll(CHECKS, { ...service, eum });
  } finally {
    eum.destroy();
  }
}

/** Runs the checks of quotas that a stage needs, before it is deployed. */
export const examineLoad = async (load: Load): Promise<Finding[]> => runAll(LOAD_CHECKS, load);

async function runAll<Service>(checks: ReadonlyArray<Check<Service>>, service: Service): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, right, look } of checks) {
    findings.push(...(await lookAt(name, { right, looking: look(service) })));
  }
  return findings;
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
