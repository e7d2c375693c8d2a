import {
  DescribeAccountAttributesCommand,
  DescribeAccountLimitsCommand,
  DescribeSpendLimitsCommand,
  type PinpointSMSVoiceV2Client,
  type SpendLimitName,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { DeployedService } from '../deployed-service';
import { type Finding, ok, problem, warning } from '../../../../finding';

const SPEND_LIMITS: Partial<Record<SpendLimitName, string>> = {
  TEXT_MESSAGE_MONTHLY_SPEND_LIMIT: 'SMS',
  MEDIA_MESSAGE_MONTHLY_SPEND_LIMIT: 'MMS',
};
/** Spend limit of a new AWS account: about a hundred texts. */
const NEW_ACCOUNT_DOLLARS = 1;
const NEARLY_USED = 0.9;

export async function checkSandbox({ eum }: DeployedService): Promise<Finding[]> {
  const { AccountAttributes: attributes = [] } = await eum.send(new DescribeAccountAttributesCommand({}));
  const tier = attributes.find(({ Name: name }) => name === 'ACCOUNT_TIER')?.Value;
  if (tier === 'PRODUCTION') return [ok('sandbox', 'The AWS account is in production.')];
  return [
    problem(
      'sandbox',
      `The AWS account is in the sandbox (${tier ?? 'no tier'}): only numbers verified there get texts.`,
      'Ask AWS Support for production access, for End User Messaging SMS in this region.',
    ),
  ];
}

export async function checkSpendLimits({ eum }: DeployedService): Promise<Finding[]> {
  const { SpendLimits: limits = [] } = await eum.send(new DescribeSpendLimitsCommand({}));
  return limits.flatMap(({ Name: name, EnforcedLimit: enforced = 0, MaxLimit: max = 0 }) => {
    const channel = name && SPEND_LIMITS[name];
    if (channel === undefined) return [];
    const check = `spend limit ${channel}`;
    const finding = `$${enforced} a month, of at most $${max}.`;
    if (enforced < max) {
      const advice = `Raise the enforced limit if the month needs more: aws pinpoint-sms-voice-v2 ${
        channel === 'SMS' ? 'set-text-message-spend-limit-override' : 'set-media-message-spend-limit-override'
      } --monthly-limit ${max}`;
      return [warning(check, `${finding} Sending stops at the enforced limit.`, advice)];
    }
    if (max <= NEW_ACCOUNT_DOLLARS) {
      return [
        problem(
          check,
          `${finding} That is what a new AWS account has; sending stops when it is reached.`,
          'Ask AWS Support for a higher spend quota; one for SMS raises that for MMS too.',
        ),
      ];
    }
    return [ok(check, finding)];
  });
}

export async function checkQuotas({ eum }: DeployedService): Promise<Finding[]> {
  const limits = await readLimits(eum);
  const full = limits.filter(({ used, max }) => max > 0 && used >= NEARLY_USED * max);
  if (full.length === 0) {
    const used = limits
      .filter(({ max }) => max > 0)
      .map((limit) => `${limit.name} ${limit.used} of ${limit.max}`);
    const list = used.length > 0 ? ` (${used.join(', ')})` : '';
    return [ok('quotas', `None of the quotas of End User Messaging is nearly used up${list}.`)];
  }
  return full.map(({ name, used, max }) =>
    warning(
      `quota ${name}`,
      `${used} of ${max} are used.`,
      'Release what is not needed, or ask for more in Service Quotas, under AWS End User Messaging SMS.',
    ),
  );
}

async function readLimits(eum: PinpointSMSVoiceV2Client) {
  const found: Array<{ name: string; used: number; max: number }> = [];
  let token: string | undefined;
  do {
    const page = await eum.send(new DescribeAccountLimitsCommand({ ...(token && { NextToken: token }) }));
    for (const { Name: name = 'unknown', Used: used = 0, Max: max = 0 } of page.AccountLimits ?? []) {
      found.push({ name, used, max });
    }
    token = page.NextToken;
  } while (token !== undefined);
  return found;
}
