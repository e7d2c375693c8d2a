import type { QueueName } from './queues';

/** A function's settings from its environment; the stack sets exactly these names. */
export interface Config {
  tableName: string;
  /** Where the API answers, without a slash at the end; the base of `moreInfo` and `Location`. */
  baseUrl: string;
  /** Whether users of the console are let in. */
  hasConsole: boolean;
  /** The user pool of Cognito that the stack made; absent where another issuer signs users in. */
  userPoolId: string | undefined;
  /** Only functions that hand messages over know the provider's settings. */
  provider: () => ProviderConfig;
  /** Only functions that put work on the queue know its address. */
  queueUrl: (queue: QueueName) => string;
  eventBusName: () => string;
  /** Only functions that store or hand out files know the bucket. */
  filesBucket: () => string;
  /** Only the function that receives texts knows whether STOP and HELP are answered where an account says nothing. */
  keywordReplies: () => 'on' | 'off';
  /** Only the function that signs users in knows the issuer. */
  signIn: () => SignInConfig;
  /** Only the function behind the operators' routes knows what End User Messaging was set up with; absent with the simulator. */
  messagingResources: () => MessagingResourcesConfig | undefined;
  /** JSON, in the form of `queues` below. Only the worker of erasures knows where dead letters can hold personal data. */
  personalQueues: () => string;
  /** Only the function behind the operators' routes knows every queue and the timer. */
  operations: () => OperationsConfig;
}

export interface OperationsConfig {
  /** JSON, as the stack's outputs have it. */
  queues: string;
  deadLetterQueues: string;
  timerFunctionName: string;
}

export interface MessagingResourcesConfig {
  inboundTopicArn: string;
  receiptTopicArn: string;
  configurationSet: string;
  /** Of Lambda, in the AWS account. */
  leastConcurrency: number;
}

export interface SignInConfig {
  issuer: string;
  clientId: string;
  /** Whether this service shows the issuer a secret, and not only PKCE. */
  hasSecret: boolean;
  /** True: the issuer must say that a user has signed in with a second factor. */
  requiresMfa: boolean;
}

export type ProviderConfig =
  | { name: 'simulator'; simulatorUrl: string }
  | {
      name: 'eum';
      configurationSet: string | undefined;
      messageType: 'TRANSACTIONAL' | 'PROMOTIONAL' | undefined;
      mediaBucket: string;
    };

type Environment = Record<string, string | undefined>;

/** Throws with the variable's name when one is missing: a wrong deployment should fail at the first request. */
export function readConfig(environment: Environment = process.env): Config {
  return {
    tableName: required(environment, 'TABLE_NAME'),
    baseUrl: required(environment, 'BASE_URL').replace(/\/+$/, ''),
    hasConsole: optional(environment, 'CONSOLE') !== 'off',
    userPoolId: optional(environment, 'USER_POOL_ID'),
    provider: () => readProviderConfig(environment),
    queueUrl: (queue) => required(environment, `${queue.toUpperCase()}_QUEUE_URL`),
    eventBusName: () => required(environment, 'EVENT_BUS_NAME'),
    filesBucket: () => required(environment, 'FILES_BUCKET'),
    keywordReplies: () => readKeywordReplies(environment),
    personalQueues: () => required(environment, 'PERSONAL_QUEUES'),
    operations: () => ({
      queues: required(environment, 'QUEUES'),
      deadLetterQueues: required(environment, 'DEAD_LETTER_QUEUES'),
      timerFunctionName: required(environment, 'TIMER_FUNCTION_NAME'),
    }),
    messagingResources: () =>
      required(environment, 'PROVIDER') === 'eum'
        ? {
            inboundTopicArn: required(environment, 'INBOUND_TOPIC_ARN'),
            receiptTopicArn: required(environment, 'RECEIPT_TOPIC_ARN'),
            configurationSet: required(environment, 'EUM_CONFIGURATION_SET'),
            leastConcurrency: Number(required(environment, 'LEAST_CONCURRENCY')),
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
  const name = required(environment, 'PROVIDER');
  switch (name) {
    case 'simulator':
      return { name, simulatorUrl: required(environment, 'SIMULATOR_URL') };
    case 'eum':
      return {
        name,
        configurationSet: optional(environment, 'EUM_CONFIGURATION_SET'),
        messageType: readMessageType(environment),
        mediaBucket: required(environment, 'MEDIA_BUCKET'),
      };
    default:
      throw new Error(`PROVIDER is ${JSON.stringify(name)}: expected simulator or eum`);
  }
}

function readKeywordReplies(environment: Environment) {
  const answered = required(environment, 'KEYWORD_REPLIES');
  if (answered === 'on' || answered === 'off') return answered;
  throw new Error(`KEYWORD_REPLIES is ${JSON.stringify(answered)}: expected on or off`);
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

/** Set but empty is as good as not set. */
function optional(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === '' ? undefined : value;
}

function required(environment: Environment, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}
