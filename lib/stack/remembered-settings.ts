import { RemovalPolicy } from 'aws-cdk-lib';
import { array, boolean, type InferOutput, object, optional, parse, string } from 'valibot';
import type { Stage } from './stage';

/** Output of a stack that has the settings of its last deployment. */
export const REMEMBERED_OUTPUT = 'Settings';

/** Settings that people rely on, and that a deployment without them would remove. */
const remembered = object({
  provider: string(),
  /** Configuration set of End User Messaging; absent: the stack's own. */
  configurationSet: optional(string()),
  /** Domain of the API. */
  domain: optional(string()),
  linkDomains: array(string()),
  alarms: boolean(),
  alarmEmail: optional(string()),
  isKept: boolean(),
  /** Absent: a release without a console. */
  console: optional(boolean()),
  /** Absent: off, or a release without it. */
  gradualDeployment: optional(boolean()),
  /** Issuer that signs the console's users in; absent: the stack's own user pool. */
  oidcIssuer: optional(string()),
  /** True: the console's users need a second factor. */
  mfa: optional(boolean()),
});
export type RememberedSettings = InferOutput<typeof remembered>;

/** Settings that can be dropped, as `-c confirmDrop` names them. */
export const DROPPABLE = [
  'provider',
  'domain',
  'linkDomains',
  'alarms',
  'alarmEmail',
  'removal',
  'console',
  'oidcIssuer',
  'mfa',
  'gradualDeployment',
] as const;
export type Droppable = (typeof DROPPABLE)[number];

interface Drop {
  what: Droppable;
  /** Consequence, as a sentence. */
  why: string;
}

export function rememberedSettings(stage: Stage): RememberedSettings {
  const namesOf = (isForLinks: boolean) =>
    stage.domains.filter((domain) => domain.isForLinks === isForLinks).map(({ name }) => name);
  const [domain] = namesOf(false);
  const { alarmEmail, hasAlarms: alarms, provider, eum } = stage;
  const { isOn, issuer, requiresMfa } = stage.console;
  return {
    provider,
    ...(eum.configurationSet !== undefined && { configurationSet: eum.configurationSet }),
    ...(domain !== undefined && { domain }),
    linkDomains: namesOf(true),
    alarms,
    ...(alarmEmail !== undefined && { alarmEmail }),
    isKept: stage.removalPolicy === RemovalPolicy.RETAIN,
    console: isOn,
    ...(isOn && issuer && { oidcIssuer: issuer.url }),
    ...(isOn && requiresMfa && { mfa: true }),
    ...(stage.hasGradualDeployment && { gradualDeployment: true }),
  };
}

/**
 * Reads the settings of the last deployment.
 *
 * @throws ValiError for a value that no release has written
 */
export const readRemembered = (json: string): RememberedSettings => parse(remembered, JSON.parse(json));

/** Finds the settings that the next deployment would remove. */
export function findDrops(last: RememberedSettings, next: RememberedSettings): Drop[] {
  const lostLinks = last.linkDomains.filter((name) => !next.linkDomains.includes(name));
  const drops: Array<Drop | false> = [
    last.provider !== next.provider && {
      what: 'provider',
      why: `the provider would change from ${last.provider} to ${next.provider}`,
    },
    last.provider === next.provider &&
      last.configurationSet !== undefined &&
      last.configurationSet !== next.configurationSet && {
        what: 'provider',
        why: `texts would no longer go through the configuration set ${last.configurationSet}`,
      },
    last.domain !== undefined &&
      last.domain !== next.domain && {
        what: 'domain',
        why: `the API would no longer answer at ${last.domain}`,
      },
    lostLinks.length > 0 && {
      what: 'linkDomains',
      why: `short links in texts that people have would be dead: ${lostLinks.join(', ')}`,
    },
    last.alarms && !next.alarms && { what: 'alarms', why: 'alarms and dashboard would be deleted' },
    last.alarmEmail !== undefined &&
      last.alarmEmail !== next.alarmEmail && {
        what: 'alarmEmail',
        why: `${last.alarmEmail} would get no more alarms`,
      },
    last.isKept &&
      !next.isKept && { what: 'removal', why: 'the data would be deleted together with the stack' },
    last.console === true && !next.console && { what: 'console', why: 'the console would be gone' },
    next.console === true &&
      last.oidcIssuer !== undefined &&
      last.oidcIssuer !== next.oidcIssuer && {
        what: 'oidcIssuer',
        why: `users could no longer sign in at ${last.oidcIssuer}`,
      },
    next.console === true &&
      last.mfa === true &&
      next.mfa !== true && { what: 'mfa', why: 'users could sign in without a second factor' },
    last.gradualDeployment === true &&
      next.gradualDeployment !== true && {
        what: 'gradualDeployment',
        why: 'new code would take over at once, this deployment included',
      },
  ];
  return drops.filter((drop) => drop !== false);
}
