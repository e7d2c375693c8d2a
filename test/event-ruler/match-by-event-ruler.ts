import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NotRunError } from '../support/run/not-run';

const FOLDER = join('test', 'event-ruler');
const POM = join(FOLDER, 'pom.xml');
/** Hashes of the libraries, as `sha256sum` writes them. */
const HASHES = join(FOLDER, 'libraries.sha256');
const OLDEST_JAVA = 17;

export interface Case {
  pattern: unknown;
  event: unknown;
}

/** Returns AWS's event-ruler's result for each case: true when the pattern matches the event. */
export function matchByEventRuler(cases: readonly Case[]): boolean[] {
  const libraries = installEventRuler();
  const { status, stdout, stderr } = spawnSync(
    'java',
    ['-cp', join(libraries, '*'), join(FOLDER, 'Match.java')],
    { input: cases.map((one) => `${JSON.stringify(one)}\n`).join(''), encoding: 'utf8', maxBuffer: 2 ** 27 },
  );
  const answers = stdout.split('\n').slice(0, -1);
  if (status !== 0 || answers.length !== cases.length) {
    throw new Error(`event-ruler failed at case ${answers.length}: ${stderr}`);
  }
  return answers.map((answer) => answer === 'true');
}

/** Installs event-ruler. @returns the folder with the libraries, in the version of the POM */
function installEventRuler(): string {
  requireJava();
  const hash = createHash('sha256').update(readFileSync(POM)).digest('hex').slice(0, 12);
  const folder = join('.cache', `event-ruler-${hash}`);
  const mark = join(folder, 'installed');
  if (existsSync(mark)) return folder;
  rmSync(folder, { recursive: true, force: true });
  const copy = ['dependency:copy-dependencies', `-DoutputDirectory=${join(process.cwd(), folder)}`];
  const { status, stdout, error } = spawnSync('mvn', ['-q', '-B', '-f', POM, ...copy], { encoding: 'utf8' });
  if (error) throw new NotRunError('There is no mvn on the PATH.');
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new NotRunError(`Maven could not fetch event-ruler.\n${stdout.split('\n').slice(0, 5).join('\n')}`);
  }
  checkContents(folder);
  writeFileSync(mark, '');
  return folder;
}

function checkContents(folder: string): void {
  const found = readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
  if (found === readFileSync(HASHES, 'utf8')) return;
  rmSync(folder, { recursive: true, force: true });
  throw new Error(`The libraries of event-ruler are not those of ${HASHES}:\n${found}`);
}

function requireJava(): void {
  const { stderr, error } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (error) throw new NotRunError('There is no java on the PATH.');
  const version = Number(/version "(\d+)/.exec(stderr)?.[1]);
  if (!(version >= OLDEST_JAVA)) throw new NotRunError(`This is Java ${version}.`);
}
