import { build } from 'esbuild';
import { optionsOfAllHandlers } from '../../../lib/stack/bundles';

/** Lets packages in CommonJS require Node's own modules from an ES module. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`;

/** Program that `localServiceProgram` runs, with the output folder as its argument. */
const root = process.cwd();
const [outdir = ''] = process.argv.slice(2);
await build({
  absWorkingDir: root,
  entryPoints: ['bin/local.ts', ...(optionsOfAllHandlers(root).entryPoints as string[])],
  outbase: root,
  outdir,
  bundle: true,
  // Functions run in one process and share what they import, as they do when the sources are run.
  splitting: true,
  format: 'esm',
  // AWS's requests are told apart by the names of their classes.
  keepNames: true,
  platform: 'node',
  target: 'node20',
  // It reads files beside its own.
  external: ['fauxqs'],
  banner: { js: REQUIRE },
  define: { 'import.meta.dirname': JSON.stringify(`${root}/bin`) },
  logLevel: 'warning',
});
