import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * Builds the package for npm: ES modules, CommonJS and types.
 *
 * @returns the file that `npm install` takes
 */
export async function buildTypescriptClient(root: string, target: string): Promise<string> {
  const source = join(root, 'clients/typescript');
  const entry = join(source, 'src/index.ts');
  const folder = join(target, 'typescript');
  const dist = join(folder, 'dist');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  for (const file of ['package.json', 'README.md']) cpSync(join(source, file), join(folder, file));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const shared = { entryPoints: [entry], bundle: true, target: 'es2022' };
  await build({ ...shared, format: 'esm', outfile: join(dist, 'index.js') });
  await build({ ...shared, format: 'cjs', outfile: join(dist, 'index.cjs') });
  run(process.execPath, [
    join(root, 'node_modules/typescript-7/bin/tsc'),
    ...['--declaration', '--emitDeclarationOnly', '--outDir', dist, '--rootDir', join(source, 'src')],
    ...['--strict', '--target', 'es2022', '--lib', 'es2023,dom', '--module', 'esnext'],
    ...['--moduleResolution', 'bundler', '--skipLibCheck', '--types', 'node', '--ignoreConfig', entry],
  ]);
  nameModules(dist);
  run('npm', ['pack', '--silent', '--pack-destination', target], folder);
  return join(target, packed(target, '.tgz'));
}

/** Writes the types once for ES modules and once for CommonJS: each imports files by their full names. */
function nameModules(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue;
    const path = join(folder, file);
    const text = readFileSync(path, 'utf8');
    const withEnding = (ending: string) =>
      text.replace(/(from |import\()(['"])(\.[^'"]+)\2/g, `$1$2$3${ending}$2`);
    writeFileSync(path, withEnding('.js'));
    writeFileSync(path.replace(/\.ts$/, '.cts'), withEnding('.cjs'));
  }
}

/**
 * Builds the wheel.
 *
 * @param options.python of an environment with the packages of `clients/python/requirements.txt`
 * @returns the wheel, which pip installs
 */
export function buildPythonClient(
  root: string,
  { target, python }: { target: string; python: string },
): string {
  const folder = join(target, 'python');
  rmSync(folder, { recursive: true, force: true });
  // The build writes beside its sources.
  cpSync(join(root, 'clients/python'), folder, {
    recursive: true,
    filter: (file) => !file.includes('__pycache__'),
  });
  run(python, [
    ...['-m', 'pip', 'wheel', '--disable-pip-version-check', '--quiet', '--no-deps', '--no-build-isolation'],
    ...['--wheel-dir', target, folder],
  ]);
  return join(target, packed(target, '.whl'));
}

function packed(folder: string, ending: string): string {
  const file = readdirSync(folder).find((name) => name.endsWith(ending));
  if (file === undefined) throw new Error(`The build left no ${ending} in ${folder}`);
  return file;
}

function run(command: string, args: string[], cwd?: string): void {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    ...(cwd && { cwd }),
  });
  if (status !== 0) throw new Error(`${command} failed: ${error?.message ?? ''}${stdout}${stderr}`);
}
