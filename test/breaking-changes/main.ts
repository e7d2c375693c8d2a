import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { OPENAPI_FILES } from '../../lib/generate/reference';
import { RELEASE } from '../../shared/platform/release';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { useTemporaryFolder } from '../support/run/temporary-folder';

/**
 * Compares the OpenAPI document with that of the last release, by oasdiff: `npm run test:breaking-changes`. Exits with 1 where a program
 * made for the release would no longer work, and with 69 where Go or its proxy is missing. The same document needs neither.
 *
 * With `--release` it keeps the document of the present release for later ones.
 */
const OASDIFF = { module: 'github.com/oasdiff/oasdiff', version: 'v1.37.0' };
/** Document of each release, as `openapi-RELEASE.json.gz`. */
const RELEASED = join('clients', 'released');

const read = (file: string): Buffer => readFileSync(join(RELEASED, file));

if (process.argv.includes('--release')) keepRelease();
else process.exitCode = compare();

function keepRelease(): void {
  mkdirSync(RELEASED, { recursive: true });
  const file = join(RELEASED, `openapi-${RELEASE}.json.gz`);
  writeFileSync(file, gzipSync(readFileSync(OPENAPI_FILES.clients), { level: 9 }));
  process.stdout.write(`${file}: the document of ${RELEASE}. Commit it with the release.\n`);
}

function compare(): number {
  const last = readdirSync(RELEASED).sort(byRelease).at(-1);
  if (last === undefined) throw new Error(`${RELEASED} has no document of a release`);
  const released = gunzipSync(read(last));
  if (released.equals(readFileSync(OPENAPI_FILES.clients))) {
    process.stdout.write(`The document is that of ${last}.\n`);
    return 0;
  }
  let oasdiff: string;
  try {
    oasdiff = installOasdiff();
  } catch (error) {
    if (!(error instanceof NotRunError)) throw error;
    process.stderr.write(`NOT RUN: ${error.message}\n`);
    return UNAVAILABLE;
  }
  const before = join(useTemporaryFolder(), 'released.json');
  writeFileSync(before, released);
  const { status, stdout, stderr } = spawnSync(
    oasdiff,
    ['breaking', before, OPENAPI_FILES.clients, '--fail-on', 'ERR', '--color', 'never'],
    { encoding: 'utf8', maxBuffer: 2 ** 26 },
  );
  process.stdout.write(`Since ${last}:\n${stdout}${stderr}`);
  return status ?? 1;
}

/** Orders files by release: a candidate before its release. */
function byRelease(one: string, other: string): number {
  const keyOf = (file: string) => file.replace(/^openapi-|\.json\.gz$/g, '').replace(/^[^-]*$/, '$&-~');
  return keyOf(one).localeCompare(keyOf(other), 'en', { numeric: true });
}

/** Builds oasdiff from Go's proxy, whose checksum database knows each version. @returns the program */
function installOasdiff(): string {
  const { module, version } = OASDIFF;
  const folder = join(process.cwd(), '.cache', `oasdiff-${version}`);
  const program = join(folder, 'oasdiff');
  if (existsSync(program)) return program;
  // Without optimisation: it is built for one run, and its 500 packages take a third less of the time.
  const args = ['install', '-gcflags=all=-N -l', `${module}@${version}`];
  const { error, status, stderr } = spawnSync('go', args, {
    encoding: 'utf8',
    env: { ...process.env, GOBIN: folder, GOFLAGS: '-mod=mod' },
  });
  if (error) throw new NotRunError('There is no go on the PATH.');
  if (status !== 0) throw new NotRunError(`Go could not build oasdiff.\n${stderr.slice(0, 500)}`);
  return program;
}
