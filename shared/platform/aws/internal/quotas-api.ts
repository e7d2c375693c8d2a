import { number, object, optional, parse, parseJson, pipe, string } from 'valibot';
import { askAws } from './aws-api';

const SERVICE_QUOTAS = { name: 'Service Quotas', id: 'servicequotas', variable: 'SERVICE_QUOTAS' };

/** Quota of an AWS account in a region, by its codes. */
export interface QuotaCodes {
  serviceCode: string;
  quotaCode: string;
}

/**
 * Reads the value of a quota: that of the account, or AWS's default where the account has none of its own.
 *
 * @throws Error named like AWS's error when AWS refuses the request, and the errors of `fetch`
 *
 * **Source:** API reference of Service Quotas, `GetServiceQuota` and `GetAWSDefaultServiceQuota`.
 */
export async function readQuota(quota: QuotaCodes): Promise<number | undefined> {
  try {
    return await ask('GetServiceQuota', quota);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'NoSuchResourceException') throw error;
    return await ask('GetAWSDefaultServiceQuota', quota);
  }
}

async function ask(operation: string, { serviceCode, quotaCode }: QuotaCodes): Promise<number | undefined> {
  const { text } = await askAws(SERVICE_QUOTAS, {
    path: '/',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `ServiceQuotasV20190624.${operation}`,
    },
    body: JSON.stringify({ ServiceCode: serviceCode, QuotaCode: quotaCode }),
  });
  return parse(ANSWER, text).Quota?.Value;
}

/** Schema of the answers of both operations. */
const ANSWER = pipe(
  string(),
  parseJson(),
  object({ Quota: optional(object({ Value: optional(number()) })) }),
);
