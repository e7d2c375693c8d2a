import {
  array,
  boolean,
  check,
  getDotPath,
  type InferInput,
  type InferIssue,
  type InferOutput,
  integer,
  literal,
  maxValue,
  minValue,
  number,
  optional,
  picklist,
  pipe,
  record,
  regex,
  safeParse,
  strictObject,
  string,
  variant,
} from 'valibot';
import { readHours } from '../../shared/calendar/hours-text';
import { EVENT_ARCHIVE_SETTINGS } from '../../shared/platform/event-archive';
import { isTimeZone } from '../../shared/time-zones/time-zone';
import { SIZE_NAMES } from './size';

const text = (form: RegExp, expected: string) => pipe(string(), regex(form, `expected ${expected}`));
const wholeNumber = (max: number) => {
  const message = `expected a whole number from 1 to ${max}`;
  return pipe(number(), integer(message), minValue(1, message), maxValue(max, message));
};
/** Domain of the API or of short links, with the ARN of its certificate in the stack's region. */
const DOMAIN = {
  name: text(/^[^\s/:]+\.[^\s/:]+$/, 'a name such as api.example.com'),
  certificateArn: text(/^arn:/, 'the ARN of a certificate'),
};
const linkDomain = strictObject({
  ...DOMAIN,
  /** Certificate of CloudFront, which answers the links of the domain then; absent: the API answers them itself. */
  edgeCertificateArn: optional(text(/^arn:[\w-]+:acm:us-east-1:/, 'the ARN of a certificate in us-east-1')),
});

const region = text(/^[a-z]{2}(-[a-z]+)+-\d$/, 'the name of a region such as eu-west-1');
const secretArn = text(/^arn:[\w-]+:secretsmanager:/, 'the ARN of a secret');

/** Lambda concurrency that AWS gives to an account that asks for it, or that has been used for a while. */
const DEFAULT_CONCURRENCY_QUOTA = 1_000;

/** Settings of a stage, as its file may have them. Those whose default depends on others get it in `makeStage()`. */
export const stageSettings = strictObject({
  /**
   * `protected`: neither the stack nor its data can be deleted. `keepsData`: the stack can be deleted, and its data
   * outlive it. `deletesData`: they are deleted together.
   */
  deletion: optional(picklist(['protected', 'keepsData', 'deletesData']), 'protected'),
  /** Names of what the last deployment had and this one takes away on purpose. */
  drops: optional(array(string()), []),
  /** Size of the load that the stage is made for. */
  size: optional(picklist(SIZE_NAMES), 'standard'),
  /** Requests per second of all accounts together to a route; each account's own limits are far below. */
  requestsPerSecond: optional(wholeNumber(100_000)),
  /**
   * Read units, and as many write units, per second for which the table is warm, and its indexes with it. More than 40,000
   * need a higher quota of the AWS account.
   */
  tableUnitsPerSecond: optional(wholeNumber(1_000_000)),
  /** True: some functions reserve Lambda concurrency; an AWS account may have too little of it. */
  reservedConcurrency: optional(boolean()),
  /** Quota of concurrent Lambdas of the AWS account in the region: an alarm goes off when most of it is used. */
  concurrencyQuota: optional(wholeNumber(1_000_000), DEFAULT_CONCURRENCY_QUOTA),
  /**
   * Instances of the single send that are kept warm, all day or at hours such as `MON-FRI 08:00-20:00`: while they last,
   * no caller waits for a cold start. They count in the concurrency of the AWS account.
   */
  warmSingleSends: optional(
    strictObject({
      instances: wholeNumber(10_000),
      hours: optional(
        pipe(
          string(),
          check((hours) => readHours(hours) !== undefined, 'expected hours such as MON-FRI 08:00-20:00'),
        ),
      ),
      timeZone: optional(
        pipe(string(), check(isTimeZone, 'expected a time zone such as America/New_York')),
        'UTC',
      ),
    }),
  ),
  /** The API's own domain, which is in the links of its answers. */
  domain: optional(strictObject(DOMAIN)),
  /** Domains of short links. */
  linkDomains: optional(array(linkDomain), []),
  provider: optional(
    variant('name', [
      strictObject({
        name: literal('eum'),
        /** Existing configuration set, with its event destination; absent: the stack makes its own. */
        configurationSet: optional(text(/./, 'the name of a configuration set')),
        messageType: optional(picklist(['TRANSACTIONAL', 'PROMOTIONAL'])),
      }),
      /** Only for the local service and tests. */
      strictObject({ name: literal('simulator'), url: text(/^https?:\/\//, 'where a simulator listens') }),
    ]),
    { name: 'eum' },
  ),
  /** True: STOP and HELP are answered for accounts without a setting. End User Messaging may answer by itself. */
  keywordReplies: optional(boolean()),
  /** Alarms and the dashboard; the alarms of an idle stage cost about seven dollars a month. */
  alarms: optional(boolean()),
  /** E-mail address that gets the alarms; the operator can add further subscriptions. */
  alarmEmail: optional(text(/^\S+@\S+$/, 'an e-mail address')),
  /** True: functions report traces to X-Ray, which samples and costs. */
  tracing: optional(boolean(), false),
  /** True: CloudWatch counts each route by itself: six metrics for each, billed in each month in which it is called. */
  routeMetrics: optional(boolean(), false),
  /** True: new versions of the functions of messages take over step by step, and are rolled back on errors. */
  gradualDeployment: optional(boolean()),
  /**
   * Archive of events in S3, for a warehouse. `omit`: without the people whom they are about. `hash`: with a keyed hash
   * of their phone numbers.
   */
  eventArchive: optional(picklist(EVENT_ARCHIVE_SETTINGS), EVENT_ARCHIVE_SETTINGS[0]),
  /** True: a text goes through the API every five minutes, and an alarm goes off when it is not delivered. */
  canary: optional(boolean(), false),
  /**
   * Existing table in place of the stack's own, with its stream: one that a restore has made, after
   * `npm run adopt-table`, which prints both.
   */
  adoptedTable: optional(
    strictObject({
      name: text(/^[\w.-]{3,255}$/, 'the name of a table'),
      streamArn: text(/^arn:[\w-]+:dynamodb:.+\/stream\/.+$/, 'the ARN of its stream'),
      /** False: the stack lets go of its own table, which is then deleted by hand. */
      keepsFormer: optional(boolean(), true),
    }),
  ),
  /**
   * Second region, which takes over when the first is lost: docs/second-region.md has the steps. Table and keys are replicated
   * to it; with `made` it has the stacks, too.
   */
  secondRegion: optional(
    strictObject({
      /** Region of the stage itself. */
      first: region,
      region,
      /** Certificates in the second region, by the name of the domain. */
      certificates: optional(record(string(), text(/^arn:/, 'the ARN of a certificate')), {}),
      /** Names that the deployment without it has made. */
      made: optional(
        strictObject({
          tableName: text(/^[\w.-]{3,255}$/, 'the name of a table'),
          tableStreamArn: text(
            /^arn:[\w-]+:dynamodb:.+\/stream\/.+$/,
            'the ARN of the stream of the table in the second region',
          ),
          /** Output `ReplicatedKeys`. */
          keys: strictObject({
            ...{ webhook: secretArn, erasure: secretArn, cursor: secretArn },
            ...{ signIn: optional(secretArn), archive: optional(secretArn) },
          }),
        }),
      ),
    }),
  ),
  console: optional(boolean(), true),
  /** `required`: users of the console sign in with two factors; otherwise they may, or the issuer decides. */
  mfa: optional(picklist(['optional', 'required']), 'optional'),
  /** Issuer that signs users of the console in; absent: a user pool of Cognito that the stack makes. */
  issuer: optional(
    strictObject({
      // The issuer of the local service is on this machine.
      url: text(/^(https:\/\/|http:\/\/localhost\b)/, 'an address that begins with https://'),
      clientId: text(/./, "the client's id"),
      clientSecretArn: optional(text(/^arn:/, 'the ARN of a secret')),
    }),
  ),
});
/** Settings in the file of a stage. */
export type StageSettings = InferInput<typeof stageSettings>;
/** The same, with defaults. */
export type CheckedSettings = InferOutput<typeof stageSettings>;
export type SecondRegion = NonNullable<CheckedSettings['secondRegion']>;

/**
 * Checks what the file of a stage exports.
 *
 * @param file path from the root of the project, for the message
 * @throws Error that names the file and each setting that is wrong
 */
export function checkSettings(file: string, exported: unknown): CheckedSettings {
  const { success, output, issues } = safeParse(stageSettings, exported);
  if (success) return output;
  throw new Error(issues.map((issue) => `${file}: ${describe(issue)}`).join('\n'));
}

function describe(issue: InferIssue<typeof stageSettings>): string {
  const name = getDotPath(issue) ?? 'its default export';
  if (issue.expected === 'never') return `${name}: there is no such setting; docs/deploy.md has all`;
  if (issue.received === 'undefined') return `${name}: is missing`;
  const expected = issue.kind === 'schema' ? `expected ${issue.expected}` : issue.message;
  return `${name}: ${expected}, not ${issue.received}`;
}
