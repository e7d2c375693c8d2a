import { type QuotaCodes, readQuota } from '../../../../aws/internal/quotas-api';
import { type Finding, ok, problem, warning } from '../../../../finding';
import type { NeededQuotas } from '../needed-quotas';

interface Quota extends QuotaCodes {
  check: string;
  /** Effect of a quota that is too small. */
  effect: string;
  /** True: the stack cannot be deployed. */
  preventsDeployment?: true;
}

/** **Source:** AWS General Reference, "Endpoints and quotas" of each service, read on 2026-11-26. */
const QUOTAS: Record<keyof NeededQuotas, Quota> = {
  tableReadUnits: {
    ...{ serviceCode: 'dynamodb', quotaCode: 'L-CF0CBE56', check: 'quota of read units of a table' },
    ...{ effect: 'A table that is warm for more cannot be deployed.', preventsDeployment: true },
  },
  tableWriteUnits: {
    ...{ serviceCode: 'dynamodb', quotaCode: 'L-AB614373', check: 'quota of write units of a table' },
    ...{ effect: 'A table that is warm for more cannot be deployed.', preventsDeployment: true },
  },
  requests: {
    ...{ serviceCode: 'apigateway', quotaCode: 'L-8A5B8E43', check: 'quota of API requests' },
    effect: 'API Gateway refuses requests beyond it (429).',
  },
  eventCalls: {
    ...{ serviceCode: 'events', quotaCode: 'L-9B653E91', check: 'quota of PutEvents' },
    effect: 'Events beyond it are late.',
  },
  events: {
    ...{ serviceCode: 'events', quotaCode: 'L-5540C5E3', check: 'quota of events handed on' },
    effect: 'Events beyond it are late.',
  },
};

/** Checks the quotas of the AWS account that the stage needs for its load. */
export async function checkServiceQuotas({
  neededQuotas: needed,
}: {
  neededQuotas: NeededQuotas | undefined;
}): Promise<Finding[]> {
  if (!needed) return [];
  const findings: Finding[] = [];
  for (const name of Object.keys(QUOTAS) as Array<keyof NeededQuotas>) {
    findings.push(
      describe(QUOTAS[name], { needed: needed[name], has: (await readQuota(QUOTAS[name])) ?? 0 }),
    );
  }
  return findings;
}

function describe(quota: Quota, { needed, has }: { needed: number; has: number }): Finding {
  const { check, effect, serviceCode, quotaCode } = quota;
  const finding = `${has} a second; the stage is made for ${needed}.`;
  if (has >= needed) return ok(check, finding);
  const advice = `aws service-quotas request-service-quota-increase --service-code ${serviceCode} --quota-code ${quotaCode} --desired-value ${needed}`;
  return (quota.preventsDeployment ? problem : warning)(check, `${finding} ${effect}`, advice);
}
