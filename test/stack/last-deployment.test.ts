import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readTarget, refuseDrops } from '../../lib/stack/last-deployment';
import { PROD, readStage, type StageOfTest, synthesizeStacks } from '../support/stack/stack-template';

const ACCOUNT = '111122223333';
const TARGET = { account: ACCOUNT, region: 'eu-west-1' };
const CERTIFICATE = 'arn:aws:acm:eu-west-1:111122223333:certificate';
const OURS = {
  ...PROD,
  domain: { name: 'api.example.com', certificateArn: `${CERTIFICATE}/a` },
  linkDomains: ['go.example.com', 'go.example.org'].map((name) => ({
    name,
    certificateArn: `${CERTIFICATE}/b`,
  })),
  mfa: 'required',
} as const satisfies StageOfTest;
const MORE = { name: 'go.example.net', certificateArn: `${CERTIFICATE}/c` };
const ISSUER = { url: 'https://id.example.com', clientId: 'console' };

/** Runs with a server that answers `DescribeStacks` as CloudFormation's API reference describes. */
async function withCloudFormation<Result>(
  answer: { status: number; body: string },
  work: (endpoint: string) => Promise<Result>,
): Promise<Result> {
  const server = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'text/xml' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const described = (options: { account?: string; outputs: Record<string, string> }) => ({
  status: 200,
  body: `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>
    <StackName>Messaging-prod</StackName>
    <StackId>arn:aws:cloudformation:eu-west-1:${options.account ?? ACCOUNT}:stack/Messaging-prod/1</StackId>
    <CreationTime>2026-03-01T12:00:00.000Z</CreationTime><StackStatus>UPDATE_COMPLETE</StackStatus>
    <Outputs>${Object.entries(options.outputs)
      .map(
        ([key, value]) =>
          `<member><OutputKey>${key}</OutputKey><OutputValue>${value.replaceAll('"', '&quot;')}</OutputValue></member>`,
      )
      .join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
});
const failed = (status: number, code: string, message: string) => ({
  status,
  body: `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`,
});
const deployed = described({
  outputs: { TableName: 'table', Kept: JSON.stringify(readStage(OURS).kept) },
});

const deploy = (stage: StageOfTest, answer: { status: number; body: string }) =>
  withCloudFormation(answer, async (endpoint) =>
    refuseDrops(
      { stackName: 'Messaging-prod', stage: readStage(stage) },
      {
        target: TARGET,
        client: { endpoint, maxAttempts: 1, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } },
      },
    ),
  );

describe('what a stage keeps', () => {
  it.each<[StageOfTest, string[]]>([
    [OURS, ['data', 'users', 'mfa', 'api.example.com', 'go.example.com', 'go.example.org']],
    [{}, ['users']],
    [{ deletion: 'keepsData', console: false, mfa: 'required' }, ['data']],
    [{ issuer: ISSUER }, []],
  ])('of %j is %j', (stage, kept) => {
    expect(readStage(stage).kept).toEqual(kept);
  });

  it('is an output of the stack', () => {
    expect(synthesizeStacks(PROD).findOutputs('Kept')).toMatchObject({ Kept: { Value: '["data","users"]' } });
  });
});

describe('a deployment', () => {
  it.each<[string, StageOfTest, { status: number; body: string }]>([
    ['as the last one was', OURS, deployed],
    ['with another domain besides', { ...OURS, linkDomains: [...OURS.linkDomains, MORE] }, deployed],
    ['of a stack without the output', PROD, described({ outputs: { TableName: 'table' } })],
    [
      'of a stack that is not there yet',
      PROD,
      failed(400, 'ValidationError', 'Stack with id Messaging-prod does not exist'),
    ],
  ])('goes on: one %s', async (_title, stage, answer) => {
    await expect(deploy(stage, answer)).resolves.toBeUndefined();
  });

  it('is refused when it would drop something, and says how to mean it', async () => {
    const others = { ...PROD, deletion: 'deletesData', issuer: ISSUER } as const;
    await expect(deploy(others, deployed)).rejects.toThrow(
      [
        'This is not how Messaging-prod was deployed last:',
        '- the data would be deleted together with the stack',
        '- the user pool would leave the stack, and its users could not sign in any more',
        '- users could sign in without a second factor',
        '- the API would no longer answer at api.example.com',
        '- the API would no longer answer at go.example.com',
        '- the API would no longer answer at go.example.org',
        'Give stages/prod.ts the settings again, or ' +
          'drops: ["data","users","mfa","api.example.com","go.example.com","go.example.org"] if that is meant.',
      ].join('\n'),
    );
  });

  it('is refused when it would leave an adopted table', async () => {
    const last = described({ outputs: { Kept: '["data","table Restored","users"]' } });
    await expect(deploy(PROD, last)).rejects.toThrow(
      '- the service would leave the table Restored, and its data with it',
    );
    await expect(deploy({ ...PROD, drops: ['table Restored'] }, last)).resolves.toBeUndefined();
  });

  it.each([
    ['edge go.example.com', 'CloudFront would no longer answer the links of go.example.com'],
    ['region us-west-2', 'the table would lose its replica in the region us-west-2'],
  ])('is refused when it would drop %s', async (kept, consequence) => {
    const last = described({ outputs: { Kept: JSON.stringify(['data', 'users', kept]) } });
    await expect(deploy(PROD, last)).rejects.toThrow(`- ${consequence}\n`);
    await expect(deploy({ ...PROD, drops: [kept] }, last)).resolves.toBeUndefined();
  });

  it('drops what its stage names, and nothing else', async () => {
    const { domain: _domain, ...others } = OURS;
    await deploy({ ...others, drops: ['api.example.com'] }, deployed);
    await expect(deploy({ ...others, drops: ['go.example.com.au'] }, deployed)).rejects.toThrow(
      'drops: ["api.example.com"]',
    );
  });

  it('is refused when the last one cannot be read, or is in another account', async () => {
    await expect(deploy(OURS, failed(403, 'AccessDenied', 'no'))).rejects.toThrow('no');
    const elsewhere = described({ account: '999900001111', outputs: {} });
    await expect(deploy(OURS, elsewhere)).rejects.toThrow('choose the account by AWS_PROFILE');
  });

  it('is one where there are credentials', () => {
    expect(readTarget({})).toBeUndefined();
    expect(readTarget({ CDK_DEFAULT_ACCOUNT: ACCOUNT, CDK_DEFAULT_REGION: 'eu-west-1' })).toEqual(TARGET);
  });
});
