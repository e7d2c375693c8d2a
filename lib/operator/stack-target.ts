import type { FoundService } from './found-service';
import { CloudFormationClient, DescribeStacksCommand, type Stack } from '@aws-sdk/client-cloudformation';
import type { Clock } from '../../shared/platform/clock';
import { calling } from '../../shared/platform/aws/callee';
import { readCallerArn } from './caller-arn';
import { OperatorError } from './operator-error';
import { readRegion } from './region';

/**
 * Finds a deployed stack, by its outputs. Region and credentials come from the environment.
 *
 * @throws OperatorError when there is no such stack, or it is not one of this service
 */
export async function findStack(options: {
  stack: string;
  environment: NodeJS.ProcessEnv;
  clock: Clock;
}): Promise<FoundService> {
  const { stack: name, environment } = options;
  const region = readRegion(environment);
  const client = new CloudFormationClient({ maxAttempts: 3, ...(region && { region }) });
  const stack = await describeStack(client, name);
  const outputs: FoundService['outputs'] = Object.fromEntries(
    (stack.Outputs ?? []).map(({ OutputKey: key = '', OutputValue: value }) => [key, value] as const),
  );
  const { TableName: tableName, BaseUrl: baseUrl } = outputs;
  if (tableName === undefined || baseUrl === undefined) {
    throw new OperatorError(
      `The stack ${name} (${stack.StackStatus}) has no outputs TableName and BaseUrl: it is not a messaging service, ` +
        'or its deployment has not finished.',
    );
  }
  const clientRegion = outputs.Region ?? (await client.config.region());
  return {
    tableName,
    baseUrl,
    outputs,
    clock: options.clock,
    findCaller: () => readCallerArn(client, environment),
    environment: {
      AWS_REGION: clientRegion,
      WEBHOOK_KEY_ARN: outputs.WebhookKeyArn,
      ERASURE_KEY_ARN: outputs.ErasureKeyArn,
      REGION_SIDE: outputs.RegionSide,
      // A shell in which the local service was started may have these; they never apply to a stack.
      WEBHOOK_KEY: undefined,
      ERASURE_KEY: undefined,
      LOCAL_SERVICE: undefined,
    },
  };
}

async function describeStack(client: CloudFormationClient, name: string): Promise<Stack> {
  try {
    const { Stacks: [stack] = [] } = await calling(
      'CloudFormation',
      client.send(new DescribeStacksCommand({ StackName: name })),
    );
    if (stack) return stack;
  } catch (error) {
    // CloudFormation's error for an unknown name.
    const isUnknown = error instanceof Error && error.name === 'ValidationError';
    if (!isUnknown) throw error;
  }
  throw new OperatorError(`There is no stack ${name} in this account and region.`);
}
