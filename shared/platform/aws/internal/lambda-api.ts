import { askAws, type AwsAnswer } from './aws-api';

const LAMBDA = { name: 'Lambda', id: 'lambda', variable: 'LAMBDA' };

/**
 * Sends one request to Lambda's API.
 *
 * @param request.path path of the operation, with its version
 * @param request.body JSON; absent: a GET
 * @throws Error named like Lambda's error when Lambda refuses the request, and the errors of `fetch`
 */
export async function askLambda(request: {
  path: string;
  body?: string;
  signal?: AbortSignal | undefined;
}): Promise<AwsAnswer> {
  return askAws(LAMBDA, { ...request, headers: { 'content-type': 'application/json' } });
}
