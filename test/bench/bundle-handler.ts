import { build } from 'esbuild';
import { bundleAliases } from '../../lib/stack/bundles';

/** Bundles a handler as `lib/stack/bundles.ts` does, for the Node.js that runs. */
export async function bundleHandler(entry: string, outfile: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    mainFields: ['module', 'main'],
    sourcemap: true,
    sourcesContent: false,
    alias: bundleAliases(process.cwd()),
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}
