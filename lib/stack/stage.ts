import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import { SIZES, type SizeName } from './size';
import {
  type Choice,
  type ChoiceSetting,
  isSetting,
  mayMeanSetting,
  type Setting,
  SETTING_NAMES,
  SETTINGS,
  type SwitchSetting,
} from './settings';

/** Settings in which a stage that may be deleted differs from one that people rely on. Set by CDK context. */
export interface Stage {
  name: string;
  /** True: the stack may be deleted, as for trials. Any other is protected against deletion. */
  isDestroyable: boolean;
  removalPolicy: RemovalPolicy;
  /** Protects the table, and with it all data that people have entrusted to the service, against deletion. */
  deletionProtection: boolean;
  /** Alarms and the dashboard; the alarms of an idle stage cost about three dollars a month. */
  hasAlarms: boolean;
  /** E-mail address that gets the alarms; the operator can add further subscriptions. */
  alarmEmail: string | undefined;
  /** Quota of concurrent Lambdas of the AWS account in the region: an alarm goes off when most of it is used. */
  concurrencyQuota: number;
  /** True: functions report traces to X-Ray, which samples and costs. */
  hasTracing: boolean;
  /** True: new versions of the functions of messages take over step by step, and are rolled back on errors. */
  hasGradualDeployment: boolean;
  /**
   * Domains of the API besides its own address. The first one is in the links of its answers; others are for short
   * links.
   */
  domains: Domain[];
  /** Requests per second of all accounts together to a route; each account's own limits are far below. */
  requestsPerSecond: number;
  /** Size of the load that the stage is made for. */
  size: SizeName;
  /** True: some functions reserve Lambda concurrency; an AWS account may have too little of it. */
  hasReservedConcurrency: boolean;
  /** True: CloudWatch counts each route by itself: six metrics for each, billed in each month in which it is called. */
  hasRouteMetrics: boolean;
  /** `simulator` is only for the local service and tests: it runs at `simulatorUrl`. */
  provider: 'simulator' | 'eum';
  simulatorUrl: string | undefined;
  /** Default of STOP and HELP replies for accounts without a setting: End User Messaging may send its own. */
  keywordReplies: 'on' | 'off';
  /** Settings of AWS End User Messaging. */
  eum: {
    /** Existing configuration set, with its event destination; absent: the stack makes its own. */
    configurationSet: string | undefined;
    messageType: 'TRANSACTIONAL' | 'PROMOTIONAL' | undefined;
  };
  console: ConsoleSettings;
}

interface ConsoleSettings {
  isOn: boolean;
  /** True: users sign in with two factors; otherwise the pool lets them, or the issuer decides. */
  requiresMfa: boolean;
  /** Issuer that signs users in; absent: a user pool of Cognito that the stack makes. */
  issuer: { url: string; clientId: string; clientSecretArn: string | undefined } | undefined;
}

interface Domain {
  name: string;
  /** ARN of a certificate in the stack's region. */
  certificateArn: string;
  isForLinks: boolean;
}

/** Stages that may be deleted with all their data, unless `-c destroyableStages` names others. */
const DESTROYABLE_STAGES = ['dev', 'test', 'deploytest'];

/** Quota that AWS gives to an account that asks for it, or that has been used for a while. */
const DEFAULT_CONCURRENCY_QUOTA = 1_000;

/** Retention of logs, of requests and of functions alike. */
export const LOG_RETENTION = RetentionDays.ONE_MONTH;

/**
 * Reads `-c stage=prod`, `-c removal=destroy|retain`, alarms, domains, limits and the provider's settings.
 *
 * People rely on every stage, unless it is in the list of those that may be deleted: it cannot be deleted and keeps its
 * data, has alarms unless `alarms` turns them off, and, unless it is small, reserved concurrency unless
 * `reservedConcurrency` turns it off. For that reason an unexpected name is protected.
 */
export function readStage(node: Node): Stage {
  refuseUnknownSettings(node);
  const name = readText(node, 'stage') ?? 'dev';
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(name)) {
    throw new Error(`-c stage=${name}: expected up to 20 lower-case letters, digits and dashes`);
  }
  const isDestroyable = (readList(node, 'destroyableStages') ?? DESTROYABLE_STAGES).includes(name);
  const removal = readChoice(node, 'removal') ?? (isDestroyable ? 'destroy' : 'retain');
  if (removal === 'destroy' && !isDestroyable) {
    throw new Error(
      `-c removal=destroy: the stage ${name} is kept; only stages in -c destroyableStages=NAME,NAME are not`,
    );
  }
  const provider = readChoice(node, 'provider') ?? 'eum';
  const hasAlarms = readSwitch(node, 'alarms') ?? !isDestroyable;
  const alarmEmail = readText(node, 'alarmEmail');
  if (alarmEmail !== undefined && !hasAlarms) {
    throw new Error(`-c alarmEmail: the stage ${name} has no alarms; give -c alarms=on too`);
  }
  const simulatorUrl = readText(node, 'simulatorUrl');
  if (provider === 'simulator' && simulatorUrl === undefined) {
    throw new Error('-c provider=simulator: needs -c simulatorUrl=URL, where a simulator listens');
  }
  const size = readChoice(node, 'size') ?? 'standard';
  return {
    name,
    isDestroyable,
    size,
    removalPolicy: removal === 'retain' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    deletionProtection: removal === 'retain',
    hasAlarms,
    alarmEmail,
    concurrencyQuota:
      readWholeNumber(node, 'concurrencyQuota', { max: 1_000_000 }) ?? DEFAULT_CONCURRENCY_QUOTA,
    hasTracing: readSwitch(node, 'tracing') ?? false,
    hasGradualDeployment: readSwitch(node, 'gradualDeployment') ?? false,
    domains: readDomains(node),
    requestsPerSecond:
      readWholeNumber(node, 'requestsPerSecond', { max: 100_000 }) ?? SIZES[size].requestsPerSecond,
    hasReservedConcurrency: readSwitch(node, 'reservedConcurrency') ?? (!isDestroyable && size !== 'small'),
    hasRouteMetrics: readSwitch(node, 'routeMetrics') ?? false,
    provider,
    simulatorUrl,
    keywordReplies: readChoice(node, 'keywordReplies') ?? (provider === 'eum' ? 'off' : 'on'),
    eum: {
      configurationSet: readText(node, 'eumConfigurationSet'),
      messageType: readChoice(node, 'eumMessageType'),
    },
    console: readConsole(node),
  };
}

/** Reads `-c console=off`, `-c mfa=required`, and `-c oidcIssuer=URL -c oidcClientId=ID -c oidcClientSecretArn=ARN`. */
function readConsole(node: Node): ConsoleSettings {
  const url = readText(node, 'oidcIssuer');
  const clientId = readText(node, 'oidcClientId');
  const clientSecretArn = readText(node, 'oidcClientSecretArn');
  if ((url === undefined) !== (clientId === undefined)) {
    throw new Error('-c oidcIssuer and -c oidcClientId belong together');
  }
  if (clientSecretArn !== undefined && url === undefined) {
    throw new Error('-c oidcClientSecretArn: needs -c oidcIssuer and -c oidcClientId too');
  }
  // The issuer of the local service is on this machine.
  if (url !== undefined && !(URL.canParse(url) && /^(https:\/\/|http:\/\/localhost\b)/.test(url))) {
    throw new Error(`-c oidcIssuer=${url}: expected an address that begins with https://`);
  }
  return {
    isOn: readSwitch(node, 'console') ?? true,
    requiresMfa: readChoice(node, 'mfa') === 'required',
    issuer: url === undefined || clientId === undefined ? undefined : { url, clientId, clientSecretArn },
  };
}

/**
 * Refuses unknown settings: a mistyped `stage` would deploy another stack, a mistyped `domain` would drop the domain.
 */
function refuseUnknownSettings(node: Node): void {
  const names = Object.keys(node.getAllContext() as object);
  const unknown = names.find((name) => mayMeanSetting(name) && !isSetting(name));
  if (unknown === undefined) return;
  throw new Error(`-c ${unknown}: there is no such setting; there are ${SETTING_NAMES.join(', ')}`);
}

/** Reads `-c domain=NAME -c certificateArn=ARN`, and `-c linkDomains=NAME=ARN,NAME=ARN`. */
function readDomains(node: Node): Domain[] {
  const name = readText(node, 'domain');
  const certificateArn = readText(node, 'certificateArn');
  if ((name === undefined) !== (certificateArn === undefined)) {
    throw new Error('-c domain and -c certificateArn belong together');
  }
  const own =
    name === undefined || certificateArn === undefined ? [] : [{ name, certificateArn, isForLinks: false }];
  return [...own, ...(readList(node, 'linkDomains') ?? []).map(readLinkDomain)];
}

function readLinkDomain(pair: string): Domain {
  const [, name, certificateArn] = /^([^=]+)=(arn:.+)$/.exec(pair) ?? [];
  if (name === undefined || certificateArn === undefined) {
    throw new Error(`-c linkDomains=${pair}: expected NAME=CERTIFICATE-ARN, several parted by commas`);
  }
  return { name, certificateArn, isForLinks: true };
}

function readChoice<Name extends ChoiceSetting>(node: Node, key: Name): Choice<Name> | undefined {
  const text = readText(node, key);
  const choices: readonly Choice<Name>[] = SETTINGS[key];
  const choice = choices.find((one) => one === text);
  if (text !== undefined && choice === undefined) {
    throw new Error(`-c ${key}=${text}: expected ${choices.join(' or ')}`);
  }
  return choice;
}

function readSwitch(node: Node, key: SwitchSetting): boolean | undefined {
  const choice = readChoice(node, key);
  return choice === undefined ? undefined : choice === 'on';
}

function readWholeNumber(node: Node, key: Setting, { max }: { max: number }): number | undefined {
  const text = readText(node, key);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > max) {
    throw new Error(`-c ${key}=${text}: expected a whole number from 1 to ${max}`);
  }
  return value;
}

export function readList(node: Node, key: Setting): string[] | undefined {
  return readText(node, key)
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readText(node: Node, key: Setting): string | undefined {
  const value: unknown = node.tryGetContext(key);
  // cdk.json can have a number where the command line has a text.
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
