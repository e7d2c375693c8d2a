import { number, object, optional, parse, parseJson, pipe, string } from 'valibot';
import { askLambda } from '../../../../aws/internal/lambda-api';
import type { DeployedService } from '../deployed-service';
import { type Finding, ok, problem, warning } from '../../../../finding';

/** Quota that AWS grants to an account on request; a large stack needs more. */
const USUAL_QUOTA = 1_000;

/** Checks how many functions the AWS account may run at once. */
export async function checkConcurrency({
  leastConcurrency: least = 0,
}: Pick<DeployedService, 'leastConcurrency'>): Promise<Finding[]> {
  const { text } = await askLambda({ path: '/2016-08-19/account-settings/' });
  const { AccountLimit: limit } = parse(ACCOUNT_SETTINGS, text);
  const total = limit?.ConcurrentExecutions ?? 0;
  const free = limit?.UnreservedConcurrentExecutions ?? total;
  const check = 'Lambda concurrency';
  const finding = `${total} in the AWS account, ${free} of them not reserved.`;
  const enough = USUAL_QUOTA * Math.max(1, Math.ceil((2 * least) / USUAL_QUOTA));
  const advice = `aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value ${enough}`;
  if (total < least) {
    const why = `It takes ${least}: requests fail as soon as a job is under way.`;
    return [problem(check, `${finding} ${why}`, advice)];
  }
  if (total < enough) return [warning(check, `${finding} Little for large jobs.`, advice)];
  return [ok(check, finding)];
}

/** Schema of the answer to `GetAccountSettings`. */
const ACCOUNT_SETTINGS = pipe(
  string(),
  parseJson(),
  object({
    AccountLimit: optional(
      object({
        ConcurrentExecutions: optional(number()),
        UnreservedConcurrentExecutions: optional(number()),
      }),
    ),
  }),
);
