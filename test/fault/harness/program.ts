/**
 * Runs the service's own functions through random traffic while everything around them fails, and looks into the books:
 *
 *   npm run test:faults -- --runs 100 --seed 7 --only death
 *
 * A failed run is repeated alone by its own seed and `--runs 1`; its steps are printed.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { DEFECTS, type Defect } from './defects';
import { runMany } from './run-many';
import { type Kind, KINDS } from './mix';

const DEFAULT_RUNS = '40';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: DEFAULT_RUNS },
    seed: { type: 'string', default: String(randomInt(1_000_000_000)) },
    only: { type: 'string' },
    defect: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
});
const runs = readCount(values.runs, '--runs');
const seed = readCount(values.seed, '--seed');
const only = readOneOf<Kind>(values.only, KINDS, '--only');
const defect = readOneOf<Defect>(values.defect, DEFECTS, '--defect');

const say = (line: string) => process.stdout.write(`${line}\n`);
const { failed } = await runMany({ runs, seed, only, defect, isVerbose: values.verbose, say });
process.exit(failed.length === 0 ? 0 : 1);

function readCount(text: string, name: string): number {
  if (!/^\d{1,9}$/.test(text)) fail(`${name} must be a whole number`);
  return Number(text);
}

function readOneOf<T extends string>(
  text: string | undefined,
  values: readonly T[],
  name: string,
): T | undefined {
  if (text === undefined) return undefined;
  const found = values.find((value) => value === text);
  return found ?? fail(`${name} must be one of ${values.join(', ')}`);
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}
