/** Everything that the context may say of a deployment, by `-c` or in cdk.json. */
export const SETTINGS = [
  'stage',
  'destroyableStages',
  'removal',
  'confirmDrop',
  'size',
  'alarms',
  'alarmEmail',
  'concurrencyQuota',
  'tracing',
  'gradualDeployment',
  'domain',
  'certificateArn',
  'linkDomains',
  'requestsPerSecond',
  'reservedConcurrency',
  'routeMetrics',
  'provider',
  'simulatorUrl',
  'keywordReplies',
  'eumConfigurationSet',
  'eumMessageType',
  'console',
  'oidcIssuer',
  'oidcClientId',
  'oidcClientSecretArn',
] as const;
export type Setting = (typeof SETTINGS)[number];

export function isSetting(name: string): name is Setting {
  return SETTINGS.some((setting) => setting === name);
}

/** Ours, or mistyped: whatever the CDK and its commands put into the context has other characters in its name too. */
export const mayMeanSetting = (name: string) => /^[a-z]+$/i.test(name);
