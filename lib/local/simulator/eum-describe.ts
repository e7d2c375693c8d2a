import type { RegistrationInformation } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { parseObject } from '../loopback-server';
import { isRecord } from '../../../shared/platform/is-record';
import type { AwsAccount } from './aws-account';
import type { AwsState } from './aws-state';
import { exception, invalid, type WireAnswer } from './eum-protocol';

type Input = Readonly<Record<string, unknown>>;

interface Description {
  /** Parameters that are implemented. */
  parameters: readonly string[];
  describe(state: AwsState, input: Input): object;
}

const MOST_RESULTS = 100;

const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  DescribeAccountAttributes: inPages('AccountAttributes', ({ tier }) => [
    { Name: 'ACCOUNT_TIER', Value: tier },
  ]),
  DescribeAccountLimits: inPages('AccountLimits', ({ quotas }) => quotas),
  DescribeSpendLimits: inPages('SpendLimits', ({ spendLimits }) => spendLimits),
  DescribePhoneNumbers: inPages('PhoneNumbers', ({ numbers }) => numbers),
  DescribePools: inPages('Pools', ({ pools }) => pools),
  DescribeRcsAgents: inPages('RcsAgents', ({ agents }) => agents),
  DescribeSenderIds: inPages('SenderIds', ({ senderIds }) => senderIds),
  ListPoolOriginationIdentities: inPages(
    'OriginationIdentities',
    ({ pools, poolIdentities }, { PoolId: id }) => {
      chosen(pools, 'PoolId', [id]);
      return poolIdentities[String(id)] ?? [];
    },
    ['PoolId'],
  ),
  ListRegistrationAssociations: {
    parameters: ['RegistrationId', 'NextToken', 'MaxResults'],
    describe: ({ registrations, registrationAssociations }, { RegistrationId: id }) => {
      const [registration] = chosen(registrations, 'RegistrationId', [id]);
      return {
        RegistrationArn: registration?.RegistrationArn,
        ...{ RegistrationId: id, RegistrationType: registration?.RegistrationType },
        RegistrationAssociations: registrationAssociations[String(id)] ?? [],
      };
    },
  },
  DescribeConfigurationSets: inPages(
    'ConfigurationSets',
    ({ configurationSets }, { ConfigurationSetNames: names }) =>
      chosen(configurationSets, 'ConfigurationSetName', names),
    ['ConfigurationSetNames'],
  ),
  DescribeRegistrations: inPages(
    'Registrations',
    ({ registrations }, { RegistrationIds: ids, Filters: filters }) =>
      ofType(chosen(registrations, 'RegistrationId', ids), filters),
    ['RegistrationIds', 'Filters'],
  ),
  DescribeRegistrationVersions: {
    parameters: ['RegistrationId', 'VersionNumbers'],
    describe: ({ registrations, registrationVersions }, { RegistrationId: id, VersionNumbers: numbers }) => {
      const [registration] = chosen(registrations, 'RegistrationId', [id]);
      const versions = registrationVersions[String(id)] ?? [];
      return {
        RegistrationArn: registration?.RegistrationArn,
        RegistrationId: id,
        RegistrationVersions: chosen(versions, 'VersionNumber', numbers),
      };
    },
  },
  DescribeProtectConfigurations: inPages('ProtectConfigurations', (state) => state.protectConfigurations),
  GetProtectConfigurationCountryRuleSet: {
    parameters: ['ProtectConfigurationId', 'NumberCapability'],
    describe: ({ protectConfigurations, countryRules }, input) => {
      const { ProtectConfigurationId: id, NumberCapability: capability } = input;
      if (capability !== 'SMS') throw new Refusal(invalid('NumberCapability'));
      const [configuration] = chosen(protectConfigurations, 'ProtectConfigurationId', [id]);
      return {
        ProtectConfigurationArn: configuration?.ProtectConfigurationArn,
        ProtectConfigurationId: id,
        ...{ NumberCapability: capability, CountryRuleSet: countryRules },
      };
    },
  },
};

/** Answer that ends a description early. */
class Refusal extends Error {
  constructor(readonly answer: WireAnswer) {
    super('refused');
  }
}

/** Returns the items that a request names; all when it names none. */
function chosen<Item extends object>(items: Item[], field: keyof Item, names: unknown): Item[] {
  if (!Array.isArray(names) || names.length === 0) return items;
  return names.map((name) => {
    const found = items.find((item) => item[field] === name);
    if (found) return found;
    throw new Refusal(exception('ResourceNotFoundException', { Message: 'Not found' }));
  });
}

/** Filters by the type of registrations, the only filter that is implemented. */
function ofType(registrations: RegistrationInformation[], filters: unknown): RegistrationInformation[] {
  if (!Array.isArray(filters)) return registrations;
  return (filters as Array<{ Name?: unknown; Values?: unknown }>).reduce(
    (left, { Name: name, Values: values }) => {
      if (name !== 'registration-type' || !Array.isArray(values)) throw new Refusal(invalid('Filters'));
      return left.filter(({ RegistrationType: type }) => values.includes(type));
    },
    registrations,
  );
}

/** Describes a list, by pages. */
function inPages(
  list: string,
  itemsOf: (state: AwsState, input: Input) => object[],
  parameters: readonly string[] = [],
): Description {
  return {
    parameters: [...parameters, 'NextToken', 'MaxResults'],
    describe: (state, input) => {
      const { NextToken: token = '0', MaxResults: most = MOST_RESULTS } = input;
      if (typeof token !== 'string' || !/^\d{1,9}$/.test(token)) throw new Refusal(invalid('NextToken'));
      if (typeof most !== 'number' || !(most >= 1 && most <= MOST_RESULTS))
        throw new Refusal(invalid('MaxResults'));
      const items = itemsOf(state, input);
      const end = Number(token) + most;
      return {
        // AWS lists at least one protect configuration, or leaves the list out.
        ...((items.length > 0 || list !== 'ProtectConfigurations') && {
          [list]: items.slice(Number(token), end),
        }),
        ...(end < items.length && { NextToken: String(end) }),
      };
    },
  };
}

/**
 * Answers the operations by which End User Messaging describes an AWS account.
 *
 * @returns `undefined` for any other operation
 */
export async function describeAccount(
  account: AwsAccount,
  { operation, body }: { operation: string; body: string | undefined },
): Promise<WireAnswer | undefined> {
  const description = Object.hasOwn(DESCRIPTIONS, operation) ? DESCRIPTIONS[operation] : undefined;
  if (description === undefined) return undefined;
  const input = parseObject(body);
  if (input === undefined) return exception('SerializationException', {});
  const state = await account.read();
  if (state.denied.includes(operation)) {
    return exception('AccessDeniedException', {
      Message: `Not authorized to perform sms-voice:${operation}`,
    });
  }
  // Ignoring a filter would give a wrong answer.
  const unknown = Object.keys(input).find((name) => !description.parameters.includes(name));
  if (unknown !== undefined) return invalid(unknown);
  try {
    return { status: 200, body: onTheWire(description.describe(state, input)) as object };
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

/** Converts a value to awsJson 1.0, in which times are seconds. */
export function onTheWire(value: unknown): unknown {
  if (value instanceof Date) return value.getTime() / 1_000;
  if (Array.isArray(value)) return value.map(onTheWire);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, onTheWire(part)]));
}
