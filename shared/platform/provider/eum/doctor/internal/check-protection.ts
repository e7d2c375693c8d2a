import {
  GetProtectConfigurationCountryRuleSetCommand,
  paginateDescribeProtectConfigurations,
  type ProtectConfigurationInformation,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { readConfigurationSet } from './check-delivery';
import { readPhoneNumbers } from './check-numbers';
import type { DeployedService } from '../deployed-service';
import { type Finding, ok, problem, warning } from '../../../../finding';

const CHECK = 'protect configuration';

/**
 * Checks that no protect configuration blocks a country in which the service has numbers: that of the AWS account, and
 * those under which accounts send.
 */
export async function checkProtection(service: DeployedService): Promise<Finding[]> {
  const configurationSet = await readConfigurationSet(service);
  const ofSet = configurationSet?.ProtectConfigurationId;
  const known = await readConfigurations(service, ofSet === undefined || service.protections.length > 0);
  const id = ofSet ?? known.find(({ AccountDefault: isDefault }) => isDefault)?.ProtectConfigurationId;
  const findings =
    id === undefined
      ? [ok(CHECK, 'None applies: no country is blocked.')]
      : [await checkRules(service, { check: CHECK, id, accountId: undefined })];
  for (const { accountId, id: own } of service.protections) {
    const check = `${CHECK} of ${accountId}`;
    const isKnown = known.some(
      ({ ProtectConfigurationId: one, ProtectConfigurationArn: arn }) => one === own || arn === own,
    );
    findings.push(
      isKnown
        ? await checkRules(service, { check, id: own, accountId })
        : problem(
            check,
            `AWS does not have ${own}: every text of the account is failed / provider_misconfigured.`,
            `operator account set --account ${accountId} --protect with one that exists, or --protect '' for the default one`,
          ),
    );
  }
  return findings;
}

async function readConfigurations(
  { eum }: DeployedService,
  areNeeded: boolean,
): Promise<ProtectConfigurationInformation[]> {
  const found: ProtectConfigurationInformation[] = [];
  if (!areNeeded) return found;
  for await (const page of paginateDescribeProtectConfigurations({ client: eum }, {})) {
    found.push(...(page.ProtectConfigurations ?? []));
  }
  return found;
}

/** @param options.accountId account that sends under it; absent: all without one of their own */
async function checkRules(
  service: DeployedService,
  options: { check: string; id: string; accountId: string | undefined },
): Promise<Finding> {
  const { check, id, accountId } = options;
  const { CountryRuleSet: rules = {} } = await service.eum.send(
    new GetProtectConfigurationCountryRuleSetCommand({ ProtectConfigurationId: id, NumberCapability: 'SMS' }),
  );
  const blocked = Object.keys(rules).filter((country) => rules[country]?.ProtectStatus === 'BLOCK');
  const ruled = new Set(service.protections.map((one) => one.accountId));
  const isUnder = (user: { accountId: string }) =>
    accountId === undefined ? !ruled.has(user.accountId) : user.accountId === accountId;
  const used = new Set(service.numbers.filter(isUnder).map(({ number }) => number));
  const ofNumbers = (await readPhoneNumbers(service))
    .filter(({ PhoneNumber: number = '' }) => used.has(number))
    .map(({ IsoCountryCode: country = '' }) => country);
  const ofSenders = [...service.pools, ...service.senderIds]
    .filter(isUnder)
    .flatMap(({ countries = [] }) => countries);
  const own = new Set([...ofNumbers, ...ofSenders]);
  const hit = blocked.filter((country) => own.has(country));
  if (hit.length > 0) {
    return problem(
      check,
      `${id} blocks ${hit.join(', ')}, where the service has numbers${ofSenders.length > 0 ? ' or senders' : ''}.`,
      `aws pinpoint-sms-voice-v2 update-protect-configuration-country-rule-set --protect-configuration-id ${id} --number-capability SMS --country-rule-set-updates '{"${hit[0]}":{"ProtectStatus":"ALLOW"}}'`,
    );
  }
  if (blocked.length === 0) return ok(check, `${id} blocks no country.`);
  return warning(
    check,
    `${id} blocks ${blocked.length} countries: texts there are failed / destination_blocked.`,
    'Right where no one is to be reached there; else allow them in the protect configuration.',
  );
}
