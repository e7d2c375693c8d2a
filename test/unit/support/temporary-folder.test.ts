import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RUN_FOLDER } from '../../support/global-setup';
import { waitFor } from '../../support/wait-for';

const SCRIPT = `
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { useTemporaryFolder } from './test/support/temporary-folder';
useTemporaryFolder();
mkdtempSync(join(tmpdir(), 'cdk.out'));
console.log(tmpdir());
`;

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'temporary-folder-'));
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

it('holds everything that this test run puts aside', () => {
  expect([tmpdir(), existsSync(tmpdir())]).toEqual([process.env[RUN_FOLDER], true]);
});

it.each([
  ['has finished', '', 0],
  ['has failed', 'throw new Error();', 1],
  ['was interrupted', `process.kill(process.pid, 'SIGINT'); setInterval(() => undefined, 1000);`, null],
  ['was killed', `process.kill(process.pid, 'SIGKILL'); setInterval(() => undefined, 1000);`, null],
])('is gone, with all that is in it, once its process %s', async (_how, end, exitCode) => {
  const argv = ['--import', 'tsx', '--input-type=module', '-e', `${SCRIPT}${end}`];
  const child = spawn(process.execPath, argv, {
    env: { ...process.env, TMPDIR: parent, TSX_DISABLE_CACHE: '1' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));

  const code = await new Promise((resolve) => child.on('close', resolve));

  expect([code, output.startsWith(join(parent, 'messaging-tests-'))]).toEqual([exitCode, true]);
  const isGone = () => readdirSync(parent).every((name) => !name.startsWith('messaging-tests-'));
  expect(await waitFor(() => isGone() || undefined)).toBe(true);
});
