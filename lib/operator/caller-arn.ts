import type { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { noteCallee } from '../../shared/platform/aws/callee';
import { fetchSigned } from '../../shared/platform/aws/signed-request';
import { OperatorError } from './operator-error';

const STS = 'AWS STS';
const TIMEOUT_MS = 10_000;
const BODY = 'Action=GetCallerIdentity&Version=2011-06-15';

/**
 * Returns the ARN of the AWS identity that the credentials of a client belong to. It is the only request to STS, so it
 * is signed here instead of by another client. Every identity may send it, whatever its policies allow.
 *
 * @throws OperatorError when STS refuses
 */
export async function readCallerArn(
  { config }: CloudFormationClient,
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const region = await config.region();
  const url = new URL(
    environment.AWS_ENDPOINT_URL_STS ?? environment.AWS_ENDPOINT_URL ?? regionalEndpoint(config, region),
  );
  const { status, text } = await post(new URL('/', url), { region, credentials: config.credentials });
  const arn = elementOf(text, 'Arn');
  if (status === 200 && arn !== undefined) return arn;
  const reason = elementOf(text, 'Message') ?? `status ${status}`;
  throw new OperatorError(`AWS STS does not say who runs this command: ${reason}`);
}

/** Returns the endpoint of STS in a region, with the domain of the region's partition. */
function regionalEndpoint({ endpointProvider }: CloudFormationClient['config'], region: string): string {
  const { url } = endpointProvider({ Region: region, UseDualStack: false, UseFIPS: false });
  return url.href.replace('//cloudformation.', '//sts.');
}

async function post(
  url: URL,
  { region, credentials }: { region: string; credentials: CloudFormationClient['config']['credentials'] },
): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetchSigned(
      {
        ...{ service: 'sts', region, method: 'POST', url, body: BODY },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      { credentials },
    );
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    const { cause } = error as { cause?: unknown };
    throw noteCallee(cause instanceof Error ? cause : error, STS);
  }
}

const elementOf = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
