import type {
  DescribeAccountAttributesResult,
  DescribeAccountLimitsResult,
  DescribeConfigurationSetsResult,
  DescribePhoneNumbersResult,
  DescribeProtectConfigurationsResult,
  DescribeRegistrationsResult,
  DescribeRegistrationVersionsResult,
  DescribeSpendLimitsResult,
  GetProtectConfigurationCountryRuleSetResult,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { AwsAccount } from './aws-account';
import type { AwsState } from './aws-state';
import { exception, invalid, parse, type WireAnswer } from './eum-protocol';

type Input = Readonly<Record<string, unknown>>;

interface Description {
  /** Parameters that are implemented, besides those of pages. */
  parameters?: readonly string[];
  /** Name of the list that is paged. */
  list?: string;
  answer(state: AwsState, input: Input): object;
}

const MOST_RESULTS = 100;

const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  DescribeAccountAttributes: {
    list: 'AccountAttributes',
    answer: ({ tier }) =>
      ({
        AccountAttributes: [{ Name: 'ACCOUNT_TIER', Value: tier }],
      }) satisfies DescribeAccountAttributesResult,
  },
  DescribeAccountLimits: {
    list: 'AccountLimits',
    answer: ({ quotas }) => ({ AccountLimits: quotas }) satisfies DescribeAccountLimitsResult,
  },
  DescribeSpendLimits: {
    list: 'SpendLimits',
    answer: ({ spendLimits }) => ({ SpendLimits: spendLimits }) satisfies DescribeSpendLimitsResult,
  },
  DescribePhoneNumbers: {
    list: 'PhoneNumbers',
    answer: ({ numbers }) => ({ PhoneNumbers: numbers }) satisfies DescribePhoneNumbersResult,
  },
  DescribeConfigurationSets: {
    parameters: ['ConfigurationSetNames'],
    list: 'ConfigurationSets',
    answer: ({ configurationSets }, { ConfigurationSetNames: names }) =>
      ({
        ConfigurationSets: chosen(configurationSets, {
          names,
          nameOf: ({ ConfigurationSetName: name }) => name,
          resource: 'configuration-set',
        }),
      }) satisfies DescribeConfigurationSetsResult,
  },
  DescribeRegistrations: {
    list: 'Registrations',
    answer: ({ registrations }) => ({ Registrations: registrations }) satisfies DescribeRegistrationsResult,
  },
  DescribeRegistrationVersions: {
    parameters: ['RegistrationId', 'VersionNumbers'],
    list: 'RegistrationVersions',
    answer: (
      { registrations, registrationVersions },
      { RegistrationId: wanted, VersionNumbers: numbers },
    ): DescribeRegistrationVersionsResult => {
      const [{ RegistrationArn, RegistrationId } = missing('registration')] = chosen(registrations, {
        names: [wanted],
        nameOf: ({ RegistrationId: id }) => id,
        resource: 'registration',
      });
      return {
        RegistrationArn,
        RegistrationId,
        RegistrationVersions: chosen(registrationVersions[RegistrationId ?? ''] ?? [], {
          names: numbers,
          nameOf: ({ VersionNumber: version }) => version,
          resource: 'registration-version',
        }),
      };
    },
  },
  DescribeProtectConfigurations: {
    list: 'ProtectConfigurations',
    // AWS lists at least one configuration or leaves the list out.
    answer: ({ protectConfigurations: all }) =>
      (all.length === 0 ? {} : { ProtectConfigurations: all }) satisfies DescribeProtectConfigurationsResult,
  },
  GetProtectConfigurationCountryRuleSet: {
    parameters: ['ProtectConfigurationId', 'NumberCapability'],
    answer: (
      { protectConfigurations, countryRules },
      { ProtectConfigurationId: wanted, NumberCapability: capability },
    ): GetProtectConfigurationCountryRuleSetResult => {
      if (capability !== 'SMS') throw new Refusal(invalid('NumberCapability'));
      const [{ ProtectConfigurationArn, ProtectConfigurationId } = missing('protect-configuration')] = chosen(
        protectConfigurations,
        {
          names: [wanted],
          nameOf: ({ ProtectConfigurationId: id }) => id,
          resource: 'protect-configuration',
        },
      );
      return {
        ...{ ProtectConfigurationArn, ProtectConfigurationId },
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

function missing(resource: string): never {
  const fields = { Message: 'Not found', ResourceType: resource };
  throw new Refusal(exception('ResourceNotFoundException', fields));
}

/** Returns the items that a request names; all when it names none. */
function chosen<Item>(
  items: Item[],
  options: { names: unknown; nameOf: (item: Item) => unknown; resource: string },
): Item[] {
  const { names, nameOf, resource } = options;
  if (!Array.isArray(names) || names.length === 0) return items;
  return names.map((name) => items.find((item) => nameOf(item) === name) ?? missing(resource));
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
  const input = parse(body);
  if (input === undefined) return exception('SerializationException', {});
  const state = await account.read();
  if (state.denied.includes(operation)) {
    return exception('AccessDeniedException', {
      Message: `Not authorized to perform sms-voice:${operation}`,
    });
  }
  const known = [...(description.parameters ?? []), 'NextToken', 'MaxResults'];
  // Ignoring a filter would give a wrong answer.
  const unknown = Object.keys(input).find((name) => !known.includes(name));
  if (unknown !== undefined) return invalid(unknown);
  try {
    const whole = description.answer(state, input);
    const page = description.list === undefined ? whole : pageOf(whole, { list: description.list, input });
    return { status: 200, body: onTheWire(page) as object };
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

function pageOf(whole: object, { list, input }: { list: string; input: Input }): object {
  const { NextToken: token = '0', MaxResults: most = MOST_RESULTS } = input;
  if (typeof token !== 'string' || !/^\d{1,9}$/.test(token)) throw new Refusal(invalid('NextToken'));
  if (typeof most !== 'number' || !Number.isInteger(most) || most < 1 || most > MOST_RESULTS) {
    throw new Refusal(invalid('MaxResults'));
  }
  const items = (whole as Record<string, unknown[] | undefined>)[list];
  if (items === undefined) return whole;
  const end = Number(token) + most;
  return {
    ...whole,
    [list]: items.slice(Number(token), end),
    ...(end < items.length && { NextToken: String(end) }),
  };
}

/** Converts a value to awsJson 1.0, in which times are seconds. */
function onTheWire(value: unknown): unknown {
  if (value instanceof Date) return value.getTime() / 1_000;
  if (Array.isArray(value)) return value.map(onTheWire);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, onTheWire(part)]));
}
