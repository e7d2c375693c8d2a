/**
 * Writes the picture of the modules of `shared/` into docs/architecture.md, from the imports as they are:
 *
 *   npm run picture            writes it
 *   npm run picture -- --check fails when it is not up to date
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { drawModules, insertPicture } from '../lib/generate/module-picture';

const FILE = 'docs/architecture.md';
/** A path that TypeScript does not resolve: the file is not TypeScript. */
const CONFIGURATION: string = '../.dependency-cruiser.mjs';

const { MODULES, default: configuration } = (await import(CONFIGURATION)) as {
  MODULES: string[];
  default: { options: ICruiseOptions };
};

const { output } = await cruise(['shared'], configuration.options);
if (typeof output === 'string') throw new Error('dependency-cruiser answered with a text');
const imports = output.modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
);
const before = readFileSync(FILE, 'utf8');
const after = insertPicture(before, drawModules(MODULES, imports));
if (!process.argv.includes('--check')) {
  writeFileSync(FILE, after);
} else if (after !== before) {
  console.error(`The picture of modules in ${FILE} is out of date: npm run picture`);
  process.exitCode = 1;
}
