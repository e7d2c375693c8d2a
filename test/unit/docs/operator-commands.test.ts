import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runOperator } from '../../../lib/operator/program';

const PAGES = [
  'README.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const RIGHT = /^1: The local service does not run /;
const RUN = 'npm run operator -- ';

/** Returns the command lines of a page: those in blocks of commands, and those in sentences. */
function commandsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8');
  const inSentences = [...text.matchAll(/`npm run operator -- ([^`\n]+)`/g)].map(([, line = '']) => line);
  const inBlocks = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith(RUN))
    .map((line) => line.slice(RUN.length));
  return [...inBlocks, ...inSentences];
}

/** Values for placeholders that the CLI checks: a number, a type of event, a time. */
const VALUES: Record<string, string> = {
  N: '+12065550100',
  TYPE: 'messaging.message.failed',
  TIME: '2026-03-01T12:00:00Z',
};

/**
 * Splits a command line into words, as a shell does, without its comment. Of alternatives (`[--event E | --since T]`)
 * it takes the first.
 */
function wordsOf(line: string): string[] {
  const whole = line
    .replace(/\s+(?:# |\().*$/, '')
    .replaceAll(/\[([^|\]]*)\|.*\]/g, '$1')
    .replaceAll(/[[\]]|\.\.\./g, '');
  const words = [...whole.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
  return words.map((word) => VALUES[word] ?? word);
}

/** Runs a command line without a service. @returns the output of the CLI */
async function tryOut(line: string): Promise<string> {
  let said = '';
  const words = wordsOf(line);
  const stack = words.indexOf('--stack');
  if (stack >= 0) words.splice(stack, 2);
  const exitCode = await runOperator(words, {
    stdin: Readable.from([]),
    writeOut: (text) => void (said += text),
    writeError: (text) => void (said += text),
    terminal: undefined,
    environment: { DATA_DIR: join('nowhere', 'data') },
  });
  return `${exitCode}: ${said}`;
}

it('the guide has many command lines', () => {
  expect(commandsOf('docs/operations.md').length).toBeGreaterThan(15);
});

it.each(PAGES.flatMap((page) => commandsOf(page).map((line) => [page, line] as const)))(
  '%s: %s is a command of the CLI',
  async (_page, line) => {
    // The CLI reports an invalid command line before it looks for the service.
    const said = await tryOut(line);
    // A sentence may have only the verb.
    const isWhole = line.includes('--');
    expect(said).toMatch(isWhole ? RIGHT : new RegExp(`${RIGHT.source}|^1: error: required option `));
  },
);

it.each(['dlq', 'dlq ls', 'dlq list --queues relay', 'message show', 'number set --rate 3'])(
  '%s is none',
  async (line) => {
    expect(await tryOut(line)).not.toContain('The local service does not run');
  },
);
