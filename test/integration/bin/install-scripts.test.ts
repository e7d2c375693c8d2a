import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { useFolder } from '../../support/run/use-folder';

const inFolder = useFolder();

const writeJson = (file: string, value: object) => writeFileSync(inFolder(file), JSON.stringify(value));

describe('installing packages', () => {
  it('runs no script of theirs, whichever npm it is', () => {
    mkdirSync(inFolder('one'));
    writeJson('one/package.json', { name: 'one', version: '1.0.0', scripts: { postinstall: 'touch ran' } });
    execFileSync('npm', ['pack', './one', '--silent'], { cwd: inFolder() });
    // As a dependency of the project, which allows its scripts.
    writeJson('package.json', { dependencies: { one: 'file:one-1.0.0.tgz' }, allowScripts: { one: true } });
    copyFileSync('.npmrc', inFolder('.npmrc'));
    execFileSync('npm', ['install', '--offline', '--no-audit', '--silent'], { cwd: inFolder() });
    expect(existsSync(inFolder('node_modules/one/package.json'))).toBe(true);
    expect(existsSync(inFolder('node_modules/one/ran'))).toBe(false);
  });
});

describe('the check of installed packages', () => {
  const check = (root: string) => {
    const argv = ['.ci/check-install-scripts.mjs', root];
    const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
    return { status, said: (stdout + stderr).trim() };
  };
  /** Writes a project with an installed package, as npm installs one. */
  const project = (installed: { scripts?: object; files?: string[] }, allowScripts: object = {}) => {
    const path = 'node_modules/@a/one';
    mkdirSync(inFolder(path), { recursive: true });
    writeJson('package.json', { allowScripts });
    writeJson('node_modules/.package-lock.json', { packages: { [path]: { version: '1.0.0' } } });
    writeJson(`${path}/package.json`, { name: '@a/one', scripts: installed.scripts });
    for (const file of installed.files ?? []) writeFileSync(inFolder(path, file), '');
    return inFolder();
  };
  const REFUSED = {
    status: 1,
    said: 'node_modules/@a/one has an install script that allowScripts of package.json does not judge.',
  };

  it('finds those of this project in order', () => {
    expect(check('.')).toEqual({
      status: 0,
      said: expect.stringMatching(/^\d{3,} packages are installed; 3 have install scripts/) as string,
    });
  });

  it.each([
    ['no script', {}],
    ['scripts for its own development', { scripts: { prepare: 'x', test: 'x', prepublishOnly: 'x' } }],
  ])('takes a package with %s', (_title, installed) => {
    expect(check(project(installed)).status).toBe(0);
  });

  it.each([
    ['preinstall', { scripts: { preinstall: 'x' } }],
    ['install', { scripts: { install: 'x' } }],
    ['postinstall', { scripts: { postinstall: 'x' } }],
    ['binding.gyp, which npm builds', { files: ['binding.gyp'] }],
  ])('refuses a package with %s that is not on the list', (_title, installed) => {
    expect(check(project(installed))).toEqual(REFUSED);
    expect(check(project(installed, { one: false }))).toEqual(REFUSED);
    expect(check(project(installed, { '@a/one': false })).status).toBe(0);
  });
});
