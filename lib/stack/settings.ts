import { SIZE_NAMES } from './size';

/** A setting with a form of its own, which `readStage()` checks: a name, an address, a number, a list. */
const FREE = 'free';
const SWITCH = ['on', 'off'] as const;

/** Everything that the context may say of a deployment, by `-c` or in cdk.json, with the values that it may have. */
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
/** A setting that has one of a few values. */
export type ChoiceSetting = SettingWith<readonly string[]>;
export type SwitchSetting = SettingWith<typeof SWITCH>;
export type Choice<Name extends ChoiceSetting> = (typeof SETTINGS)[Name][number];

export const isSetting = (name: string): name is Setting => Object.hasOwn(SETTINGS, name);

/** Ours, or mistyped: whatever the CDK and its commands put into the context has other characters in its name too. */
export const mayMeanSetting = (name: string) => /^[a-z]+$/i.test(name);
