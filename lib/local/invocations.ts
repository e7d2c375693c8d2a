import {
  isFromProgram,
  type LoopbackServer,
  parseObject,
  readBody,
  type RequestHandler,
  sendJson,
  startLoopbackServer,
} from './loopback-server';
import type { LocalFunction } from './function-runtime';
import type { InvokeFunction, Log } from './mappings';
import type { AwsAccount } from './simulator/aws-account';

const PATH = /^\/2015-03-31\/functions\/([^/?]+)\/invocations$/;
const QUOTA_OPERATION = /^ServiceQuotasV20190624\.(GetServiceQuota|GetAWSDefaultServiceQuota)$/;
const SETTINGS_PATH = /^\/2016-08-19\/account-settings\/?$/;
/** **Source:** Lambda's quota of synchronous invocations. */
const MAX_REQUEST_BYTES = 6 * 1024 * 1024;

/**
 * Starts an endpoint for Lambda's Invoke, by which the operator CLI calls a function by its name, for Lambda's settings
 * of the AWS account, and for its quotas in Service Quotas.
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
  const { accessKeyId, account, functions, log } = options;
  const serve: RequestHandler = async (request, response) => {
    const { method, url = '' } = request;
    const refuse = (status: number, type: string) =>
      sendJson(response, status, { Type: 'User', Message: type }, { 'x-amzn-errortype': type });
    const body = await readBody(request, MAX_REQUEST_BYTES);
    if (account && method === 'GET' && SETTINGS_PATH.test(url)) {
      const { lambdaLimit, denied } = await account.read();
      if (denied.includes('GetAccountSettings')) return refuse(403, 'AccessDeniedException');
      const usage = { TotalCodeSize: 0, FunctionCount: functions.length };
      return sendJson(response, 200, { AccountLimit: lambdaLimit, AccountUsage: usage });
    }
    const operation = QUOTA_OPERATION.exec(String(request.headers['x-amz-target']))?.[1];
    if (account && operation !== undefined) {
      const { serviceQuotas, denied } = await account.read();
      if (denied.includes(operation)) return refuse(403, 'AccessDeniedException');
      const { ServiceCode, QuotaCode } = parseObject(body) ?? {};
      const value = serviceQuotas[`${String(ServiceCode)}/${String(QuotaCode)}`];
      if (value === undefined) return refuse(400, 'NoSuchResourceException');
      return sendJson(response, 200, { Quota: { ServiceCode, QuotaCode, Value: value } });
    }
    const target = functions.find(({ name }) => name === PATH.exec(url)?.[1]);
    if (target === undefined || method !== 'POST') return refuse(404, 'ResourceNotFoundException');
    if (body === undefined) return refuse(413, 'RequestTooLargeException');
    let event: unknown;
    try {
      event = body === '' ? {} : JSON.parse(body);
    } catch {
      return refuse(400, 'InvalidRequestContentException');
    }
    try {
      sendJson(response, 200, await options.invoke(target.logicalId, event));
    } catch (error) {
      log.error('An invoked function threw', error, { function: target.logicalId });
      const { name: errorType, message: errorMessage } = error as Error;
      sendJson(response, 200, { errorType, errorMessage }, { 'x-amz-function-error': 'Unhandled' });
    }
  };
  return startLoopbackServer(serve, { admits: (headers) => isFromProgram(headers, accessKeyId) });
}
