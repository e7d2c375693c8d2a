import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type Finding, ok, problem, warning } from './finding';

/** The workers alone take up to about so many, and requests come on top. */
const WORKERS_TAKE = 100;
/** Lambda lets no more be reserved than leaves so many for everything else. */
const ENOUGH = 1_000;

/** How many functions the AWS account may run at once. */
export async function checkConcurrency(): Promise<Finding[]> {
  const lambda = new LambdaClient({ maxAttempts: 3 });
  try {
    const { AccountLimit: limit } = await lambda.send(new GetAccountSettingsCommand({}));
    const total = limit?.ConcurrentExecutions ?? 0;
    const free = limit?.UnreservedConcurrentExecutions ?? total;
    const check = 'Lambda concurrency';
    const finding = `${total} in the AWS account, ${free} of them not reserved.`;
    const advice =
      'aws service-quotas request-service-quota-increase --service-code lambda --quota-code L-B99A9384 --desired-value 1000';
    if (total <= WORKERS_TAKE) {
      return [problem(check, `${finding} Requests fail as soon as a job is under way.`, advice)];
    }
    if (total < ENOUGH) return [warning(check, `${finding} Little for large jobs.`, advice)];
    return [ok(check, finding)];
  } finally {
    lambda.destroy();
  }
}
