import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const SCRIPT = '.ci/python-environment';
const FILES = execFileSync('git', ['ls-files', '.ci', 'bin', 'lib', 'test'], { encoding: 'utf8' })
  .trim()
  .split('\n');
const INSTALLS =
  /\bpipx? +(install|run)\b|\bpip"? install\b|\binstall .*--require-hashes\b|\buv (pip|tool|run)\b|\buvx\b/;

it('is the one place that installs packages of Python', () => {
  const others = FILES.filter(
    (file) => file !== SCRIPT && !file.endsWith('.txt') && !file.endsWith('.test.ts'),
  );
  expect(others.filter((file) => INSTALLS.test(readFileSync(file, 'utf8')))).toEqual([]);
  const install = readFileSync(SCRIPT, 'utf8')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => INSTALLS.test(line));
  expect(install).toEqual([expect.stringContaining('--require-hashes --only-binary :all:')]);
});

it.each(FILES.filter((file) => /requirements\.txt$|(cfn-lint|pip)\.txt$/.test(file)))(
  'finds a hash for each package in %s',
  (file) => {
    const packages = readFileSync(file, 'utf8')
      .replaceAll('\\\n', ' ')
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'));
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.filter((line) => !/^[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}/.test(line))).toEqual([]);
  },
);
