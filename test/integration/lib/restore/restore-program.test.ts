import { join } from 'node:path';
import { createDeployedTable, useEngine } from '../../../support/engines/engine';
import { runScript } from '../../../support/run/run-script';

const engine = useEngine({ hasOwnEngine: true, usesSdk: true });
beforeAll(async () => {
  await createDeployedTable(engine.client, 'Restored');
});

const restore = (argv: string[], changes: NodeJS.ProcessEnv = {}) =>
  runScript(join('bin', 'restore-table.ts'), argv, {
    PATH: process.env.PATH,
    HOME: '/nonexistent',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    ...changes,
  });

const both = () => ['--from', 'Restored', '--to', engine.table.name];

it('takes the region from AWS_DEFAULT_REGION too, and says what it has done', async () => {
  await engine.table.put({ Item: { pk: 'KEY#key_1', sk: 'KEY' } });

  expect(await restore([...both(), '--dry-run'])).toEqual({
    exitCode: 0,
    stdout: '0 items would be restored, 1 that came later would be removed; 0 opt-outs since then stand.\n',
    stderr: '',
  });
});

it('explains itself', async () => {
  const { exitCode, stdout, stderr } = await restore(['--help']);

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: npm run restore-table -- \[options\]\n/);
});

it.each([
  [['--to', 'Old'], {}, "error: required option '--from <table>' not specified\n"],
  [['--from', 'Old', '--to', 'Old'], {}, 'error: --from and --to name the same table\n'],
  [['--from', 'Restored', '--to', 'Old', '--dry'], {}, "error: unknown option '--dry'\n"],
  [
    ['--from', 'Restored', '--to', 'Old'],
    { AWS_DEFAULT_REGION: undefined },
    'No AWS region is set: set AWS_REGION.\n',
  ],
  [
    ['--from', 'Restored', '--to', 'Old'],
    { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:1' },
    'The table Restored cannot be reached (ECONNREFUSED).\n',
  ],
])('says in a sentence why %j with %j does not work', async (argv, changes, stderr) => {
  expect(await restore(argv, changes)).toEqual({ exitCode: 1, stdout: '', stderr });
});

it('says which table does not exist', async () => {
  const { exitCode, stdout, stderr } = await restore(['--from', 'Nowhere', '--to', engine.table.name]);

  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^The table Nowhere: .*\n$/);
});
