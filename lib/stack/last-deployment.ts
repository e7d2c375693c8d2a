import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import { array, parse, string } from 'valibot';
import { ADOPTED_TABLE, EDGE_OF_DOMAIN, REPLICA, type Stage } from './stage';

/** Output of a stack that lists what its last deployment keeps. */
export const KEPT_OUTPUT = 'Kept';

/** Consequences, by what would be dropped; anything else is an adopted table, a domain, or one at the edge. */
const CONSEQUENCES: Readonly<Record<string, string>> = {
  data: 'the data would be deleted together with the stack',
  users: 'the user pool would leave the stack, and its users could not sign in any more',
  mfa: 'users could sign in without a second factor',
};

/** Target of `cdk deploy`, which it passes to the app only with credentials. */
interface DeploymentTarget {
  account: string;
  region: string;
}

export function readTarget(environment: NodeJS.ProcessEnv): DeploymentTarget | undefined {
  const { CDK_DEFAULT_ACCOUNT: account, CDK_DEFAULT_REGION: region } = environment;
  return account && region ? { account, region } : undefined;
}

/**
 * Refuses a deployment that would take away what the last one of this stack kept, as one from a checkout with other
 * settings would: the guard of its data, its users, their second factor, a domain.
 *
 * @param options.client for tests
 * @throws Error that names what would be dropped, and how to confirm it
 *
 * **Source:** docs/operations.md, Deployments.
 */
export async function refuseDrops(
  stack: { stackName: string; stage: Stage },
  options: { target: DeploymentTarget; client?: CloudFormationClientConfig },
): Promise<void> {
  const { kept, drops, name } = stack.stage;
  const last = await readKept(stack.stackName, options);
  const dropped = last.filter((one) => !kept.includes(one) && !drops.includes(one));
  if (dropped.length === 0) return;
  throw new Error(
    [
      `This is not how ${stack.stackName} was deployed last:`,
      ...dropped.map((one) => `- ${consequenceOf(one)}`),
      `Give stages/${name}.ts the settings again, or drops: ${JSON.stringify(dropped)} if that is meant.`,
    ].join('\n'),
  );
}

function consequenceOf(dropped: string): string {
  if (dropped.startsWith(ADOPTED_TABLE))
    return `the service would leave the ${dropped}, and its data with it`;
  if (dropped.startsWith(EDGE_OF_DOMAIN))
    return `CloudFront would no longer answer the links of ${dropped.slice(EDGE_OF_DOMAIN.length)}`;
  if (dropped.startsWith(REPLICA)) return `the table would lose its replica in the ${dropped}`;
  return CONSEQUENCES[dropped] ?? `the API would no longer answer at ${dropped}`;
}

/** Returns nothing for a stack that does not exist yet, or that has no such output. */
async function readKept(
  stackName: string,
  { target, client: config }: { target: DeploymentTarget; client?: CloudFormationClientConfig },
): Promise<string[]> {
  const client = new CloudFormationClient({ region: target.region, maxAttempts: 3, ...config });
  try {
    const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    if (!found) return [];
    const account = found.StackId?.split(':')[4];
    if (account !== target.account) {
      throw new Error(
        `The stack ${stackName} was looked for in the account ${account}, and is about to be deployed to ` +
          `${target.account}: choose the account by AWS_PROFILE instead of --profile.`,
      );
    }
    const value = found.Outputs?.find(({ OutputKey: key }) => key === KEPT_OUTPUT)?.OutputValue;
    return value === undefined ? [] : parse(array(string()), JSON.parse(value));
  } catch (error) {
    // CloudFormation's error for an unknown name.
    if (error instanceof Error && error.name === 'ValidationError') return [];
    throw error;
  } finally {
    client.destroy();
  }
}
