import type {
  AccountLimit,
  ConfigurationSetInformation,
  NumberType,
  OriginationIdentityMetadata,
  PhoneNumberInformation,
  PoolInformation,
  ProtectConfigurationCountryRuleSetInformation,
  ProtectConfigurationInformation,
  RcsAgentInformation,
  RegistrationAssociationMetadata,
  RegistrationInformation,
  RegistrationVersionInformation,
  SenderIdInformation,
  SpendLimit,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { AccountLimit as LambdaLimit } from '@aws-sdk/client-lambda';
import type { UsedOfService } from '../../../shared/operations/examine-service';
import { parseE164 } from '../../../shared/phone-numbers/e164';
import { countryOf } from '../../../shared/phone-numbers/country';
import { guessKind, type NumberKind } from '../../../shared/senders/number-kind';
import { arn } from '../template';

/** Settings and quotas of an account in a region, as End User Messaging, Lambda and Service Quotas report them. */
export interface AwsState {
  tier: 'PRODUCTION' | 'SANDBOX';
  spendLimits: SpendLimit[];
  quotas: AccountLimit[];
  numbers: PhoneNumberInformation[];
  pools: PoolInformation[];
  /** Identities of the pools, by id. */
  poolIdentities: Record<string, OriginationIdentityMetadata[]>;
  agents: RcsAgentInformation[];
  senderIds: SenderIdInformation[];
  configurationSets: ConfigurationSetInformation[];
  registrations: RegistrationInformation[];
  registrationVersions: Record<string, RegistrationVersionInformation[]>;
  registrationAssociations: Record<string, RegistrationAssociationMetadata[]>;
  protectConfigurations: ProtectConfigurationInformation[];
  countryRules: Record<string, ProtectConfigurationCountryRuleSetInformation>;
  lambdaLimit: LambdaLimit;
  /** Quotas in Service Quotas, by the codes of service and quota. */
  serviceQuotas: Readonly<Record<string, number>>;
  /** Operations that the caller has no permission for. */
  denied: string[];
}

export const CREATED = new Date('2026-01-01T00:00:00Z');
/** Resources that the stack has made for End User Messaging; absent when it is not the provider. */
export interface StackResources {
  inboundTopicArn?: string | undefined;
  receiptTopicArn?: string | undefined;
  configurationSet?: string | undefined;
}

const SPEND_LIMIT_DOLLARS = 500;
const LAMBDA_CONCURRENCY = 1_000;
/** **Source:** AWS General Reference, "Endpoints and quotas" of each service, us-east-1. */
const DEFAULT_QUOTAS = {
  'dynamodb/L-CF0CBE56': 40_000,
  'dynamodb/L-AB614373': 40_000,
  'apigateway/L-8A5B8E43': 10_000,
  'events/L-9B653E91': 10_000,
  'events/L-5540C5E3': 18_750,
};
const CODE_BYTES = 80 * 1024 ** 3;

export const smsVoiceArn = (resource: string) => arn('sms-voice', resource);

/** Returns the state of an account without faults that has everything that the service uses. */
export function healthyState(options: StackResources, used: UsedOfService): AwsState {
  const numbers = used.numbers.map(({ number }) => number);
  const pools = [...new Set(used.pools.map(({ name }) => name))];
  const spendLimit = { EnforcedLimit: SPEND_LIMIT_DOLLARS, MaxLimit: SPEND_LIMIT_DOLLARS, Overridden: false };
  return {
    tier: 'PRODUCTION',
    spendLimits: [
      { Name: 'TEXT_MESSAGE_MONTHLY_SPEND_LIMIT', ...spendLimit },
      { Name: 'VOICE_MESSAGE_MONTHLY_SPEND_LIMIT', ...spendLimit },
      { Name: 'MEDIA_MESSAGE_MONTHLY_SPEND_LIMIT', ...spendLimit },
    ],
    quotas: [
      { Name: 'PHONE_NUMBERS', Used: numbers.length, Max: Math.max(100, 2 * numbers.length) },
      { Name: 'CONFIGURATION_SETS', Used: 1, Max: 25 },
    ],
    numbers: numbers.map((number, index) => healthyNumber(options, { number, id: `phone-${index + 1}` })),
    pools: pools.map((id) => healthyPool(options, id)),
    poolIdentities: Object.fromEntries(pools.map((id) => [id, identitiesOf(id, used)])),
    agents: pools.filter(hasAgent).map((id) => healthyAgent(id)),
    senderIds: used.senderIds.flatMap(({ name, countries = [] }) =>
      countries.map((country) => healthySenderId(name, country)),
    ),
    configurationSets: options.configurationSet === undefined ? [] : [healthyConfigurationSet(options)],
    registrations: [],
    registrationVersions: {},
    registrationAssociations: {},
    protectConfigurations: [...new Set(used.protections.map(({ id }) => id))].map((id) => ({
      ...{ ProtectConfigurationArn: smsVoiceArn(`protect-configuration/${id}`), ProtectConfigurationId: id },
      ...{ CreatedTimestamp: CREATED, AccountDefault: false, DeletionProtectionEnabled: true },
    })),
    countryRules: {},
    lambdaLimit: {
      TotalCodeSize: CODE_BYTES,
      CodeSizeUnzipped: 250 * 1024 ** 2,
      CodeSizeZipped: 50 * 1024 ** 2,
      ConcurrentExecutions: LAMBDA_CONCURRENCY,
      UnreservedConcurrentExecutions: LAMBDA_CONCURRENCY,
    },
    serviceQuotas: DEFAULT_QUOTAS,
    denied: [],
  };
}

const NUMBER_TYPES: Record<NumberKind, NumberType> = {
  'short-code': 'SHORT_CODE',
  'toll-free': 'TOLL_FREE',
  '10dlc': 'TEN_DLC',
  'long-code': 'LONG_CODE',
};

function healthyNumber(
  { inboundTopicArn }: StackResources,
  { number, id }: { number: string; id: string },
): PhoneNumberInformation {
  return {
    PhoneNumberArn: smsVoiceArn(`phone-number/${id}`),
    PhoneNumberId: id,
    PhoneNumber: number,
    Status: 'ACTIVE',
    IsoCountryCode: isoCountryOf(number),
    MessageType: 'TRANSACTIONAL',
    NumberCapabilities: ['SMS', 'MMS'],
    NumberType: NUMBER_TYPES[guessKind(number)],
    MonthlyLeasingPrice: '1.00',
    TwoWayEnabled: true,
    ...(inboundTopicArn !== undefined && { TwoWayChannelArn: inboundTopicArn }),
    SelfManagedOptOutsEnabled: true,
    OptOutListName: 'Default',
    DeletionProtectionEnabled: true,
    CreatedTimestamp: CREATED,
  };
}

/** Returns true for a pool that has an RCS agent here: one with `rcs` in its name. */
const hasAgent = (pool: string): boolean => /rcs/i.test(pool);
const agentOf = (pool: string): string => `rcs-${pool}`;

/** Identities of a pool: the numbers of the accounts that use it, and its RCS agent. */
function identitiesOf(pool: string, used: UsedOfService): OriginationIdentityMetadata[] {
  const users = new Set(used.pools.filter(({ name }) => name === pool).map(({ accountId }) => accountId));
  const numbers = used.numbers.filter(({ accountId }) => users.has(accountId));
  const agent = agentOf(pool);
  return [
    ...numbers.map(({ number }): OriginationIdentityMetadata => ({
      OriginationIdentityArn: smsVoiceArn(`phone-number/${number}`),
      OriginationIdentity: number,
      IsoCountryCode: isoCountryOf(number),
      NumberCapabilities: ['SMS', 'MMS'],
      PhoneNumber: number,
    })),
    ...(hasAgent(pool)
      ? [
          {
            OriginationIdentityArn: smsVoiceArn(`rcs-agent/${agent}`),
            OriginationIdentity: agent,
            IsoCountryCode: 'US',
            NumberCapabilities: ['RCS' as const],
          },
        ]
      : []),
  ];
}

const isoCountryOf = (number: string): string => {
  const e164 = parseE164(number);
  return (e164 && countryOf(e164)) ?? 'US';
};

function healthyPool({ inboundTopicArn }: StackResources, id: string): PoolInformation {
  return {
    PoolArn: smsVoiceArn(`pool/${id}`),
    PoolId: id,
    Status: 'ACTIVE',
    MessageType: 'TRANSACTIONAL',
    TwoWayEnabled: true,
    ...(inboundTopicArn !== undefined && { TwoWayChannelArn: inboundTopicArn }),
    SelfManagedOptOutsEnabled: true,
    OptOutListName: 'Default',
    SharedRoutesEnabled: false,
    DeletionProtectionEnabled: true,
    CreatedTimestamp: CREATED,
  };
}

function healthyAgent(pool: string): RcsAgentInformation {
  return {
    RcsAgentArn: smsVoiceArn(`rcs-agent/${agentOf(pool)}`),
    RcsAgentId: agentOf(pool),
    Status: 'ACTIVE',
    CreatedTimestamp: CREATED,
    DeletionProtectionEnabled: true,
    OptOutListName: 'Default',
    SelfManagedOptOutsEnabled: false,
    TwoWayEnabled: false,
    PoolId: pool,
  };
}

const healthySenderId = (name: string, country: string): SenderIdInformation => ({
  SenderIdArn: smsVoiceArn(`sender-id/${name}/${country}`),
  SenderId: name,
  IsoCountryCode: country,
  MessageTypes: ['TRANSACTIONAL'],
  MonthlyLeasingPrice: '0.00',
  DeletionProtectionEnabled: true,
  Registered: true,
});

function healthyConfigurationSet({
  configurationSet: name = '',
  receiptTopicArn,
}: StackResources): ConfigurationSetInformation {
  return {
    ConfigurationSetArn: smsVoiceArn(`configuration-set/${name}`),
    ConfigurationSetName: name,
    EventDestinations: [
      {
        EventDestinationName: 'receipts',
        Enabled: true,
        MatchingEventTypes: ['TEXT_ALL', 'MEDIA_ALL', 'RCS_ALL'],
        SnsDestination: { TopicArn: receiptTopicArn },
      },
    ],
    CreatedTimestamp: CREATED,
  };
}
