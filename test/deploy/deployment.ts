import {
  CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  type StackResource,
} from '@aws-sdk/client-cloudformation';
import { GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';

/** Stage that `npm run test:deploy` has deployed, by the stack that it is known by; the AWS clients find MiniStack by their environment. */
export interface Deployment {
  stack: string;
  baseUrl: string;
  /** Returns the resources of its stacks of a type, such as `AWS::SQS::Queue`. */
  resources(type: string): Resource[];
}

export interface Resource {
  logicalId: string;
  physicalId: string;
}

export async function findDeployment(): Promise<Deployment> {
  const stack = process.env.DEPLOYED_STACK;
  if (stack === undefined) throw new Error('These tests are run by: npm run test:deploy');
  const client = new CloudFormationClient({});
  const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName: stack }));
  const baseUrl = found?.Outputs?.find(({ OutputKey: key }) => key === 'BaseUrl')?.OutputValue;
  if (baseUrl === undefined) throw new Error(`The stack ${stack} has no output BaseUrl`);
  const described = await Promise.all(
    [stack, `${stack}-Workers`, `${stack}-Data`].map((StackName) =>
      client.send(new DescribeStackResourcesCommand({ StackName })),
    ),
  );
  const all = described.flatMap(({ StackResources: resources = [] }) => resources);
  return {
    stack,
    baseUrl,
    resources: (type) => all.filter(({ ResourceType: one }) => one === type).map(toResource),
  };
}

function toResource({ LogicalResourceId: logicalId, PhysicalResourceId: physicalId }: StackResource) {
  if (logicalId === undefined || physicalId === undefined) throw new Error('A resource without an id');
  return { logicalId, physicalId };
}

/** Returns the one resource of a type whose logical id begins with the prefix. */
export function findResource(deployment: Deployment, type: string, prefix: string): string {
  const found = deployment.resources(type).filter(({ logicalId }) => logicalId.startsWith(prefix));
  const [only] = found;
  if (only === undefined || found.length > 1) {
    throw new Error(`${found.length} resources ${type} begin with ${prefix}`);
  }
  return only.physicalId;
}

/** Counts the messages in each queue that has any: waiting, delayed or being processed. */
export async function countQueued(
  deployment: Deployment,
  isWanted: (logicalId: string) => boolean,
): Promise<Record<string, number>> {
  const client = new SQSClient({ useQueueUrlAsEndpoint: false });
  const counts = await Promise.all(
    deployment
      .resources('AWS::SQS::Queue')
      .filter(({ logicalId }) => isWanted(logicalId))
      .map(async ({ logicalId, physicalId }) => {
        const { Attributes: attributes = {} } = await client.send(
          new GetQueueAttributesCommand({ QueueUrl: physicalId, AttributeNames: ['All'] }),
        );
        const count =
          Number(attributes.ApproximateNumberOfMessages) +
          Number(attributes.ApproximateNumberOfMessagesDelayed) +
          Number(attributes.ApproximateNumberOfMessagesNotVisible);
        return [logicalId, count] as const;
      }),
  );
  return Object.fromEntries(counts.filter(([, count]) => count !== 0));
}

export function isDeadLetterQueue(logicalId: string): boolean {
  return logicalId.includes('DeadLetters');
}
