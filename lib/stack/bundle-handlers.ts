import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
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
    bundling.onResolve({ filter: /^\.\/(Sha256Js|HeaderFormatter|bdd)$/ }, ({ importer }) =>
      /[/\\](Sha256Node|SignatureV4|client-dynamodb[/\\]dist-es[/\\]endpoint[/\\]endpointResolver)\.js$/.test(
        importer,
      )
        ? { path: join(process.cwd(), 'lib/stack/unused-parts.ts') }
        : undefined,
    );
  },
};

/**
 * Takes of each declaration of a console route the route alone. Its grants are the stack's, and its description, schemas and
 * examples those of the reference: a tenth of the bundle.
 */
const routesAlone: Plugin = {
  name: 'routes-alone',
  setup(bundling) {
    bundling.onLoad({ filter: /[/\\]functions[/\\]console[/\\].*\.routes?\.ts$/ }, async ({ path }) => {
      const exported = Object.entries((await import(path)) as Record<string, unknown>);
      const plain = exported
        .map(([name, value]) => [name, withoutRest(value)] as const)
        .filter(([, value]) => isPlain(value));
      const lines = plain.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return { contents: lines.join('\n'), loader: 'js' };
    });
  },
};

/** Returns true for what JSON can hold. Anything else is left out, and a handler that takes it fails to be bundled. */
const isPlain = (value: unknown) =>
  value !== undefined && isDeepStrictEqual(JSON.parse(JSON.stringify(value) ?? 'null'), value);

/** Returns the route of a declaration, or of each one in a list; anything else as it is. */
function withoutRest(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutRest);
  const isDeclared = typeof value === 'object' && value !== null && 'route' in value;
  return isDeclared ? { route: value.route } : value;
}

/** Program that `bundleFolder` runs, with the output folder as its argument: a plugin of esbuild cannot run synchronously. */
const [outdir = ''] = process.argv.slice(2);
await build({
  ...optionsOfAllHandlers(process.cwd()),
  outdir,
  plugins: [versionsAlone, withoutUnusedParts, routesAlone],
  // What a handler takes from a declaration besides.
  logOverride: { 'import-is-undefined': 'error' },
});
