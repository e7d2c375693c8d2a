import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { joinTemplates, type StackTemplate } from './join-templates';
import { StartupError } from './lifecycle';

const CACHE_FOLDER = join('.cache', 'local-template');
/** Folder of the local service's own stage. */
const STAGES_FOLDER = join('lib', 'local', 'stages');
const CACHED_TEMPLATES = 5;
/** Ending of the file of a stack's template, behind the name of the stack. */
const TEMPLATE_ENDING = '.template.json';
/**
 * Folders that the CDK app can read. Contents count, but only the names of handlers, since the template has no more.
 */
const SOURCE_FOLDERS = ['bin', 'lib', 'shared'];
/** Folder of the handlers, with the declarations of routes and of their table access. */
const FUNCTIONS_FOLDER = 'functions';
const IS_HANDLER = /^export const handler\b/m;
const SOURCE_FILES = ['package.json', 'package-lock.json', 'cdk.json', 'tsconfig.json'];

interface SynthesisOptions {
  rootDir: string;
  signal?: AbortSignal;
  /** Provider of the local service's stage. */
  provider: 'simulator' | 'eum';
}

/**
 * Synthesises the stacks without bundling, in a child process, and returns the path of the template of them all.
 *
 * Loading the CDK takes seconds, so a template is kept under a hash of everything it is made from. That includes the
 * files that the app generates on the way, so that they exist whenever a kept template is used.
 *
 * @throws StartupError when the app fails, with the app's own message
 */
export async function synthesize(options: SynthesisOptions): Promise<string> {
  const { rootDir, provider } = options;
  const kept = cachedPath(rootDir, await hashSources(rootDir, provider));
  if (existsSync(kept)) return kept;
  const outDir = await mkdtemp(join(tmpdir(), 'synth-'));
  try {
    await runApp({ ...options, outDir });
    const template = await readTemplates(outDir);
    const path = cachedPath(rootDir, await hashSources(rootDir, provider));
    await keep(path, template);
    return path;
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Returns a hash over the content (for handlers: the names) of everything that the CDK app can read. */
export async function hashSources(rootDir: string, provider: string): Promise<string> {
  const hash = createHash('sha256').update(process.version).update(provider);
  for (const folder of SOURCE_FOLDERS) {
    for (const path of await listFiles(rootDir, folder)) {
      hash.update(`\0${path}\0`).update(await readFile(join(rootDir, path)));
    }
  }
  for (const path of await listFiles(rootDir, FUNCTIONS_FOLDER)) {
    const content = await readFile(join(rootDir, path), 'utf8');
    hash.update(`\0${path}\0`).update(IS_HANDLER.test(content) ? '' : content);
  }
  for (const path of SOURCE_FILES) {
    hash.update(`\0${path}\0`).update(await readFile(join(rootDir, path)));
  }
  return hash.digest('hex');
}

async function runApp(options: SynthesisOptions & { outDir: string }): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', join('bin', 'cdk.ts')], {
    cwd: options.rootDir,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      CDK_OUTDIR: options.outDir,
      SYNTH_WITHOUT_BUNDLING: '1',
      // Takes seconds, and is only needed for a deployment.
      CDK_VALIDATION: 'false',
      STAGES_DIR: STAGES_FOLDER,
      PROVIDER: options.provider,
      CDK_CONTEXT_JSON: JSON.stringify({ ...(await readContext(options.rootDir)), stage: 'dev' }),
    },
    ...(options.signal && { signal: options.signal }),
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors = (errors + text).slice(-4_000)));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new StartupError(`The stacks could not be synthesised:\n${errors.trim()}`);
}

/** Reads `context` of cdk.json, which without the CDK CLI is not passed to the app. */
async function readContext(rootDir: string): Promise<object> {
  const { context = {} } = JSON.parse(await readFile(join(rootDir, 'cdk.json'), 'utf8')) as {
    context?: object;
  };
  return context;
}

async function readTemplates(outDir: string): Promise<string> {
  const files = (await readdir(outDir)).filter((name) => name.endsWith(TEMPLATE_ENDING));
  const templates = new Map<string, StackTemplate>();
  for (const file of files.sort()) {
    const text = await readFile(join(outDir, file), 'utf8');
    templates.set(file.slice(0, -TEMPLATE_ENDING.length), JSON.parse(text) as StackTemplate);
  }
  if (templates.size === 0) throw new StartupError('The CDK app wrote no templates.');
  return JSON.stringify(joinTemplates(templates));
}

function cachedPath(rootDir: string, hash: string): string {
  return join(rootDir, CACHE_FOLDER, `${hash}.json`);
}

/** Writes a file beside it and renames that: a service that starts at the same moment never reads half a template. */
async function keep(path: string, template: string): Promise<void> {
  const folder = join(path, '..');
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.${process.pid}`, template);
  await rename(`${path}.${process.pid}`, path);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const byAge = await Promise.all(
    names.map(async (name) => ({ name, writtenMs: (await stat(join(folder, name))).mtimeMs })),
  );
  byAge.sort((a, b) => b.writtenMs - a.writtenMs);
  for (const { name } of byAge.slice(CACHED_TEMPLATES)) {
    await rm(join(folder, name), { force: true });
  }
}

async function listFiles(rootDir: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(rootDir, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(rootDir.length + 1))
    .sort();
}
