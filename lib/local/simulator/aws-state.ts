import type {
  AccountLimit,
  ConfigurationSetInformation,
  NumberType,
  PhoneNumberInformation,
  ProtectConfigurationCountryRuleSetInformation,
  ProtectConfigurationInformation,
  RegistrationInformation,
  RegistrationVersionInformation,
  SpendLimit,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { AccountLimit as LambdaLimit } from '@aws-sdk/client-lambda';
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
  configurationSets: ConfigurationSetInformation[];
  registrations: RegistrationInformation[];
  registrationVersions: Record<string, RegistrationVersionInformation[]>;
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

/** Returns the state of an account without faults that has these numbers. */
export function healthyState(options: StackResources, numbers: string[]): AwsState {
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
    configurationSets: options.configurationSet === undefined ? [] : [healthyConfigurationSet(options)],
    registrations: [],
    registrationVersions: {},
    protectConfigurations: [],
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
  const e164 = parseE164(number);
  return {
    PhoneNumberArn: smsVoiceArn(`phone-number/${id}`),
    PhoneNumberId: id,
    PhoneNumber: number,
    Status: 'ACTIVE',
    IsoCountryCode: (e164 && countryOf(e164)) ?? 'US',
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
