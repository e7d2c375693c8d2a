import { synthesizeStacks } from '../support/stack/stack-template';

interface Resource {
  Properties: Record<string, unknown>;
}

const template = synthesizeStacks();

/** Returns the only resource of its type with these properties. */
function find(type: string, looks: object = {}): { id: string } & Resource {
  const found = Object.entries(template.findResources(type, looks)) as Array<[string, Resource]>;
  const [only] = found;
  if (only === undefined || found.length > 1) throw new Error(`${found.length} of ${type}`);
  return { id: only[0], ...only[1] };
}

const functionOf = (entry: string) => find('AWS::Lambda::Function', { Metadata: { entry } });
const deliver = functionOf('functions/workers/deliver-webhook.ts');
const fanOut = functionOf('functions/workers/fan-out-events.ts');
const variablesOf = ({ Properties }: Resource) =>
  (Properties.Environment as { Variables: Record<string, unknown> }).Variables;

describe('webhooks', () => {
  it('take events of the outbox and foreign ones off the bus, and not those that are told past the outbox', () => {
    const rules = Object.values(template.findResources('AWS::Events::Rule') as Record<string, Resource>);
    const source = ['messaging-service'];
    expect(rules.map(({ Properties }) => Properties.EventPattern)).toEqual([
      { source, resources: [{ prefix: 'out_' }] },
      { source, resources: [{ exists: false }] },
    ]);
    for (const { Properties } of rules) expect(Properties.Targets).toHaveLength(1);
  });

  it('have a queue for events and one for endpoints, which deliver only failed messages again', () => {
    for (const { id } of [deliver, fanOut]) {
      const mapping = find('AWS::Lambda::EventSourceMapping', { Properties: { FunctionName: { Ref: id } } });
      expect(mapping.Properties).toMatchObject({ FunctionResponseTypes: ['ReportBatchItemFailures'] });
    }
    expect(variablesOf(fanOut)).toHaveProperty('WEBHOOK_QUEUE_URL');
  });

  it('can be at work on many endpoints at once, so that those which hang leave room', () => {
    const mapping = find('AWS::Lambda::EventSourceMapping', {
      Properties: { FunctionName: { Ref: deliver.id } },
    });
    expect(mapping.Properties).toMatchObject({ BatchSize: 5, ScalingConfig: { MaximumConcurrency: 50 } });
  });

  it('give the sealing key to the worker that signs and to the console, which makes endpoints, and to no other', () => {
    const key = find('AWS::SecretsManager::Secret', {
      Properties: { Description: 'Seals the secrets that webhooks are signed with' },
    });
    const mayRead = Object.entries(
      template.findResources('AWS::IAM::Role') as Record<string, Resource>,
    ).filter(([, { Properties }]) => JSON.stringify(Properties).includes(key.id));
    const role = (deliver.Properties.Role as { 'Fn::GetAtt': [string, string] })['Fn::GetAtt'][0];
    const ids = mayRead.map(([id]) => id);
    expect(ids).toEqual([role, expect.stringMatching(/^ConsoleAccountRole/)]);
    const [policy] = mayRead[0]?.[1].Properties.Policies as Array<{
      PolicyDocument: { Statement: Array<Record<string, unknown>> };
    }>;
    const { Statement = [] } = policy?.PolicyDocument ?? {};
    expect(Statement.filter(({ Action }) => JSON.stringify(Action).includes('secretsmanager:'))).toEqual([
      {
        Action: ['secretsmanager:GetSecretValue', 'secretsmanager:DescribeSecret'],
        Effect: 'Allow',
        Resource: { Ref: key.id },
      },
    ]);
    expect(key.Properties.GenerateSecretString).toEqual({ ExcludePunctuation: true, PasswordLength: 64 });
    expect(variablesOf(deliver)).toMatchObject({
      WEBHOOK_KEY_ARN: { Ref: key.id },
      UV_THREADPOOL_SIZE: '16',
    });
    expect(template.findOutputs('WebhookKeyArn')).toMatchObject({
      WebhookKeyArn: { Value: { Ref: key.id } },
    });
  });

  it('never say that a deployed function is a local service', () => {
    const functions = Object.values(
      template.findResources('AWS::Lambda::Function') as Record<string, Resource>,
    );
    const names = functions.flatMap(({ Properties }) =>
      Object.keys((Properties.Environment as { Variables?: object } | undefined)?.Variables ?? {}),
    );
    expect(names).toContain('TABLE_NAME');
    expect(names).not.toContain('LOCAL_SERVICE');
    expect(names).not.toContain('WEBHOOK_KEY');
  });
});
