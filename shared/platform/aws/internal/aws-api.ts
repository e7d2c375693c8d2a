import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { calling } from '../callee';
import { fetchSigned } from '../signed-request';
import { awsDomain } from './aws-domain';

export interface AwsAnswer {
  headers: Headers;
  /** JSON; of SNS XML. */
  text: string;
}

/** Service of AWS. */
interface Service {
  /** Name in messages, such as `Lambda`. */
  name: string;
  /** Name in signatures, with which its address begins. */
  id: string;
  /** Name in the variable `AWS_ENDPOINT_URL_…` for another address. */
  variable: string;
}

/**
 * Sends one request to an API of AWS, with region and endpoint of the environment. The SDK's client would add the models
 * of all operations, a tenth of the function's bundle.
 *
 * @param request.path path of the operation, with its version
 * @param request.body JSON, or a form for SNS; absent: a GET
 * @throws Error named like the service's error when it refuses the request, and the errors of `fetch`
 */
export async function askAws(
  service: Service,
  request: { path: string; headers: Record<string, string>; body?: string; signal?: AbortSignal | undefined },
): Promise<AwsAnswer> {
  return calling(service.name, ask(service, request));
}

async function ask(
  { name, id, variable }: Service,
  { path, headers, body, signal }: Parameters<typeof askAws>[1],
): Promise<AwsAnswer> {
  const { AWS_REGION: region, AWS_ENDPOINT_URL, [`AWS_ENDPOINT_URL_${variable}`]: ownEndpoint } = process.env;
  if (!region) throw new Error('Region is missing');
  const endpoint = ownEndpoint ?? AWS_ENDPOINT_URL ?? `https://${id}.${region}.${awsDomain(region)}`;
  const answer = await fetchSigned(
    {
      ...{ service: id, region, signal, headers },
      method: body === undefined ? 'GET' : 'POST',
      url: new URL(path, endpoint),
      body: body ?? '',
    },
    { credentials: defaultProvider() },
  ).catch((error: unknown) => {
    // `fetch` has the actual error as the cause of its own.
    throw (error as { cause?: unknown }).cause ?? error;
  });
  const text = await answer.text();
  if (answer.ok) return { headers: answer.headers, text };
  throw refusal(answer, { name, text });
}

function refusal({ status, headers }: Response, { name, text }: { name: string; text: string }): Error {
  // REST services have the error's type in a header, those of JSON 1.1 in the body, as `namespace#Type`, SNS in XML.
  const inBody =
    /"__type"\s*:\s*"(?:[^"#]*#)?([^"]+)"/.exec(text)?.[1] ?? /<Code>([^<]+)<\/Code>/.exec(text)?.[1];
  const [type = ''] = (headers.get('x-amzn-errortype') ?? inBody ?? '').split(':');
  const message = /"[mM]essage"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? `${name} answered ${status}`;
  return Object.assign(new Error(message), {
    name: type === '' ? 'Error' : type,
    // As in the errors of the SDK.
    $metadata: { httpStatusCode: status },
  });
}
