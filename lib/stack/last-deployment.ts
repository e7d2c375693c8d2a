import {
  CloudFormationClient,
  type CloudFormationClientConfig,
  DescribeStacksCommand,
} from '@aws-sdk/client-cloudformation';
import type { Stack } from 'aws-cdk-lib';
import {
  DROPPABLE,
  type Droppable,
  findDrops,
  readRemembered,
  REMEMBERED_OUTPUT,
  type RememberedSettings,
  rememberedSettings,
} from './remembered-settings';
import { readList, readStage } from './stage';

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
 * Refuses a deployment that would remove what the last one of this stack had: a domain, alarms, the guard of its data,
 * its provider. The CDK does not remember settings from one deployment to the next.
 *
 * @param options.client for tests
 * @throws Error that names what would be dropped, and how to confirm it
 *
 * **Source:** docs/operations.md, Deployments.
 */
export async function refuseDrops(
  stack: Stack,
  options: { target: DeploymentTarget; client?: CloudFormationClientConfig },
): Promise<void> {
  const confirmed = readConfirmed(stack);
  const last = await readLastSettings(stack.stackName, options);
  if (!last) return;
  const drops = findDrops(last, rememberedSettings(readStage(stack.node)));
  const unconfirmed = drops.filter(({ what }) => !confirmed.includes(what));
  if (unconfirmed.length === 0) return;
  const names = [...new Set(unconfirmed.map(({ what }) => what))].join(',');
  throw new Error(
    [
      `This is not how ${stack.stackName} was deployed last:`,
      ...unconfirmed.map(({ why }) => `- ${why}`),
      `Give the settings again, or -c confirmDrop=${names} if that is meant.`,
    ].join('\n'),
  );
}

function readConfirmed(stack: Stack): Droppable[] {
  const named = readList(stack.node, 'confirmDrop') ?? [];
  const unknown = named.find((name) => !DROPPABLE.some((one) => one === name));
  if (unknown !== undefined) {
    throw new Error(`-c confirmDrop=${unknown}: expected some of ${DROPPABLE.join(', ')}`);
  }
  return named as Droppable[];
}

/** @returns `undefined` for a stack that does not exist yet, or whose release did not write its settings */
async function readLastSettings(
  stackName: string,
  { target, client: config }: { target: DeploymentTarget; client?: CloudFormationClientConfig },
): Promise<RememberedSettings | undefined> {
  const client = new CloudFormationClient({ region: target.region, maxAttempts: 3, ...config });
  try {
    const { Stacks: [found] = [] } = await client.send(new DescribeStacksCommand({ StackName: stackName }));
    if (!found) return undefined;
    const account = found.StackId?.split(':')[4];
    if (account !== target.account) {
      throw new Error(
        `The stack ${stackName} was looked for in the account ${account}, and is about to be deployed to ` +
          `${target.account}: choose the account by AWS_PROFILE instead of --profile.`,
      );
    }
    const output = found.Outputs?.find(({ OutputKey: key }) => key === REMEMBERED_OUTPUT);
    return output?.OutputValue === undefined ? undefined : readRemembered(output.OutputValue);
  } catch (error) {
    // CloudFormation's error for an unknown name.
    if (error instanceof Error && error.name === 'ValidationError') return undefined;
    throw error;
  } finally {
    client.destroy();
  }
}
