import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { RegionSide } from '../../shared/platform/region-side';
import { type CheckedSettings, checkSettings, type SecondRegion } from './settings';
import { type Size, SIZES } from './size';

/** Region of the stacks of a stage that has two. */
interface StageRegion {
  side: RegionSide;
  /** Name at AWS. */
  name: string;
  settings: SecondRegion;
}

/** Stage with all its settings, and what follows from them. */
export interface Stage extends CheckedSettings {
  name: string;
  /** Region of the stacks; absent: that of the deployment, in a stage with one region. */
  region: StageRegion | undefined;
  removalPolicy: RemovalPolicy;
  /** Protects the table, and with it all data that people have entrusted to the service, against deletion. */
  deletionProtection: boolean;
  /** True: what a restore of the table must not undo is also written outside of it. */
  restoreLog: boolean;
  requestsPerSecond: number;
  /** Absent: the table is as warm as a new one. */
  tableUnitsPerSecond: number | undefined;
  reservedConcurrency: boolean;
  keywordReplies: boolean;
  alarms: boolean;
  gradualDeployment: boolean;
  /**
   * Data and names that a later deployment must not take away by mistake: `data`, `users`, `mfa`, `table NAME` for an
   * adopted table, `region NAME` for a second one, each domain by its name, and `edge NAME` for one that CloudFront answers.
   */
  kept: string[];
  /** Link domains that CloudFront answers. */
  edgeDomains: EdgeDomain[];
}

/** Link domain that CloudFront answers, with its position among all of them. */
export interface EdgeDomain {
  name: string;
  edgeCertificateArn: string;
  index: number;
}

/** Retention of logs, of requests and of functions alike. */
export const LOG_RETENTION = RetentionDays.ONE_MONTH;

/**
 * Makes a stage from its settings. Unless they say otherwise it cannot be deleted, keeps its data, has alarms, is
 * deployed gradually and, when it is not small, has reserved concurrency.
 *
 * @param options.file where the settings are from, for messages
 * @throws Error that names the file and the setting that is wrong
 */
export function makeStage(options: { name: string; file: string; settings: unknown }): Stage {
  const { name, file } = options;
  const settings = checkSettings(file, options.settings);
  const { deletion, size, provider, alarmEmail, drops } = settings;
  const { requestsPerSecond, tableUnitsPerSecond }: Size = SIZES[size];
  const isProtected = deletion === 'protected';
  const keepsData = deletion !== 'deletesData';
  const alarms = settings.alarms ?? isProtected;
  if (alarmEmail !== undefined && !alarms) {
    throw new Error(`${file}: alarmEmail: the stage has no alarms; it needs alarms: true`);
  }
  const { secondRegion } = settings;
  if (secondRegion) checkSecondRegion(file, settings, secondRegion);
  const kept = listKept(settings);
  const both = drops.find((one) => kept.includes(one));
  if (both !== undefined) throw new Error(`${file}: drops: the stage has ${both}, so it is not dropped`);
  return {
    ...settings,
    name,
    region: secondRegion && { side: 'first', name: secondRegion.first, settings: secondRegion },
    removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    deletionProtection: keepsData,
    restoreLog: keepsData,
    requestsPerSecond: settings.requestsPerSecond ?? requestsPerSecond,
    tableUnitsPerSecond: settings.tableUnitsPerSecond ?? tableUnitsPerSecond,
    reservedConcurrency: settings.reservedConcurrency ?? (isProtected && size !== 'small'),
    keywordReplies: settings.keywordReplies ?? provider.name === 'simulator',
    alarms,
    gradualDeployment: settings.gradualDeployment ?? isProtected,
    kept,
    edgeDomains: settings.linkDomains.flatMap(({ name: domain, edgeCertificateArn }, index) =>
      edgeCertificateArn === undefined ? [] : [{ name: domain, edgeCertificateArn, index }],
    ),
  };
}

function checkSecondRegion(file: string, settings: CheckedSettings, second: SecondRegion): void {
  const { adoptedTable, domain, linkDomains, console, eventArchive } = settings;
  const { first, region, certificates, made } = second;
  const refuse = (what: string): never => {
    throw new Error(`${file}: secondRegion${what}`);
  };
  if (first === region) refuse('.region: expected another region than the first');
  if (adoptedTable) refuse(': a restored table has no replica; take one of both out');
  if (!made) return;
  for (const { name } of [...(domain ? [domain] : []), ...linkDomains])
    if (!(name in certificates)) refuse(`.certificates: the one of ${name} is missing`);
  if (console && made.keys.signIn === undefined) refuse('.made.keys.signIn: is missing');
  if (eventArchive === 'hash' && made.keys.archive === undefined) refuse('.made.keys.archive: is missing');
}

/** Begins the name of an adopted table among what a stage keeps. */
export const ADOPTED_TABLE = 'table ';
/** Begins the name of a domain that CloudFront answers. */
export const EDGE_OF_DOMAIN = 'edge ';
/** Begins the name of a second region among it. */
export const REPLICA = 'region ';

function listKept(settings: CheckedSettings): string[] {
  const { deletion, adoptedTable, secondRegion, domain, linkDomains, console, issuer, mfa } = settings;
  return [
    ...(deletion === 'deletesData' ? [] : ['data']),
    ...(adoptedTable ? [`${ADOPTED_TABLE}${adoptedTable.name}`] : []),
    ...(secondRegion ? [`${REPLICA}${secondRegion.region}`] : []),
    ...(console && !issuer ? ['users'] : []),
    ...(console && mfa === 'required' ? ['mfa'] : []),
    ...[...(domain ? [domain] : []), ...linkDomains].map(({ name }) => name),
    ...linkDomains.flatMap(({ name, edgeCertificateArn }) =>
      edgeCertificateArn === undefined ? [] : [`${EDGE_OF_DOMAIN}${name}`],
    ),
  ];
}
