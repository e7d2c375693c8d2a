import { defaultProvider } from '@aws-sdk/credential-provider-node';
import { awsDomain } from './aws-domain';
import { calling } from '../callee';
import { fetchSigned } from '../signed-request';

interface LambdaAnswer {
  headers: Headers;
  /** JSON. */
  text: string;
}

/**
 * Sends one request to Lambda's API, with region and endpoint of the environment. The SDK's client would add the models
 * of all operations, a tenth of the function's bundle.
 *
 * @param request.path path of the operation, with its version
 * @param request.body JSON; absent: a GET
 * @throws Error named like Lambda's error when Lambda refuses the request, and the errors of `fetch`
 */
export async function askLambda(request: {
  path: string;
  body?: string;
  signal?: AbortSignal | undefined;
}): Promise<LambdaAnswer> {
  return calling('Lambda', ask(request));
}

async function ask({
  path,
  body,
  signal,
}: {
  path: string;
  body?: string;
  signal?: AbortSignal | undefined;
}): Promise<LambdaAnswer> {
  const { AWS_REGION: region, AWS_ENDPOINT_URL_LAMBDA, AWS_ENDPOINT_URL } = process.env;
  if (!region) throw new Error('Region is missing');
  const endpoint =
    AWS_ENDPOINT_URL_LAMBDA ?? AWS_ENDPOINT_URL ?? `https://lambda.${region}.${awsDomain(region)}`;
  const answer = await fetchSigned(
    {
      ...{ service: 'lambda', region, signal },
      method: body === undefined ? 'GET' : 'POST',
      url: new URL(path, endpoint),
      headers: { 'content-type': 'application/json' },
      body: body ?? '',
    },
    { credentials: defaultProvider() },
  ).catch((error: unknown) => {
    // `fetch` has the actual error as the cause of its own.
    throw error instanceof TypeError && error.cause instanceof Error ? error.cause : error;
  });
  const text = await answer.text();
  if (answer.ok) return { headers: answer.headers, text };
  throw refusal(answer, text);
}

function refusal({ status, headers }: Response, text: string): Error {
  const [type = ''] = (headers.get('x-amzn-errortype') ?? '').split(':');
  const message = /"[mM]essage"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? `Lambda answered ${status}`;
  return Object.assign(new Error(message), { name: type === '' ? 'Error' : type });
}
