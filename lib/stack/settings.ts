import { SIZE_NAMES } from './size';

/** Setting without fixed values, whose form `readStage()` checks: a name, an address, a number, a list. */
const FREE = 'free';
const SWITCH = ['on', 'off'] as const;

/** All settings of a deployment in the context, by `-c` or in cdk.json, with the values that they may have. */
export const SETTINGS = {
  stage: FREE,
  destroyableStages: FREE,
  removal: ['retain', 'destroy'],
  confirmDrop: FREE,
  size: SIZE_NAMES,
  alarms: SWITCH,
  alarmEmail: FREE,
  concurrencyQuota: FREE,
  tracing: SWITCH,
  gradualDeployment: SWITCH,
  domain: FREE,
  certificateArn: FREE,
  linkDomains: FREE,
  requestsPerSecond: FREE,
  reservedConcurrency: SWITCH,
  routeMetrics: SWITCH,
  provider: ['simulator', 'eum'],
  simulatorUrl: FREE,
  keywordReplies: SWITCH,
  eumConfigurationSet: FREE,
  eumMessageType: ['TRANSACTIONAL', 'PROMOTIONAL'],
  console: SWITCH,
  mfa: ['optional', 'required'],
  oidcIssuer: FREE,
  oidcClientId: FREE,
  oidcClientSecretArn: FREE,
} as const satisfies Record<string, typeof FREE | readonly string[]>;
export type Setting = keyof typeof SETTINGS;

export const SETTING_NAMES = Object.keys(SETTINGS) as Setting[];

type SettingWith<Values> = {
  [Name in Setting]: (typeof SETTINGS)[Name] extends Values ? Name : never;
}[Setting];
/** Setting with a few possible values. */
export type ChoiceSetting = SettingWith<readonly string[]>;
export type SwitchSetting = SettingWith<typeof SWITCH>;
export type Choice<Name extends ChoiceSetting> = (typeof SETTINGS)[Name][number];

export const isSetting = (name: string): name is Setting => Object.hasOwn(SETTINGS, name);

/**
 * Returns true for our settings and mistyped ones: names that the CDK and its commands put into the context have other
 * characters too.
 */
export const mayMeanSetting = (name: string) => /^[a-z]+$/i.test(name);
