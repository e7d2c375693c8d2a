import { readFileSync } from 'node:fs';
import { matchesEventPattern, parseEventPattern } from '../../lib/local/event-pattern';
import { synthesize } from '../../lib/local/synthesize';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { matchByEventRuler } from './match-by-event-ruler';
import { randomCases } from './random-cases';
import { stackCases } from './stack-cases';

/**
 * Compares the local cloud's matching with event-ruler, by which EventBridge and Lambda match events: for the stack's
 * own rules and filters, and for random patterns. `.ci/run` and `npm run test:event-ruler` run it. Exits with 69
 * without Java, Maven or event-ruler.
 */
const RANDOM_CASES = 5_000;

try {
  const template = JSON.parse(
    readFileSync(await synthesize({ rootDir: process.cwd(), provider: 'simulator' }), 'utf8'),
  ) as Parameters<typeof stackCases>[0];
  const cases = [
    ...stackCases(template),
    ...randomCases(RANDOM_CASES, 1).map((one) => ({
      ...one,
      what: `the local cloud's ${JSON.stringify(one)}`,
      expected: matchesEventPattern(parseEventPattern(one.pattern), one.event),
    })),
  ];
  const answers = matchByEventRuler(cases);
  const wrong = cases.filter(({ expected }, index) => answers[index] !== expected);
  for (const { what, expected } of wrong.slice(0, 20)) {
    process.stderr.write(`${what}: ${expected ? 'does not match' : 'matches'}\n`);
  }
  const matching = answers.filter(Boolean).length;
  process.stdout.write(
    `event-ruler: ${cases.length} cases, ${matching} of which match, ${wrong.length} otherwise than expected.\n`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof NotRunError)) throw error;
  process.stderr.write(
    `NOT RUN: event-ruler needs Java 17 or later, Maven and its registry: ${error.message}\n`,
  );
  process.exitCode = UNAVAILABLE;
}
