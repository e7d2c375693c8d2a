import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const HELD = ['shared', 'functions', 'lib', 'bin', 'console/src'];
/** Exports that are found by their names: the entry of a Lambda, and what is read of a file that declares a route. */
const BY_NAME = /^functions\/.*: (handler|access|documentation)$/;
/** Files that take the place of packages, or of parts of them, in the bundles. */
const STAND_INS =
  /^lib\/stack\/(endpoint-cache|event-streams|lambda-credentials|unused-parts|web-streams)\.ts/;

/** Exports that only tests import, by the reason why they cannot do with another export. */
const FOR_TESTS = {
  'tables that tests hold to the code and to each other': [
    'ATTEMPT_DELAYS_MS',
    'API_EXAMPLES',
    'CLIENT_EXAMPLES',
    'RECIPES',
    'WEBHOOK_RECEIVERS',
    'exampleProgram',
    'GATEWAY_MESSAGES',
    'HANDLERS',
    'HOW_FOUND',
    'ITEM_KINDS',
    'ITEM_RULES',
    'METRICS',
    'OPERATOR_HANDLERS',
    'OPERATOR_NAMES',
    'PLANES',
    'SAME_CLOCK_ZONES',
    'SEALED_NUMBERS',
    'SKIP_REASONS',
    'errorSchema',
    'stageSettings',
  ],
  'pure decisions with cases of their own, which their callers reach only through the table or a clock': [
    'campaignsOfAccounts',
    'chooseAnswer',
    'compileRules',
    'createRateLimit',
    'defaultConfirmationText',
    'dependsOnAttempts',
    'describeEffect',
    'expandPhrase',
    'hashSources',
    'isUnderAny',
    'isWithinOneEdit',
    'judgeAnswer',
    'jumpLimit',
    'keepComponents',
    'localClientEnvironment',
    'localReference',
    'nextDueMs',
    'ORDINARY',
    'placeOfNext',
    'planSlots',
    'queueAttributes',
    'readExamples',
    'readStatements',
    'requestOf',
    'shareLookups',
    'subscriptionRequests',
    'useOfMember',
    'useOfSender',
  ],
  'parts from which fixtures and load tests build what a deployed part would send or store': [
    'ACCESS_DENIED',
    'GROUPS_PER_PAGE',
    'PAGES_BETWEEN_SAVES',
    'READING_PAUSE_MS',
    'bundleOptions',
    'createProgram',
    'deriveErasureKey',
    'deriveSealingKey',
    'hashToken',
    'inboundEvent',
    'messageItem',
    'readSection',
    'receiptEvent',
    'streamShardsOf',
    'workChunk',
  ],
  'errors that tests recognise': [
    'EventPatternError',
    'ForeignKeyError',
    'FunctionTimeoutError',
    'UnexpectedRefusalError',
  ],
  'imported by generated validators': ['countCharacters'],
};

const sources = new Map(
  ['console', 'shared', 'functions', 'lib', 'bin', 'test', '.ci']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.(tsx?|m?js)$/.test(file) && !/\/(generated|dist)\//.test(file))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);

const wordsOf = (text: string) => text.match(/\w+/g) ?? [];

const isTest = (file: string) => file.startsWith('test/');

/**
 * Returns the names that files import from each other, by file; of a file that is imported whole, all words of the
 * importer.
 */
function importedNames(importers: (file: string) => boolean = () => true): Map<string, Set<string>> {
  const names = new Map([...sources.keys()].map((file) => [file, new Set<string>()]));
  for (const [file, source] of sources) {
    if (!importers(file)) continue;
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

/** Returns the exports of a kind that no importer imports, as `file: name`. */
function exportsWithout(imported: Map<string, Set<string>>, kind: string): string[] {
  const declaration = new RegExp(`^export (?:async |abstract )?(?:${kind}) (\\w+)`, 'gm');
  return [...sources]
    .filter(([file]) => HELD.some((folder) => file.startsWith(`${folder}/`)))
    .flatMap(([file, source]) =>
      [...source.matchAll(declaration)]
        .filter(([, name = '']) => !imported.get(file)?.has(name))
        .map(([, name]) => `${file}: ${name}`),
    )
    .filter((place) => !BY_NAME.test(place) && !STAND_INS.test(place));
}

const VALUES = String.raw`const|function\*?|class`;

it('every export is imported by another file; without such a use it needs no "export", or can be deleted', () => {
  expect(exportsWithout(importedNames(), `${VALUES}|interface|type`)).toEqual([]);
});

it('no function, class or constant is exported for tests only, but those that are listed', () => {
  const found = exportsWithout(
    importedNames((file) => !isTest(file)),
    VALUES,
  ).map((place) => place.replace(/^.*: /, ''));
  expect(found.sort()).toEqual(Object.values(FOR_TESTS).flat().sort());
});
