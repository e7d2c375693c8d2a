import type { EventArchiveSetting } from '../../shared/platform/event-archive';
import type { LocalCredentials } from './credentials';
import type { ConsoleIssuer } from './issuer';
import { LOCAL_REGION, TemplateError, type Template } from './template';

interface Endpoints {
  dynamodb: string;
  sqs: string;
  sns: string;
  s3: string;
  events: string;
  lambda: string;
}

/**
 * Merges the environment variables of all functions, which share this process.
 *
 * @throws TemplateError when two functions want different values of one variable
 */
export function mergeFunctionEnvironments(template: Template): Record<string, string> {
  const merged = new Map<string, { value: string; logicalId: string }>();
  for (const { logicalId, properties } of template.resources('AWS::Lambda::Function')) {
    const { Variables: variables = {} } = (properties.Environment ?? {}) as {
      Variables?: Record<string, unknown>;
    };
    for (const [name, unresolved] of Object.entries(variables)) {
      const value = String(template.resolve(unresolved));
      const earlier = merged.get(name);
      if (earlier !== undefined && earlier.value !== value) {
        throw new TemplateError(
          `${name} is ${JSON.stringify(earlier.value)} in ${earlier.logicalId} but ${JSON.stringify(value)} in ` +
            `${logicalId}: functions that run in one process must agree.`,
        );
      }
      merged.set(name, { value, logicalId });
    }
  }
  return Object.fromEntries([...merged].map(([name, { value }]) => [name, value]));
}

/** Returns the variables that AWS itself would set in a function's environment, pointed at the local cloud. */
export function localEnvironment(options: {
  baseUrl: string;
  endpoints: Endpoints;
  credentials: LocalCredentials;
  /** Adapter that the functions use; both talk to the simulator. */
  provider: 'simulator' | 'eum';
  simulatorUrl: string;
  /** Replaces the key that a deployed stack has in Secrets Manager. */
  webhookKey: string;
  /** Issuer that signs users of the console in. */
  issuer: ConsoleIssuer;
  /** `required`: they need a second factor. */
  mfa: 'optional' | 'required';
  /** Treatment of people in the event archive. */
  eventArchive: EventArchiveSetting;
  /** Folder with the files of the console. */
  consoleFiles: string;
}): Record<string, string> {
  const { endpoints, credentials } = options;
  return {
    AWS_REGION: LOCAL_REGION,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SNS: endpoints.sns,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_EVENTBRIDGE: endpoints.events,
    AWS_ENDPOINT_URL_LAMBDA: endpoints.lambda,
    AWS_ENDPOINT_URL_SERVICE_QUOTAS: endpoints.lambda,
    BASE_URL: options.baseUrl,
    PROVIDER: options.provider,
    SIMULATOR_URL: options.simulatorUrl,
    AWS_ENDPOINT_URL_PINPOINT_SMS_VOICE_V2: options.simulatorUrl,
    WEBHOOK_KEY: options.webhookKey,
    // Keys that are derived from one secret for different purposes are unrelated.
    ERASURE_KEY: options.webhookKey,
    CURSOR_KEY: options.webhookKey,
    SIGN_IN_KEY: options.webhookKey,
    ARCHIVE_KEY: options.webhookKey,
    EVENT_ARCHIVE: options.eventArchive,
    OIDC_ISSUER: options.issuer.url,
    OIDC_CLIENT_ID: options.issuer.clientId,
    ...(options.issuer.clientSecret !== undefined && { OIDC_CLIENT_SECRET: options.issuer.clientSecret }),
    OIDC_MFA: options.mfa,
    CONSOLE_FILES: options.consoleFiles,
    LOCAL_SERVICE: '1',
  };
}
