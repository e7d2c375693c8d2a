import { EVENT_ARCHIVE_SETTINGS, type EventArchiveSetting } from '../event-archive';
import type { QueueName } from '../queues/queues';

/** Settings of a function from its environment; the stack sets exactly these names. */
export interface Config {
  tableName: string;
  /** Base URL of the API without a slash at the end, used for `moreInfo` and `Location`. */
  baseUrl: string;
  /** Users of the console may sign in. */
  hasConsole: boolean;
  /** Cognito user pool of the stack; absent where another issuer signs users in. */
  userPoolId: string | undefined;
  /** AWS limits what texts may cost in a month. */
  hasSpendLimit: boolean;
  /** Settings of the provider; only functions that hand messages over have them. */
  provider: () => ProviderConfig;
  /** Provider of look-ups, for functions that do not hand messages over. */
  lookUps: () => Extract<ProviderConfig, { name: 'simulator' }> | { name: 'eum' };
  /** URL of a queue; only functions that send to the queue have it. */
  queueUrl: (queue: QueueName) => string;
  eventBusName: () => string;
  /** ARN with which the topics of approvals begin; only the worker of campaigns has it. */
  approvalTopics: () => string;
  /** Bucket for files; only functions that store files or hand out their URLs have it. */
  filesBucket: () => string;
  /** Bucket of the access logs of link domains; only the function that counts clicks from them has it. */
  linkLogsBucket: () => string;
  /** Bucket of the restore log; only the function that writes the log has it. */
  restoreLogBucket: () => string;
  /**
   * Default for answers to STOP and HELP, for accounts without a setting of their own; only the function that receives
   * texts has it.
   */
  keywordReplies: () => 'on' | 'off';
  /**
   * Treatment of people in the event archive. Only the worker of receipts and the function that writes the archive have
   * it, and only with an archive.
   */
  eventArchive: () => EventArchiveSetting;
  /** Issuer of sign-ins; only the function that signs users in has it. */
  signIn: () => SignInConfig;
  /**
   * Resources with which End User Messaging was set up; absent with the simulator. Only the function behind the
   * operators' routes has them.
   */
  messagingResources: () => MessagingResourcesConfig | undefined;
  /**
   * Queues whose dead letters can contain personal data, as JSON in the form of `queues` below; only the worker of
   * erasures has them.
   */
  personalQueues: () => string;
  /** Queues and timer; only the function behind the operators' routes has all of them. */
  operations: () => OperationsConfig;
}

interface OperationsConfig {
  /** JSON, in the form of the stack's outputs, with the names of queues in place of their URLs. */
  queues: string;
  deadLetterQueues: string;
  /** URL of any queue of the stack: the others differ in their names. */
  queuesBaseUrl: string;
  timerFunctionName: string;
  /** Beginning of the names of the stack's alarms; absent without alarms. */
  alarmPrefix: string | undefined;
}

interface MessagingResourcesConfig {
  inboundTopicArn: string;
  receiptTopicArn: string;
  configurationSet: string;
  /** Least concurrency of Lambda that the AWS account must have. */
  leastConcurrency: number;
  /** JSON, in the form of the stack's output. */
  neededQuotas: string;
  /** Name of the stack, which the operator CLI asks for; absent for a local service. */
  stackName: string | undefined;
}

interface SignInConfig {
  issuer: string;
  clientId: string;
  /** The service authenticates to the issuer with a secret in addition to PKCE. */
  hasSecret: boolean;
  /** The issuer must confirm that a user has signed in with a second factor. */
  requiresMfa: boolean;
}

type ProviderConfig =
  | { name: 'simulator'; simulatorUrl: string }
  | {
      name: 'eum';
      configurationSet: string | undefined;
      messageType: 'TRANSACTIONAL' | 'PROMOTIONAL' | undefined;
      mediaBucket: string;
    };

type Environment = Record<string, string | undefined>;

/**
 * Reads the settings from the environment.
 *
 * @throws Error that names a missing variable: a wrong deployment should fail at the first request
 */
export function readConfig(environment: Environment = process.env): Config {
  return {
    tableName: required(environment, 'TABLE_NAME'),
    baseUrl: required(environment, 'BASE_URL').replace(/\/+$/, ''),
    hasConsole: optional(environment, 'CONSOLE') !== 'off',
    userPoolId: optional(environment, 'USER_POOL_ID'),
    hasSpendLimit: optional(environment, 'PROVIDER') === 'eum',
    provider: () => readProviderConfig(environment),
    lookUps: () => readLookUpConfig(environment),
    queueUrl: (queue) => required(environment, `${queue.toUpperCase()}_QUEUE_URL`),
    eventBusName: () => required(environment, 'EVENT_BUS_NAME'),
    approvalTopics: () => required(environment, 'APPROVAL_TOPICS'),
    filesBucket: () => required(environment, 'FILES_BUCKET'),
    linkLogsBucket: () => required(environment, 'LINK_LOGS_BUCKET'),
    restoreLogBucket: () => required(environment, 'RESTORE_LOG_BUCKET'),
    keywordReplies: () => readKeywordReplies(environment),
    eventArchive: () => readEventArchive(environment),
    personalQueues: () => required(environment, 'PERSONAL_QUEUES'),
    operations: () => ({
      queues: required(environment, 'QUEUES'),
      deadLetterQueues: required(environment, 'DEAD_LETTER_QUEUES'),
      queuesBaseUrl: required(environment, 'QUEUES_BASE_URL'),
      timerFunctionName: required(environment, 'TIMER_FUNCTION_NAME'),
      alarmPrefix: environment.LOCAL_SERVICE === '1' ? undefined : optional(environment, 'ALARM_PREFIX'),
    }),
    messagingResources: () =>
      required(environment, 'PROVIDER') === 'eum'
        ? {
            inboundTopicArn: required(environment, 'INBOUND_TOPIC_ARN'),
            receiptTopicArn: required(environment, 'RECEIPT_TOPIC_ARN'),
            configurationSet: required(environment, 'EUM_CONFIGURATION_SET'),
            leastConcurrency: Number(required(environment, 'LEAST_CONCURRENCY')),
            neededQuotas: required(environment, 'NEEDED_QUOTAS'),
            stackName: environment.LOCAL_SERVICE === '1' ? undefined : optional(environment, 'STACK_NAME'),
          }
        : undefined,
    signIn: () => ({
      issuer: required(environment, 'OIDC_ISSUER'),
      clientId: required(environment, 'OIDC_CLIENT_ID'),
      hasSecret: ['OIDC_CLIENT_SECRET', 'OIDC_CLIENT_SECRET_ARN'].some(
        (name) => optional(environment, name) !== undefined,
      ),
      requiresMfa: optional(environment, 'OIDC_MFA') === 'required',
    }),
  };
}

function readProviderConfig(environment: Environment): ProviderConfig {
  const config = readLookUpConfig(environment);
  if (config.name === 'simulator') return config;
  return {
    ...config,
    configurationSet: optional(environment, 'EUM_CONFIGURATION_SET'),
    messageType: readMessageType(environment),
    mediaBucket: required(environment, 'MEDIA_BUCKET'),
  };
}

function readLookUpConfig(environment: Environment): ReturnType<Config['lookUps']> {
  const name = required(environment, 'PROVIDER');
  switch (name) {
    case 'simulator':
      return { name, simulatorUrl: required(environment, 'SIMULATOR_URL') };
    case 'eum':
      return { name };
    default:
      throw new Error(`PROVIDER is ${JSON.stringify(name)}: expected simulator or eum`);
  }
}

function readKeywordReplies(environment: Environment) {
  const answered = required(environment, 'KEYWORD_REPLIES');
  if (answered === 'on' || answered === 'off') return answered;
  throw new Error(`KEYWORD_REPLIES is ${JSON.stringify(answered)}: expected on or off`);
}

function readEventArchive(environment: Environment): EventArchiveSetting {
  const name = optional(environment, 'EVENT_ARCHIVE') ?? EVENT_ARCHIVE_SETTINGS[0];
  const setting = EVENT_ARCHIVE_SETTINGS.find((known) => known === name);
  if (setting) return setting;
  throw new Error(`EVENT_ARCHIVE is ${JSON.stringify(name)}: expected ${EVENT_ARCHIVE_SETTINGS.join(', ')}`);
}

function readMessageType(environment: Environment) {
  const type = optional(environment, 'EUM_MESSAGE_TYPE');
  switch (type) {
    case undefined:
      return undefined;
    case 'TRANSACTIONAL':
    case 'PROMOTIONAL':
      return type;
    default:
      throw new Error(`EUM_MESSAGE_TYPE is ${JSON.stringify(type)}: expected TRANSACTIONAL or PROMOTIONAL`);
  }
}

/** Returns a variable's value; an empty variable counts as not set. */
function optional(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === '' ? undefined : value;
}

function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
