import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, parse } from 'node:path';
import { buildSync } from 'esbuild';
import { CONSOLE_DIST } from '../console/build-console';

const HANDLER_FOLDERS = ['functions/http', 'functions/console', 'functions/workers'];
const HANDLER_PATTERN = /^export const handler\b/m;

/** The AWS SDK and ajv's formats are CommonJS inside our ES module bundles. */
const REQUIRE_BANNER =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";

/** What a bundle has in place of what the sources import, by absolute paths from the project's root. */
export const bundleAliases = (root: string): Record<string, string> => ({
  '@aws-sdk/credential-provider-node': join(root, 'lib/stack/lambda-credentials.ts'),
  // The same in modern syntax, which is no CommonJS: two thirds of the size.
  'libphonenumber-js/core': 'libphonenumber-js/core/es6',
});

let bundlesFolder: string | undefined;

/**
 * The folder with the bundle of a handler, `index.mjs`. The first call bundles all handlers at once, which reads what they
 * share once: a tenth of the time that each by itself takes. The folder is gone when the process ends.
 *
 * @param root of the project
 * @param handlerFile from there
 */
export function bundleFolder(root: string, handlerFile: string): string {
  bundlesFolder ??= bundleHandlers(root);
  const { dir, name } = parse(handlerFile);
  return join(bundlesFolder, dir, name);
}

function bundleHandlers(root: string): string {
  const cache = join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  // Always at the same depth: source maps name the sources by their way from here.
  const outdir = mkdtempSync(join(cache, 'bundles-'));
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }));
  buildSync({
    absWorkingDir: root,
    entryPoints: HANDLER_FOLDERS.flatMap((folder) => handlersIn(root, folder)),
    outbase: root,
    outdir,
    entryNames: '[dir]/[name]/index',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    mainFields: ['module', 'main'],
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    banner: { js: REQUIRE_BANNER },
    alias: bundleAliases(root),
    logLevel: 'warning',
  });
  addConsole(root, outdir);
  return outdir;
}

/** The files of the console lie beside the function that serves them. `bin/cdk.ts` has built them. */
function addConsole(root: string, outdir: string): void {
  const dist = join(root, CONSOLE_DIST);
  if (existsSync(dist)) cpSync(dist, join(outdir, 'functions/console/assets/console'), { recursive: true });
}

function handlersIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder))
    .map((name) => join(folder, name))
    .filter((file) => HANDLER_PATTERN.test(readFileSync(join(root, file), 'utf8')));
}
