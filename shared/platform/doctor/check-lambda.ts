import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { DeployedService } from './deployed-service';
import { type Finding, ok, problem, warning } from './finding';

/** What AWS gives to an account that asks for it; a large stack needs more. */
const USUAL_QUOTA = 1_000;

/** How many functions the AWS account may run at once. */
export async function checkConcurrency({ leastConcurrency: least = 0 }: DeployedService): Promise<Finding[]> {
  const lambda = new LambdaClient({ maxAttempts: 3 });
  try {
    const { AccountLimit: limit } = await lambda.send(new GetAccountSettingsCommand({}));
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
  } finally {
    lambda.destroy();
  }
}
