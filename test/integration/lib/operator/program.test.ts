import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram, refused, useOperator } from './operator-fixture';
import { freePort } from '../../../support/run/free-port';

const operator = useOperator();

afterEach(() => {
  operator.describeService();
});

function notRunning() {
  return {
    exitCode: 1,
    stdout: '',
    stderr:
      `The local service does not run (looked in ${operator.dataDir}): start it with "npm start", or name a deployed ` +
      'stack with --stack.\n',
  };
}

describe('finding the local service', () => {
  it('says so when there is no service.json', async () => {
    rmSync(join(operator.dataDir, 'service.json'));

    expect(await operator.run('account', 'list')).toEqual(notRunning());
  });

  it('says so when its process has ended', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    operator.describeService({ pid });

    expect(await operator.run('account', 'list')).toEqual(notRunning());
  });

  it('says so when its port is silent', async () => {
    operator.describeService({ baseUrl: `http://127.0.0.1:${await freePort()}` });

    expect(await operator.run('account', 'list')).toEqual(notRunning());
  });

  it('says so when service.json is torn', async () => {
    const path = join(operator.dataDir, 'service.json');
    writeFileSync(path, '{"pid":');

    expect(await operator.run('account', 'list')).toEqual(
      refused(`${path} is not JSON; start the local service again.\n`),
    );
  });

  it("lives by the service's moved clock", async () => {
    const dayMs = 24 * 60 * 60 * 1000;
    operator.describeService({ clockOffsetMs: 3 * dayMs });

    const account = await operator.json<{ createdAt: string }>('account', 'create', '--name', 'Later');

    const aheadMs = Date.parse(account.createdAt) - Date.now();
    expect(Math.round(aheadMs / dayMs)).toBe(3);
  });
});

describe('the command line', () => {
  it.each([[['--help']], [['account', '--help']], [['account', 'create', '--help']]])(
    'answers %j with its usage',
    async (argv) => {
      const outcome = await operator.run(...argv);

      expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
      expect(outcome.stdout).toContain('Usage: operator');
    },
  );

  it('names every noun in its help', async () => {
    const { stdout } = await operator.run('--help');

    expect(stdout).toMatch(/account .*credits .*key .*number .*group .*field .*contact .*link .*job /s);
  });

  it.each([
    [['account', 'list', '--nonsense'], "error: unknown option '--nonsense'\n"],
    [['account', 'show'], "error: required option '--account <id>' not specified\n"],
    [['account', 'list', 'more'], "error: too many arguments for 'list'. Expected 0 arguments but got 1.\n"],
  ])('refuses %j', async (argv, stderr) => {
    expect(await operator.run(...argv)).toEqual(refused(stderr));
  });

  const NOUNS =
    'account, credits, key, user, number, sender, group, field, contact, segment, campaign, automation, link, form, job, message, webhook, audit, doctor, registration, dlq, region, pause, resume';
  it.each([
    [['nonsense'], `There is no noun nonsense: expected one of ${NOUNS}.\n`],
    [['nonsense', '--help'], `There is no noun nonsense: expected one of ${NOUNS}.\n`],
    [['help', 'nonsense'], `There is no noun nonsense: expected one of ${NOUNS}.\n`],
    [['key', 'nonsense'], 'There is no verb key nonsense: expected one of create, list, rotate, revoke.\n'],
    [
      ['key', 'nonsense', '--help'],
      'There is no verb key nonsense: expected one of create, list, rotate, revoke.\n',
    ],
    [
      ['help', 'key', 'nonsense'],
      'There is no verb key nonsense: expected one of create, list, rotate, revoke.\n',
    ],
  ])('refuses %j, and says what there is', async (argv, stderr) => {
    expect(await operator.run(...argv)).toEqual(refused(stderr));
  });

  it('tells with the credits what a send takes', async () => {
    const { stdout } = await operator.run('credits', 'add', '--help');

    expect(stdout).toContain('one SMS          2 SMS credits: the message and a carrier lookup');
  });

  it('shows the usage on stderr when the verb is missing', async () => {
    const outcome = await operator.run('account');

    expect(outcome).toMatchObject({ exitCode: 1, stdout: '' });
    expect(outcome.stderr).toContain('Usage: operator account <verb>');
  });
});

describe('as a program', () => {
  it('prints exactly one JSON value on stdout and ends with 0', async () => {
    const environment = { ...process.env, DATA_DIR: operator.dataDir };

    const outcome = await runProgram(['account', 'create', '--name', 'Acme', '--json'], environment);

    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ name: 'Acme' });
  });

  it('ignores the AWS account that the shell is set up for', async () => {
    const environment = {
      ...process.env,
      DATA_DIR: operator.dataDir,
      AWS_PROFILE: 'production',
      AWS_REGION: 'eu-central-1',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
    };

    expect(await runProgram(['account', 'list', '--json'], environment)).toMatchObject({
      exitCode: 0,
      stderr: '',
    });
  });

  it('prints errors on stderr and ends with 1', async () => {
    const environment = { ...process.env, DATA_DIR: operator.dataDir };

    expect(await runProgram(['account', 'show', '--account', 'acc_none', '--json'], environment)).toEqual(
      refused('There is no account acc_none.\n'),
    );
  });
});
