import { readFile } from 'node:fs/promises';
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

/** Program that `bundleFolder` runs, with the output folder as its argument: a plugin of esbuild cannot run synchronously. */
const [outdir = ''] = process.argv.slice(2);
await build({ ...optionsOfAllHandlers(process.cwd()), outdir, plugins: [versionsAlone] });
