/**
 * Runs the service's own functions through random traffic while everything around them fails, and checks the result:
 *
 *   npm run test:faults -- --runs 100 --seed 7 --only death
 *
 * With `--previous` half of the invocations run the functions of another commit, as during a deployment:
 *
 *   npm run test:faults -- --previous v1.2.0
 *   npm run test:faults -- --previous release      the last one that was tagged; ends with 69 when there is none
 *
 * A failed run is repeated alone by its own seed and `--runs 1`; its steps are printed.
 */
import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';
import { parseCount, parseWholeNumber } from '../../../lib/operator/option-types';
import { DEFECTS, type Defect } from './defects';
import { type Kind, KINDS } from './mix';
import { NotRunError, UNAVAILABLE } from '../../support/run/not-run';
import { findMissing, MOMENTS } from './moments';

interface Flags {
  runs: number;
  seed?: number;
  only?: Kind;
  defect?: Defect;
  previous?: string;
  verbose: boolean;
}

const {
  runs,
  seed = randomInt(1_000_000_000),
  only,
  defect,
  previous: revision,
  verbose: isVerbose,
} = new Command('npm run test:faults --')
  .description('Runs all functions at once in simulated time while everything around them fails.')
  .option('--runs <n>', 'how many runs', parseCount, 40)
  .option('--seed <n>', 'the same runs again; without it a random one, which is printed', parseWholeNumber)
  .addOption(new Option('--only <kind>', 'only one kind of fault').choices(KINDS))
  .addOption(new Option('--defect <name>', 'put a mistake in, which has to be found').choices(DEFECTS))
  .option(
    '--previous <commit>',
    'run the functions of this commit, or of the last `release`, beside those of the work tree',
  )
  .option('--verbose', 'print the steps of each run', false)
  .parse()
  .opts<Flags>();

// Loaded only now, so that --help and mistakes are reported at once.
const [{ loadRelease, lastRelease }, { runMany }, { FUNCTION_FILES }] = await Promise.all([
  import('./previous-release'),
  import('./run-many'),
  import('./world'),
]);
const say = (line: string) => process.stdout.write(`${line}\n`);
const previous = revision === undefined ? undefined : await loadRelease(commitOf(revision), FUNCTION_FILES);
const { failed, done, moments } = await runMany({ runs, seed, only, defect, previous, isVerbose, say });
// What is left out is not met; a defect ends its runs early.
const missing = only === undefined && defect === undefined ? findMissing(moments, done) : [];
for (const name of missing) say(`NEVER MET, so that these runs show nothing about it: ${MOMENTS[name]}`);
process.exit(failed.length === 0 && missing.length === 0 ? 0 : 1);

function commitOf(named: string): string {
  try {
    return named === 'release' ? lastRelease() : named;
  } catch (error) {
    if (!(error instanceof NotRunError)) throw error;
    say(`NOT RUN: ${error.message}`);
    process.exit(UNAVAILABLE);
  }
}
