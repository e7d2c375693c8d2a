import {
  type ConfigurationSetInformation,
  DescribeConfigurationSetsCommand,
  GetProtectConfigurationCountryRuleSetCommand,
  paginateDescribeProtectConfigurations,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { readPhoneNumbers } from './check-numbers';
import type { DeployedService } from '../deployed-service';
import { type Finding, ok, problem, warning } from '../finding';

const CHECK = 'configuration set';
const WANTED = ['TEXT', 'MEDIA'] as const;

/** Checks that receipts of texts and media reach the service. */
export async function checkConfigurationSet(service: DeployedService): Promise<Finding[]> {
  const found = await readConfigurationSet(service);
  const name = service.configurationSet;
  if (!found) {
    return [
      problem(
        CHECK,
        name === undefined ? 'The stack names none.' : `AWS does not have ${name}: sends are refused.`,
        'Deploy again, with a stage whose provider has no configurationSet or the name of one that exists.',
      ),
    ];
  }
  const events = (found.EventDestinations ?? [])
    .filter(({ Enabled, SnsDestination }) => Enabled && SnsDestination?.TopicArn === service.receiptTopicArn)
    .flatMap(({ MatchingEventTypes: types }) => types ?? []);
  const lacking = WANTED.filter((kind) => !events.some((type) => type === 'ALL' || type === `${kind}_ALL`));
  if (lacking.length === 0) return [ok(CHECK, `${name} publishes all events to the receipt topic.`)];
  const types = lacking.map((kind) => `${kind}_ALL`).join(',');
  return [
    problem(
      CHECK,
      `${name} does not publish ${types} to the receipt topic: no delivery status, or not every one.`,
      `aws pinpoint-sms-voice-v2 create-event-destination --configuration-set-name ${name} --event-destination-name receipts --matching-event-types ${types} --sns-destination TopicArn=${service.receiptTopicArn}`,
    ),
  ];
}

async function readConfigurationSet({
  eum,
  configurationSet: name,
}: DeployedService): Promise<ConfigurationSetInformation | undefined> {
  if (name === undefined) return undefined;
  try {
    const answer = await eum.send(new DescribeConfigurationSetsCommand({ ConfigurationSetNames: [name] }));
    return answer.ConfigurationSets?.[0];
  } catch (error) {
    if (error instanceof Error && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

/** Checks that no protect configuration blocks a country in which the service has numbers. */
export async function checkProtection(service: DeployedService): Promise<Finding[]> {
  const check = 'protect configuration';
  const configurationSet = await readConfigurationSet(service);
  const id = configurationSet?.ProtectConfigurationId ?? (await findDefault(service));
  if (id === undefined) return [ok(check, 'None applies: no country is blocked.')];
  const { CountryRuleSet: rules = {} } = await service.eum.send(
    new GetProtectConfigurationCountryRuleSetCommand({ ProtectConfigurationId: id, NumberCapability: 'SMS' }),
  );
  const blocked = Object.keys(rules).filter((country) => rules[country]?.ProtectStatus === 'BLOCK');
  const used = new Set(service.numbers.map(({ number }) => number));
  const own = (await readPhoneNumbers(service))
    .filter(({ PhoneNumber: number = '' }) => used.has(number))
    .map(({ IsoCountryCode: country = '' }) => country);
  const hit = blocked.filter((country) => own.includes(country));
  if (hit.length > 0) {
    return [
      problem(
        check,
        `${id} blocks ${hit.join(', ')}, where the service has numbers.`,
        `aws pinpoint-sms-voice-v2 update-protect-configuration-country-rule-set --protect-configuration-id ${id} --number-capability SMS --country-rule-set-updates '{"${hit[0]}":{"ProtectStatus":"ALLOW"}}'`,
      ),
    ];
  }
  if (blocked.length === 0) return [ok(check, `${id} blocks no country.`)];
  return [
    warning(
      check,
      `${id} blocks ${blocked.length} countries: texts there are failed / destination_blocked.`,
      'Right where no one is to be reached there; else allow them in the protect configuration.',
    ),
  ];
}

async function findDefault({ eum }: DeployedService): Promise<string | undefined> {
  for await (const page of paginateDescribeProtectConfigurations({ client: eum }, {})) {
    const found = page.ProtectConfigurations?.find(({ AccountDefault: isDefault }) => isDefault);
    if (found) return found.ProtectConfigurationId;
  }
  return undefined;
}
