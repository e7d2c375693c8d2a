import { join } from 'node:path';
import { runScript } from '../../../support/run/run-script';

const adopt = (...argv: string[]) =>
  runScript(join('bin', 'adopt-table.ts'), argv, {
    ...{ PATH: process.env.PATH, HOME: '/nonexistent', AWS_EC2_METADATA_DISABLED: 'true' },
    ...{ AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_REGION: 'us-east-1' },
    AWS_ENDPOINT_URL_CLOUDFORMATION: 'http://127.0.0.1:1',
  });
const NAMED = ['--stack', 'Messaging-prod', '--table', 'NEW'];

it('explains itself', async () => {
  const { exitCode, stdout, stderr } = await adopt('--help');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout).toMatch(/^Usage: npm run adopt-table -- \[options\]\n/);
});

it.each([
  [NAMED, /^error: required option '--to <time>' not specified\n$/],
  [[...NAMED, '--to', '2026-11-20'], /Expected a time such as 2026-11-20T12:00:00Z\.\n$/],
  [[...NAMED, '--to', '2026-11-20T12:00:00'], /Expected a time such as 2026-11-20T12:00:00Z\.\n$/],
  [[...NAMED, '--to', '9999-01-01T00:00:00Z'], /It is in the future\.\n$/],
  [[...NAMED, '--to', '2026-11-20T12:00:00Z', '--dry'], /^error: unknown option '--dry'\n$/],
  [[...NAMED, '--to', '2026-11-20T12:00:00+01:00'], /cannot be reached \(ECONNREFUSED\)\.\n$/],
])('says in a sentence why %j does not work', async (argv, message) => {
  const { exitCode, stdout, stderr } = await adopt(...argv);
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(message);
});
