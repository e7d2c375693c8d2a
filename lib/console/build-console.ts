import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/** Sources of the console's build, from the root of the project. */
const SOURCE_FOLDERS = ['console', 'shared'];
const SOURCE_FILES = ['package-lock.json'];
const NOT_SOURCES = /(^|\/)(dist|node_modules)(\/|$)/;
const STAMP = join('.cache', 'console-build');
/** List of the modules in the last build, which the build writes: a JSON array of files. */
export const CONSOLE_MODULES = join('.cache', 'console-modules.json');

/** Folder of the build, from the root of the project. */
export const CONSOLE_DIST = join('console', 'dist');

/**
 * Builds the console when it was never built, or from other sources.
 *
 * @throws Error with the output of the build
 */
export async function buildConsole(root: string, { signal }: { signal?: AbortSignal } = {}): Promise<void> {
  const hash = await hashSources(root);
  const stamp = join(root, STAMP);
  const isBuilt = [join(CONSOLE_DIST, 'index.html'), STAMP, CONSOLE_MODULES].every((file) =>
    existsSync(join(root, file)),
  );
  if (isBuilt && (await readFile(stamp, 'utf8')) === hash) return;
  await runVite(root, signal);
  await mkdir(dirname(stamp), { recursive: true });
  await writeFile(stamp, hash);
}

async function runVite(root: string, signal: AbortSignal | undefined): Promise<void> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', 'console', '--logLevel', 'warn'], {
    cwd: root,
    // Under another name, such as that of a test run, React is built for development.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) throw new Error(`The console cannot be built:\n${output}`);
}

async function hashSources(root: string): Promise<string> {
  const hash = createHash('sha256');
  const listed = await Promise.all(SOURCE_FOLDERS.map((folder) => filesIn(root, folder)));
  for (const name of [...listed.flat(), ...SOURCE_FILES].sort()) {
    hash.update(`\0${name}\0`).update(await readFile(join(root, name)));
  }
  return hash.digest('hex');
}

async function filesIn(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((name) => !NOT_SOURCES.test(name));
}
