import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles a handler as `lib/stack/service-function.ts` does, for the Node.js that runs. */
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
    alias: { '@aws-sdk/credential-provider-node': join(process.cwd(), 'lib/stack/lambda-credentials.ts') },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
}
