import type { PhoneNumberInformation, SpendLimit } from '@aws-sdk/client-pinpoint-sms-voice-v2';
import type { UsedOfService } from '../../../shared/operations/examine-service';
import { type AwsState, CREATED, healthyState, smsVoiceArn, type StackResources } from './aws-state';
import { LocalRegistrations } from './registrations';

type Fault = (state: AwsState) => Partial<AwsState>;

const numbersWith =
  (part: Partial<PhoneNumberInformation>): Fault =>
  ({ numbers }) => ({ numbers: numbers.map((number) => ({ ...number, ...part })) });

const spendLimitsWith =
  (part: Partial<SpendLimit>): Fault =>
  ({ spendLimits }) => ({ spendLimits: spendLimits.map((limit) => ({ ...limit, ...part })) });

const quotaOf =
  (share: number): Fault =>
  ({ quotas }) => ({
    quotas: quotas.map((quota) => ({ ...quota, Used: Math.floor(share * (quota.Max ?? 0)) })),
  });

const REGISTRATION = 'registration-1';

const registrationOf =
  (status: 'REQUIRES_UPDATES' | 'REVIEWING'): Fault =>
  () => ({
    registrations: [
      {
        RegistrationArn: smsVoiceArn(`registration/${REGISTRATION}`),
        RegistrationId: REGISTRATION,
        RegistrationType: 'US_TEN_DLC_CAMPAIGN_REGISTRATION',
        RegistrationStatus: status,
        CurrentVersionNumber: 1,
        ...(status === 'REQUIRES_UPDATES' && { LatestDeniedVersionNumber: 1 }),
        CreatedTimestamp: CREATED,
      },
    ],
    registrationVersions: {
      [REGISTRATION]: [
        {
          VersionNumber: 1,
          RegistrationVersionStatus: status === 'REQUIRES_UPDATES' ? 'DENIED' : 'REVIEWING',
          RegistrationVersionStatusHistory: { DraftTimestamp: CREATED, SubmittedTimestamp: CREATED },
          ...(status === 'REQUIRES_UPDATES' && {
            DeniedReasons: [
              { Reason: 'OPT_IN', ShortDescription: 'The opt-in is not described.' },
              { Reason: 'SAMPLE', ShortDescription: 'A sample lacks the word STOP.' },
            ],
          }),
        },
      ],
    },
  });

const PROTECTION = 'protect-1';

/** @param country returns the country where texts are blocked */
const blocking =
  (country: (state: AwsState) => string): Fault =>
  (state) => ({
    protectConfigurations: [
      ...state.protectConfigurations,
      {
        ProtectConfigurationArn: smsVoiceArn(`protect-configuration/${PROTECTION}`),
        ProtectConfigurationId: PROTECTION,
        CreatedTimestamp: CREATED,
        AccountDefault: true,
        DeletionProtectionEnabled: false,
      },
    ],
    countryRules: { [country(state)]: { ProtectStatus: 'BLOCK' } },
  });

/** Faults of an AWS account, by the name that a developer gives at `POST /_local/aws`. */
const FAULTS = {
  sandbox: () => ({ tier: 'SANDBOX' }),
  'spend-quota-of-a-new-account': spendLimitsWith({ EnforcedLimit: 1, MaxLimit: 1 }),
  'spend-limit-below-quota': spendLimitsWith({ EnforcedLimit: 5, Overridden: true }),
  'number-missing': () => ({ numbers: [] }),
  'number-pending': numbersWith({ Status: 'PENDING' }),
  'number-without-sms': numbersWith({ NumberCapabilities: ['VOICE'] }),
  'two-way-off': numbersWith({ TwoWayEnabled: false }),
  'two-way-elsewhere': numbersWith({ TwoWayChannelArn: 'arn:aws:sns:us-east-1:000000000000:another' }),
  'opt-outs-kept-by-aws': numbersWith({ SelfManagedOptOutsEnabled: false }),
  'no-deletion-protection': numbersWith({ DeletionProtectionEnabled: false }),
  'daily-cap-not-set': numbersWith({ MessagingLimits: { DailyMessageCaps: { 'T-MOBILE': 2_000 } } }),
  'pool-missing': () => ({ pools: [] }),
  'pool-two-way-off': ({ pools }) => ({ pools: pools.map((pool) => ({ ...pool, TwoWayEnabled: false })) }),
  'rcs-agent-in-testing': ({ agents }) => ({
    agents: agents.map((agent) => ({ ...agent, Status: 'TESTING' as const })),
  }),
  'sender-id-not-registered': ({ senderIds }) => ({
    senderIds: senderIds.map((one) => ({ ...one, Registered: false, RegistrationId: 'registration-2' })),
  }),
  'account-protection-missing': ({ protectConfigurations }) => ({
    protectConfigurations: protectConfigurations.filter(({ AccountDefault: isDefault }) => isDefault),
  }),
  'registration-rejected': registrationOf('REQUIRES_UPDATES'),
  'registration-in-review': registrationOf('REVIEWING'),
  'configuration-set-missing': () => ({ configurationSets: [] }),
  'receipts-of-mms-missing': ({ configurationSets }) => ({
    configurationSets: configurationSets.map((set) => ({
      ...set,
      EventDestinations: set.EventDestinations?.map((destination) => ({
        ...destination,
        MatchingEventTypes: ['TEXT_ALL' as const],
      })),
    })),
  }),
  'own-country-blocked': blocking(({ numbers }) => numbers[0]?.IsoCountryCode ?? 'US'),
  'other-country-blocked': blocking(() => 'CU'),
  'quotas-nearly-used': quotaOf(0.95),
  'lambda-concurrency-of-a-new-account': ({ lambdaLimit }) => ({
    lambdaLimit: { ...lambdaLimit, ConcurrentExecutions: 10, UnreservedConcurrentExecutions: 10 },
  }),
  'table-quota-below-stage': ({ serviceQuotas }) => ({
    serviceQuotas: { ...serviceQuotas, 'dynamodb/L-AB614373': 1_000 },
  }),
  'request-quota-below-stage': ({ serviceQuotas }) => ({
    serviceQuotas: { ...serviceQuotas, 'apigateway/L-8A5B8E43': 100 },
  }),
  'no-right-to-look': () => ({ denied: ['DescribeSpendLimits', 'GetAccountSettings', 'GetServiceQuota'] }),
} as const satisfies Record<string, Fault>;
export type AwsFault = keyof typeof FAULTS;

export const FAULT_NAMES = Object.keys(FAULTS) as AwsFault[];
export const isAwsFault = (name: unknown): name is AwsFault => FAULT_NAMES.some((one) => one === name);

/** AWS account that the local service seems to run in. It has no faults but those that are set. */
export interface AwsAccount {
  /** Registrations that were made here, beside those of a fault. */
  registrations: LocalRegistrations;
  read(): Promise<AwsState>;
  setFaults(faults: readonly AwsFault[]): void;
}

/** @param options.used returns what the service uses, all of which AWS has given to the account */
export function createAwsAccount(
  options: StackResources & { used: () => Promise<UsedOfService> },
): AwsAccount {
  let faults: readonly AwsFault[] = [];
  const registrations = new LocalRegistrations();
  return {
    registrations,
    read: async () => {
      const healthy = healthyState(options, await options.used());
      const faulty = faults.reduce<AwsState>(
        (state, fault) => ({ ...state, ...FAULTS[fault](state) }),
        healthy,
      );
      return withMade(faulty, registrations);
    },
    setFaults: (next) => {
      faults = next;
    },
  };
}

/** Adds the registrations that were made here. */
function withMade(state: AwsState, { made }: LocalRegistrations): AwsState {
  const byId = <Value>(valueOf: (one: (typeof made)[number]) => Value) =>
    Object.fromEntries(made.map((one) => [one.info.RegistrationId ?? '', valueOf(one)]));
  const ofNumber = (number: string | undefined) =>
    made.find(({ associations }) => associations.some(({ PhoneNumber: one }) => one === number));
  return {
    ...state,
    numbers: state.numbers.map((number) => {
      const id = ofNumber(number.PhoneNumber)?.info.RegistrationId;
      return id === undefined ? number : { ...number, RegistrationId: id };
    }),
    registrations: [...state.registrations, ...made.map(({ info }) => info)],
    registrationVersions: {
      ...state.registrationVersions,
      ...byId(({ versions }) => versions.map(({ values: _values, ...version }) => version)),
    },
    registrationAssociations: byId(({ associations }) => associations),
  };
}
