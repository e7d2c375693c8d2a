import type { ServerResponse } from 'node:http';
import type { LocalFunction } from './function-runtime';
import { type LoopbackServer, readBody, type RequestHandler, startLoopbackServer } from './loopback-server';
import type { InvokeFunction, Log } from './mappings';
import type { AwsAccount } from './simulator/aws-account';

const PATH = /^\/2015-03-31\/functions\/([^/?]+)\/invocations$/;
const SETTINGS_PATH = /^\/2016-08-19\/account-settings\/?$/;
/** **Source:** Lambda's quota of synchronous invocations. */
const MAX_REQUEST_BYTES = 6 * 1024 * 1024;

/**
 * Starts an endpoint for Lambda's Invoke, by which the operator CLI calls a function by its name, and for Lambda's
 * settings of the AWS account.
 */
export function startInvocations(options: {
  functions: LocalFunction[];
  invoke: InvokeFunction;
  log: Log;
  /** Access key that requests must be signed with. */
  accessKeyId: string;
  /** Absent: the endpoint answers nothing about an account. */
  account?: AwsAccount;
}): Promise<LoopbackServer> {
  const { accessKeyId, account } = options;
  const serve: RequestHandler = async (request, response) => {
    const body = await readBody(request, MAX_REQUEST_BYTES);
    if (account && request.method === 'GET' && SETTINGS_PATH.test(request.url ?? '')) {
      const { lambdaLimit, denied } = await account.read();
      if (denied.includes('GetAccountSettings')) return answerError(response, 403, 'AccessDeniedException');
      const usage = { TotalCodeSize: 0, FunctionCount: options.functions.length };
      return answer(response, 200, {}, { AccountLimit: lambdaLimit, AccountUsage: usage });
    }
    const name = request.method === 'POST' ? PATH.exec(request.url ?? '')?.[1] : undefined;
    const target = options.functions.find((one) => one.name === name);
    if (target === undefined) return answerError(response, 404, 'ResourceNotFoundException');
    if (body === undefined) return answerError(response, 413, 'RequestTooLargeException');
    let event: unknown;
    try {
      event = body === '' ? {} : JSON.parse(body);
    } catch {
      return answerError(response, 400, 'InvalidRequestContentException');
    }
    try {
      answer(response, 200, {}, await options.invoke(target.logicalId, event));
    } catch (error) {
      options.log.error('An invoked function threw', error, { function: target.logicalId });
      const { name: errorType, message: errorMessage } = error as Error;
      answer(response, 200, { 'x-amz-function-error': 'Unhandled' }, { errorType, errorMessage });
    }
  };
  return startLoopbackServer(serve, { accessKeyId });
}

function answerError(response: ServerResponse, status: number, type: string): void {
  answer(response, status, { 'x-amzn-errortype': type }, { Type: 'User', Message: type });
}

function answer(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  body: unknown,
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
