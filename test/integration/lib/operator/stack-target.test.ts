import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEngine, type TestEngine } from '../../../support/engines/engine';
import { refused, runOperatorWith, runProgram } from './operator-fixture';

const CALLER = 'arn:aws:sts::111122223333:assumed-role/AWSReservedSSO_Admin_0123456789abcdef/ada@example.com';

/** Server that answers DescribeStacks like CloudFormation, for the stacks of a test, and GetCallerIdentity like STS. */
let aws: Server;
let engine: TestEngine;
const outputsByStack = new Map<string, Record<string, string>>();

beforeAll(async () => {
  engine = await startEngine();
  aws = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const asked = new URLSearchParams(body);
      if (asked.get('Action') === 'GetCallerIdentity') {
        const isSigned = / Credential=key\/\d{8}\/eu-west-1\/sts\/aws4_request,/.test(
          request.headers.authorization ?? '',
        );
        response.writeHead(isSigned ? 200 : 403, { 'content-type': 'text/xml' });
        response.end(isSigned ? callerIdentity() : refusedToken());
        return;
      }
      const name = asked.get('StackName') ?? '';
      const outputs = outputsByStack.get(name);
      response.writeHead(outputs ? 200 : 400, { 'content-type': 'text/xml' });
      response.end(outputs ? describeStack(name, outputs) : unknownStack(name));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => aws.once('listening', resolve));
  outputsByStack.set('Messaging-prod', { TableName: engine.table.name, BaseUrl: 'https://api.example.com' });
  outputsByStack.set('Other', { Something: 'else' });
});

afterAll(async () => {
  await new Promise((resolve) => aws.close(resolve));
  await engine.stop();
});

function describeStack(name: string, outputs: Record<string, string>): string {
  const members = Object.entries(outputs)
    .map(
      ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
    )
    .join('');
  return (
    '<DescribeStacksResponse><DescribeStacksResult><Stacks><member>' +
    `<StackName>${name}</StackName><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members}</Outputs>` +
    '</member></Stacks></DescribeStacksResult></DescribeStacksResponse>'
  );
}

function unknownStack(name: string): string {
  return (
    '<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code>' +
    `<Message>Stack with id ${name} does not exist</Message></Error></ErrorResponse>`
  );
}

const callerIdentity = () =>
  '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>' +
  `<Arn>${CALLER}</Arn><UserId>AROA:ada@example.com</UserId><Account>111122223333</Account>` +
  '</GetCallerIdentityResult></GetCallerIdentityResponse>';

const refusedToken = () =>
  '<ErrorResponse><Error><Type>Sender</Type><Code>InvalidClientTokenId</Code>' +
  '<Message>The security token included in the request is invalid.</Message></Error></ErrorResponse>';

const urlOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function shell(changes: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_CLOUDFORMATION: urlOf(aws),
    AWS_ENDPOINT_URL_STS: urlOf(aws),
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    ...changes,
  };
}

/** Runs a command line in this process, with the variables of a shell alone. */
async function run(argv: string[], environment: NodeJS.ProcessEnv) {
  const own = process.env;
  process.env = environment;
  try {
    return await runOperatorWith({ environment }, argv);
  } finally {
    process.env = own;
  }
}

describe('a deployed stack', () => {
  it("is found by its outputs, and its table is the command's", async () => {
    const created = await runProgram(
      ['account', 'create', '--name', 'Acme', '--stack', 'Messaging-prod', '--json'],
      shell(),
    );

    expect(created).toMatchObject({ exitCode: 0, stderr: '' });
    const { id } = JSON.parse(created.stdout) as { id: string };
    expect(await engine.table.get({ pk: `ACCOUNT#${id}`, sk: 'ACCOUNT' })).toMatchObject({ name: 'Acme' });
  });

  it('is changed by the AWS identity of the credentials, which the audit log and a key name', async () => {
    const onStack = async (...argv: string[]): Promise<unknown> =>
      JSON.parse((await run([...argv, '--stack', 'Messaging-prod', '--json'], shell())).stdout);
    const { id } = (await onStack('account', 'create', '--name', 'Acme')) as { id: string };

    expect(await onStack('key', 'create', '--account', id)).toMatchObject({
      createdBy: { kind: 'operator', id: CALLER },
    });

    expect(await onStack('audit', 'list', '--account', id)).toMatchObject([
      { action: 'key create', actor: { type: 'operator', id: CALLER } },
      { action: 'account create', actor: { type: 'operator', id: CALLER } },
    ]);

    await onStack('user', 'invite', '--email', 'ada@example.com', '--operator');
    expect(await onStack('audit', 'list', '--limit', '2')).toMatchObject([
      { action: 'user invite', actor: { type: 'operator', id: CALLER } },
      { action: 'account create', actor: { type: 'operator', id: CALLER } },
    ]);
  });

  it('is not changed by credentials that STS refuses', async () => {
    const outcome = await run(
      ['account', 'create', '--name', 'Refused', '--stack', 'Messaging-prod'],
      shell({ AWS_ACCESS_KEY_ID: 'other' }),
    );

    expect(outcome).toEqual(
      refused(
        'AWS STS does not say who runs this command: The security token included in the request is invalid.\n',
      ),
    );
    const { stdout } = await run(['account', 'list', '--stack', 'Messaging-prod'], shell());
    expect(stdout).not.toContain('Refused');
  });

  it('says so when STS cannot be reached', async () => {
    const environment = shell({ AWS_ENDPOINT_URL_STS: 'http://127.0.0.1:65535' });

    expect(
      await runProgram(['account', 'create', '--name', 'Acme', '--stack', 'Messaging-prod'], environment),
    ).toEqual(refused('AWS STS cannot be reached (ECONNREFUSED).\n'));
  });

  it('also takes the region from AWS_DEFAULT_REGION', async () => {
    const environment = shell({ AWS_REGION: undefined, AWS_DEFAULT_REGION: 'eu-west-1' });

    expect(await run(['account', 'list', '--stack', 'Messaging-prod', '--json'], environment)).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
  });

  it.each([
    ['Nowhere', {}, 'There is no stack Nowhere in this account and region.\n'],
    [
      'Other',
      {},
      'The stack Other (CREATE_COMPLETE) has no outputs TableName and BaseUrl: it is not a messaging service, or its ' +
        'deployment has not finished.\n',
    ],
    ['Messaging-prod', { AWS_REGION: undefined }, 'No AWS region is set: set AWS_REGION.\n'],
  ])('says in a sentence why %s with %j does not work', async (stack, changes, stderr) => {
    expect(await run(['account', 'list', '--stack', stack], shell(changes))).toEqual(refused(stderr));
  });

  it.each([
    ['CLOUDFORMATION', 'CloudFormation'],
    ['DYNAMODB', "The service's table"],
  ])('says what of %s and the others cannot be reached', async (service, name) => {
    const environment = shell({ [`AWS_ENDPOINT_URL_${service}`]: 'http://127.0.0.1:1' });

    expect(await runProgram(['account', 'list', '--stack', 'Messaging-prod'], environment)).toEqual(
      refused(`${name} cannot be reached (ECONNREFUSED).\n`),
    );
  });

  it('says so when there are no credentials', async () => {
    const environment = shell({ AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined });

    const outcome = await run(['account', 'list', '--stack', 'Messaging-prod'], environment);

    expect(outcome).toMatchObject({ exitCode: 1, stdout: '' });
    expect(outcome.stderr).toMatch(/^No AWS credentials were found: .*\n$/);
  });
});
