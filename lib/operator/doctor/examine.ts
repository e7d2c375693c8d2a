import { describeError } from '../describe-error';
import { calling } from '../../../shared/platform/callee';
import { checkQuotas, checkSandbox, checkSpendLimits } from './check-account';
import { checkConfigurationSet, checkProtection } from './check-delivery';
import { checkConcurrency } from './check-lambda';
import { checkNumbers } from './check-numbers';
import { checkRegistrations } from './check-registrations';
import type { DeployedService } from './deployed-service';
import type { Finding } from './finding';

type Check = (service: DeployedService) => Promise<Finding[]>;

/** In the order in which they keep a text from going out. `right` is what looking at it takes. */
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

/** Looks at everything, one after another; what cannot be looked at is a finding of its own. */
export async function examine(service: DeployedService): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, right, look } of CHECKS) {
    try {
      findings.push(...(await calling('AWS', look(service))));
    } catch (error) {
      findings.push({
        check: name,
        state: 'unknown',
        finding: describeError(error),
        advice: `It takes ${right}.`,
      });
    }
  }
  return findings;
}
