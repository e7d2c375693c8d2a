import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotRunError } from './not-run';

const OLDEST_JAVA = 17;

/**
 * Fetches the libraries that a POM names, whose hashes are in `libraries.sha256` beside it, as `sha256sum` writes them.
 *
 * @param options.source folder of the POM
 * @param options.name name of the libraries, for the folder in `.cache` and for messages
 * @returns the folder with the libraries
 * @throws NotRunError without Java, Maven or a registry
 */
export function mavenLibraries({ source, name }: { source: string; name: string }): string {
  requireJava();
  const pom = join(source, 'pom.xml');
  const hash = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  const folder = join('.cache', `${name}-${hash}`);
  const mark = join(folder, 'installed');
  if (existsSync(mark)) return folder;
  rmSync(folder, { recursive: true, force: true });
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${join(process.cwd(), folder)}`];
  const { status, stdout, error } = spawnSync('mvn', ['-q', '-B', '-f', pom, ...copy], { encoding: 'utf8' });
  if (error) throw new NotRunError('There is no mvn on the PATH.');
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new NotRunError(`Maven could not fetch ${name}.\n${stdout.split('\n').slice(0, 5).join('\n')}`);
  }
  checkContents(folder, { name, hashes: join(source, 'libraries.sha256') });
  writeFileSync(mark, '');
  return folder;
}

function checkContents(folder: string, { name, hashes }: { name: string; hashes: string }): void {
  const found = readdirSync(folder)
    .sort()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, file)))
          .digest('hex')}  ${file}\n`,
    )
    .join('');
  if (found === readFileSync(hashes, 'utf8')) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`The libraries of ${name} are not those of ${hashes}:\n${found}`);
}

function requireJava(): void {
  const { stderr, error } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (error) throw new NotRunError('There is no java on the PATH.');
  const version = Number(/version "(\d+)/.exec(stderr)?.[1]);
  if (!(version >= OLDEST_JAVA)) throw new NotRunError(`This is Java ${version}.`);
}
