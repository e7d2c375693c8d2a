/**
 * Time that the content rules take for a text: a body at its acceptance, a text with its recipient's values, and one
 * that was already checked in the same chunk.
 *
 *   node --import tsx test/bench/content-rules.ts
 */
import { checkBody } from '../../shared/sending/compose/prepare-body';
import { refuseResolvedText, type TextVerdicts } from '../../shared/sending/compose/refuse-resolved-text';
import { benchRow, type BenchRow, percentile, runAsProgram } from './bench-row';

const ROUNDS = 5_000;
const WARM_UP = 2_000;
const LIMIT_US = 1_000;
const TEXT =
  'Hi {{contact_first_name}}, our spring sale starts Friday: 20% off bikes, helmets and locks, in store and at ' +
  'https://www.wheelhouse.example.com/spring until Sunday 6 PM. Reply STOP to opt out. ';
const LENGTHS = [160, 640];
const NO_LINKS: ReadonlySet<string> = new Set();
const ACCOUNT = { contentExemptions: [], maxSegments: 10 };

export function run(): BenchRow[] {
  const startedAt = performance.now();
  checkBody('Hello', { exemptCategories: new Set(), registeredLinks: NO_LINKS });
  const first = benchRow({
    name: 'content rules, first text of a process',
    measured: performance.now() - startedAt,
    unit: 'ms',
    note: 'makes their index',
  });
  return [first, ...LENGTHS.flatMap(measureLength)];
}

function measureLength(length: number): BenchRow[] {
  const body = TEXT.repeat(Math.ceil(length / TEXT.length)).slice(0, length);
  const texts = Array.from({ length: WARM_UP + ROUNDS }, (_, index) =>
    body.replaceAll('{{contact_first_name}}', `Ada${index}`),
  );
  const resolved = (text: string, verdicts?: TextVerdicts) =>
    refuseResolvedText(text, {
      body,
      account: ACCOUNT,
      registeredLinks: NO_LINKS,
      trackingToken: '0123456789',
      isMms: false,
      verdicts,
    });
  const known: TextVerdicts = new Map();
  const rules = { exemptCategories: new Set<never>(), registeredLinks: NO_LINKS };
  return [
    row(`content rules, body of ${length} characters`, () => checkBody(body, rules)),
    row(`content rules, text with values of ${length} characters`, (round) => resolved(texts[round] ?? '')),
    row(`content rules, ${length} characters again in a chunk`, () => resolved(texts[0] ?? '', known)),
  ];
}

function row(name: string, act: (round: number) => unknown): BenchRow {
  const measured: number[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const startedAt = performance.now();
    act(round);
    if (round >= WARM_UP) measured.push(1_000 * (performance.now() - startedAt));
  }
  return benchRow({ name, measured: percentile(measured, 0.5), unit: 'µs', limit: LIMIT_US, note: 'p50' });
}

void runAsProgram(import.meta.url, async () => run());
