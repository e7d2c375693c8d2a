import { writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { useFolder } from '../../support/run/use-folder';

const inFolder = useFolder();

function check(...argv: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['.ci/check-lockfile.mjs', ...argv], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function checkEntry(entry: object) {
  const file = inFolder('package-lock.json');
  writeFileSync(
    file,
    JSON.stringify({ packages: { '': {}, 'node_modules/one': { version: '1.0.0', ...entry } } }),
  );
  const { status, stderr } = check(file);
  return { status, said: stderr.replace(`${file}: `, '').trim() };
}

const GOOD = { integrity: 'sha512-abc=' };

it('finds the lockfile of this project in order', () => {
  expect(check()).toEqual({
    status: 0,
    stdout: expect.stringMatching(
      /^\d{3} packages; \d+ of them are optional ones for other platforms/,
    ) as string,
    stderr: '',
  });
});

it.each([
  ['with its integrity', GOOD],
  ['from the public registry', { ...GOOD, resolved: 'https://registry.npmjs.org/one/-/one-1.0.0.tgz' }],
  ['that is part of another one', { inBundle: true }],
  ['that is optional and for another system', { optional: true, os: ['aix'] }],
  ['that is optional and for another processor', { optional: true, cpu: ['s390'] }],
])('takes a package %s', (_what, entry) => {
  expect(checkEntry(entry)).toEqual({ status: 0, said: '' });
});

it.each([
  ['without integrity', {}, 'node_modules/one has no integrity.'],
  ['with a weak one', { integrity: 'sha1-abc=' }, 'node_modules/one has only sha1-abc=.'],
  [
    'without, optional and for this system',
    { optional: true, os: ['!aix'] },
    'node_modules/one has no integrity.',
  ],
  ['without, for another system but not optional', { os: ['aix'] }, 'node_modules/one has no integrity.'],
  [
    'of another registry',
    { ...GOOD, resolved: 'http://mirror.internal/one.tgz' },
    'node_modules/one comes from http://mirror.internal/one.tgz.',
  ],
  [
    'with an install script that is not on the list',
    { ...GOOD, hasInstallScript: true },
    'node_modules/one has an install script that allowScripts of package.json does not judge.',
  ],
  [
    'of a repository',
    { ...GOOD, resolved: 'git+ssh://git@github.com/a/one.git#1' },
    'node_modules/one comes from git+ssh://git@github.com/a/one.git#1.',
  ],
])('refuses a package %s', (_what, entry, said) => {
  expect(checkEntry(entry)).toEqual({ status: 1, said });
});
