import {
  DeleteRolePolicyCommand,
  GetRolePolicyCommand,
  IAMClient,
  ListRolePoliciesCommand,
  PutRolePolicyCommand,
} from '@aws-sdk/client-iam';
import { DescribeSecretCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { Deployment } from './deployment';

interface Statement {
  Effect: string;
  Action: string | string[];
  Resource: string | string[];
}

const POLICY = 'what-the-emulator-asks-for';

/**
 * Adds to the roles what MiniStack 1.5 requires and AWS does not, and nothing else:
 *
 * - It checks SendMessageBatch against an action `sqs:SendMessageBatch`. AWS has none: `sqs:SendMessage` is for both.
 * - Its `Ref` of a secret is the secret's name, so that policies do not name the ARN that they should.
 */
export async function addEmulatorGrants(deployment: Deployment): Promise<void> {
  const iam = new IAMClient({});
  await Promise.all(
    deployment.resources('AWS::IAM::Role').map(async ({ physicalId: RoleName }) => {
      const granted = await readStatements(iam, RoleName);
      const missing = (await Promise.all(granted.map(translate))).flat();
      if (missing.length === 0) return;
      const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: missing });
      await iam.send(new PutRolePolicyCommand({ RoleName, PolicyName: POLICY, PolicyDocument }));
    }),
  );
}

/** Denies a role all access to the table during `work`. */
export async function withoutTable<Result>(RoleName: string, work: () => Promise<Result>): Promise<Result> {
  const iam = new IAMClient({});
  const PolicyName = 'no-table';
  const denial = { Effect: 'Deny', Action: 'dynamodb:*', Resource: '*' };
  const PolicyDocument = JSON.stringify({ Version: '2012-10-17', Statement: [denial] });
  await iam.send(new PutRolePolicyCommand({ RoleName, PolicyName, PolicyDocument }));
  try {
    return await work();
  } finally {
    await iam.send(new DeleteRolePolicyCommand({ RoleName, PolicyName }));
  }
}

async function readStatements(iam: IAMClient, RoleName: string): Promise<Statement[]> {
  const { PolicyNames: names = [] } = await iam.send(new ListRolePoliciesCommand({ RoleName }));
  const policies = await Promise.all(
    names.map(async (PolicyName) => {
      const { PolicyDocument: text = '' } = await iam.send(
        new GetRolePolicyCommand({ RoleName, PolicyName }),
      );
      return JSON.parse(decodeURIComponent(text)) as { Statement: Statement[] };
    }),
  );
  return policies.flatMap(({ Statement: statements }) => statements);
}

async function translate(statement: Statement): Promise<Statement[]> {
  const actions = [statement.Action].flat();
  if (statement.Effect !== 'Allow') return [];
  if (actions.includes('sqs:SendMessage')) return [{ ...statement, Action: 'sqs:SendMessageBatch' }];
  if (actions.includes('secretsmanager:GetSecretValue')) {
    const secrets = new SecretsManagerClient({});
    const arns = await Promise.all(
      [statement.Resource].flat().map(async (SecretId) => {
        const { ARN: arn } = await secrets.send(new DescribeSecretCommand({ SecretId }));
        if (arn === undefined) throw new Error(`There is no secret ${SecretId}`);
        return arn;
      }),
    );
    return [{ ...statement, Resource: arns }];
  }
  return [];
}
