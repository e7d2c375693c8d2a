import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, Stack } from 'aws-cdk-lib';
import { readTarget, refuseDrops } from '../../lib/stack/last-deployment';
import { findDrops, rememberedSettings, type RememberedSettings } from '../../lib/stack/remembered-settings';
import { readStage } from '../../lib/stack/stage';

const ACCOUNT = '111122223333';
const TARGET = { account: ACCOUNT, region: 'eu-west-1' };
const CERTIFICATE = 'arn:aws:acm:eu-west-1:111122223333:certificate';
const PROD = {
  stage: 'prod',
  domain: 'api.example.com',
  certificateArn: `${CERTIFICATE}/a`,
  linkDomains: `go.example.com=${CERTIFICATE}/b,go.example.org=${CERTIFICATE}/c`,
  alarmEmail: 'ops@example.com',
  oidcIssuer: 'https://id.example.com',
  oidcClientId: 'console',
};
const settingsOf = (context: Record<string, string>) =>
  rememberedSettings(readStage(new App({ context }).node));

const LAST: RememberedSettings = {
  provider: 'eum',
  domain: 'api.example.com',
  linkDomains: ['go.example.com', 'go.example.org'],
  alarms: true,
  alarmEmail: 'ops@example.com',
  isKept: true,
  console: true,
  oidcIssuer: 'https://id.example.com',
};

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
const deployed = described({ outputs: { TableName: 'table', Settings: JSON.stringify(LAST) } });

const deploy = (context: Record<string, string>, answer: { status: number; body: string }) =>
  withCloudFormation(answer, async (endpoint) =>
    refuseDrops(new Stack(new App({ context }), 'Messaging-prod'), {
      target: TARGET,
      client: { endpoint, maxAttempts: 1, credentials: { accessKeyId: 'a', secretAccessKey: 'b' } },
    }),
  );

it('remembers what people rely on', () => {
  expect(settingsOf(PROD)).toEqual(LAST);
  expect(settingsOf({ stage: 'dev', provider: 'simulator', simulatorUrl: 'http://localhost' })).toEqual({
    provider: 'simulator',
    linkDomains: [],
    alarms: false,
    isKept: false,
    console: true,
  });
  expect(settingsOf({ ...PROD, console: 'off' })).toMatchObject({ console: false });
  expect(settingsOf({ ...PROD, console: 'off' })).not.toHaveProperty('oidcIssuer');
});

describe('what a deployment would drop', () => {
  it.each<[Partial<RememberedSettings>, string[]]>([
    [{}, []],
    [{ linkDomains: ['go.example.com', 'go.example.org', 'go.example.net'] }, []],
    [{ domain: undefined }, ['domain']],
    [{ domain: 'api.example.org' }, ['domain']],
    [{ linkDomains: ['go.example.org'] }, ['linkDomains']],
    [{ alarms: false, alarmEmail: undefined }, ['alarms', 'alarmEmail']],
    [{ isKept: false }, ['removal']],
    [{ provider: 'simulator' }, ['provider']],
    [{ console: false, oidcIssuer: undefined }, ['console']],
    [{ oidcIssuer: undefined }, ['oidcIssuer']],
    [{ oidcIssuer: 'https://id.example.org' }, ['oidcIssuer']],
    [{ gradualDeployment: true }, []],
    [{ mfa: true }, []],
  ])('by %j is %j', (changes, expected) => {
    expect(findDrops(LAST, { ...LAST, ...changes }).map(({ what }) => what)).toEqual(expected);
  });

  it('is that new code takes over step by step', () => {
    const last = { ...LAST, gradualDeployment: true };
    expect(settingsOf({ ...PROD, gradualDeployment: 'on' })).toEqual(last);
    expect(findDrops(last, last)).toEqual([]);
    expect(findDrops(last, LAST).map(({ what }) => what)).toEqual(['gradualDeployment']);
  });

  it('is that users need a second factor, unless the console is gone', () => {
    const last = { ...LAST, mfa: true };
    expect(settingsOf({ ...PROD, mfa: 'required' })).toEqual(last);
    expect(settingsOf({ ...PROD, mfa: 'optional' })).toEqual(LAST);
    expect(findDrops(last, last)).toEqual([]);
    expect(findDrops(last, LAST)).toEqual([
      { what: 'mfa', why: 'users could sign in without a second factor' },
    ]);
    expect(findDrops(last, { ...LAST, console: false }).map(({ what }) => what)).toEqual(['console']);
  });

  it('is the configuration set too, as part of the provider', () => {
    const last = { ...LAST, configurationSet: 'ours' };
    expect(findDrops(last, LAST)).toEqual([
      { what: 'provider', why: 'texts would no longer go through the configuration set ours' },
    ]);
  });
});

describe('a deployment', () => {
  it.each([
    ['as the last one was', PROD, deployed],
    [
      'of a stack that an earlier release deployed',
      { stage: 'prod' },
      described({ outputs: { TableName: 'table' } }),
    ],
    [
      'of a stack that is not there yet',
      { stage: 'prod' },
      failed(400, 'ValidationError', 'Stack with id Messaging-prod does not exist'),
    ],
  ])('goes on: one %s', async (_title, context, answer) => {
    await expect(deploy(context, answer)).resolves.toBeUndefined();
  });

  it('is refused when it would drop something, and says how to mean it', async () => {
    await expect(deploy({ stage: 'prod' }, deployed)).rejects.toThrow(
      [
        'This is not how Messaging-prod was deployed last:',
        '- the API would no longer answer at api.example.com',
        '- short links in texts that people have would be dead: go.example.com, go.example.org',
        '- ops@example.com would get no more alarms',
        '- users could no longer sign in at https://id.example.com',
        'Give the settings again, or -c confirmDrop=domain,linkDomains,alarmEmail,oidcIssuer if that is meant.',
      ].join('\n'),
    );
  });

  it('drops what is confirmed, and nothing else', async () => {
    const { domain: _domain, certificateArn: _arn, ...others } = PROD;
    await deploy({ ...others, confirmDrop: 'domain' }, deployed);
    await expect(deploy({ ...others, confirmDrop: 'alarms' }, deployed)).rejects.toThrow(
      'confirmDrop=domain',
    );
    await expect(deploy({ ...PROD, confirmDrop: 'all' }, deployed)).rejects.toThrow(
      '-c confirmDrop=all: expected some of provider, domain, ',
    );
  });

  it('is refused when the last one cannot be read, or is in another account', async () => {
    await expect(deploy(PROD, failed(403, 'AccessDenied', 'no'))).rejects.toThrow('no');
    const elsewhere = described({ account: '999900001111', outputs: {} });
    await expect(deploy(PROD, elsewhere)).rejects.toThrow('choose the account by AWS_PROFILE');
  });

  it('is one where there are credentials', () => {
    expect(readTarget({})).toBeUndefined();
    expect(readTarget({ CDK_DEFAULT_ACCOUNT: ACCOUNT, CDK_DEFAULT_REGION: 'eu-west-1' })).toEqual(TARGET);
  });
});
