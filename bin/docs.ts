/**
 * Writes the parts of the documentation that follow from the code: the picture of the modules of `shared/`, and the tables of
 * events and of their archive.
 *
 *   npm run docs            writes them
 *   npm run docs -- --check fails when one is not up to date
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cruise, type ICruiseOptions } from 'dependency-cruiser';
import { renderArchiveColumns, renderAthenaTable } from '../lib/generate/archive-columns';
import { renderEvents } from '../lib/generate/event-tables';
import { drawModules } from '../lib/generate/module-picture';
import { insertSection } from '../lib/generate/write-generated';

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
const SECTIONS = [
  { file: 'docs/architecture.md', name: 'modules', text: drawModules(MODULES, imports) },
  { file: 'docs/events.md', name: 'events', text: renderEvents() },
  { file: 'docs/event-archive.md', name: 'columns', text: renderArchiveColumns() },
  { file: 'docs/event-archive.md', name: 'athena', text: renderAthenaTable() },
];
for (const { file, name, text } of SECTIONS) {
  const before = readFileSync(file, 'utf8');
  const after = insertSection(before, { name, command: 'npm run docs' }, text);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, after);
  } else if (after !== before) {
    console.error(`The section \`${name}\` of ${file} is out of date: npm run docs`);
    process.exitCode = 1;
  }
}
