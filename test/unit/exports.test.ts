import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const HELD = ['shared', 'functions', 'lib', 'bin', 'console/src'];
/** Exports that are found by their names: the entry of a Lambda, and what is read of a file that declares a route. */
const BY_NAME = /^functions\/.*: (handler|access|documentation)$/;
/** Files that take the place of packages in the bundles. */
const STAND_INS = /^lib\/stack\/(endpoint-cache|event-streams|lambda-credentials|web-streams)\.ts/;

const sources = new Map(
  ['console', 'shared', 'functions', 'lib', 'bin', 'test', '.ci']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(tsx?|m?js)$/.test(file) && !/\/(generated|dist)\//.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

const wordsOf = (text: string) => text.match(/\w+/g) ?? [];

/** Returns the names that other files import, by file; of a file that is imported whole, all words of the importer. */
function importedNames(): Map<string, Set<string>> {
  const names = new Map([...sources.keys()].map((file) => [file, new Set<string>()]));
  for (const [file, source] of sources) {
    const imports = source.matchAll(
      /^(?:import|export) ([^;'"=(]*?)\s+from '(\.[^']*)'|\bimport\(\s*'(\.[^']*)'/gm,
    );
    for (const [, clause = '*', from, whole = ''] of imports) {
      const path = join(file, '..', from ?? whole);
      const imported = ['', '.ts', '.tsx'].map((ending) => names.get(path + ending)).find(Boolean);
      for (const word of wordsOf(clause.includes('*') ? source : clause)) imported?.add(word);
    }
  }
  return names;
}

it('every export is imported by another file; without such a use it needs no "export", or can be deleted', () => {
  const imported = importedNames();
  const unused = [...sources].flatMap(([file, source]) =>
    HELD.some((folder) => file.startsWith(`${folder}/`))
      ? [
          ...source.matchAll(
            /^export (?:async |abstract )?(?:const|function\*?|class|interface|type) (\w+)/gm,
          ),
        ]
          .filter(([, name = '']) => !imported.get(file)?.has(name))
          .map(([, name]) => `${file}: ${name}`)
      : [],
  );
  expect(unused.filter((place) => !BY_NAME.test(place) && !STAND_INS.test(place))).toEqual([]);
});
