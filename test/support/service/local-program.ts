import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const BUNDLER = join('test', 'support', 'service', 'bundle-local-service.ts');
const CACHE = join(process.cwd(), '.cache', 'local-service');
const SOURCES = ['bin', 'lib', 'shared', 'functions', 'package-lock.json', BUNDLER];
/** Builds of other sources that are kept: a service may still run from one. */
const KEPT_BUILDS = 3;

/**
 * Returns the arguments by which Node.js runs `bin/local.ts` as JavaScript, built once for these sources: tests start the
 * local service dozens of times, and to compile it takes longer than all that it does until it is ready.
 */
export function localProgram(): string[] {
  const folder = join(CACHE, hashSources());
  if (!existsSync(folder)) buildInto(folder);
  return [join(folder, 'bin', 'local.js')];
}

function hashSources(): string {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesOf(source)) {
      const { mtimeMs, size } = statSync(file);
      hash.update(`${file} ${mtimeMs} ${size}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function filesOf(source: string): string[] {
  if (!statSync(source).isDirectory()) return [source];
  const entries = readdirSync(source, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Builds into a folder beside it and renames that: several processes may begin at once. */
function buildInto(folder: string): void {
  mkdirSync(CACHE, { recursive: true });
  const older = readdirSync(CACHE)
    .map((name) => join(CACHE, name))
    .toSorted((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  for (const build of older.slice(KEPT_BUILDS)) rmSync(build, { recursive: true, force: true });
  const outdir = mkdtempSync(`${folder}-`);
  execFileSync(process.execPath, ['--import', 'tsx', BUNDLER, outdir], { stdio: 'inherit' });
  try {
    renameSync(outdir, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(outdir, { recursive: true, force: true });
  }
}
