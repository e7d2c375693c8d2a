import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { optionsOfAllHandlers } from './bundles';

/**
 * Keeps of each package's `package.json` what its code reads: AWS's clients name their version to the service. Everything
 * else in it, such as the scripts of its makers, would be in every bundle.
 */
const versionsAlone: Plugin = {
  name: 'versions-alone',
  setup(bundling) {
    bundling.onLoad({ filter: /[/\\]node_modules[/\\].*[/\\]package\.json$/ }, async ({ path }) => {
      const { name, version } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
      return { contents: JSON.stringify({ name, version }), loader: 'json' };
    });
  },
};

/** Takes `unused-parts.ts` in place of the files of the SDK that it names. */
const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  setup(bundling) {
    bundling.onResolve({ filter: /^\.\/(Sha256Js|HeaderFormatter)$/ }, ({ importer }) =>
      /[/\\](Sha256Node|SignatureV4)\.js$/.test(importer)
        ? { path: join(process.cwd(), 'lib/stack/unused-parts.ts') }
        : undefined,
    );
  },
};

/** Program that `bundleFolder` runs, with the output folder as its argument: a plugin of esbuild cannot run synchronously. */
const [outdir = ''] = process.argv.slice(2);
await build({ ...optionsOfAllHandlers(process.cwd()), outdir, plugins: [versionsAlone, withoutUnusedParts] });
