/**
 * Runs the service's own functions through random traffic while everything around them fails, and looks into the books:
 *
 *   npm run test:faults -- --runs 100 --seed 7 --only death
 *
 * A failed run is repeated alone by its own seed and `--runs 1`; its steps are printed.
 */
import { randomInt } from 'node:crypto';
import { Command, Option } from 'commander';
import { parseCount, parseWholeNumber } from '../../../lib/operator/option-types';
import { DEFECTS, type Defect } from './defects';
import { type Kind, KINDS } from './mix';
import { runMany } from './run-many';

interface Flags {
  runs: number;
  seed?: number;
  only?: Kind;
  defect?: Defect;
  verbose: boolean;
}

const {
  runs,
  seed = randomInt(1_000_000_000),
  only,
  defect,
  verbose: isVerbose,
} = new Command('npm run test:faults --')
  .description('Runs all functions at once in simulated time while everything around them fails.')
  .option('--runs <n>', 'how many runs', parseCount, 40)
  .option('--seed <n>', 'the same runs again; without it a random one, which is printed', parseWholeNumber)
  .addOption(new Option('--only <kind>', 'only one kind of fault').choices(KINDS))
  .addOption(new Option('--defect <name>', 'put a mistake in, which has to be found').choices(DEFECTS))
  .option('--verbose', 'print the steps of each run', false)
  .parse()
  .opts<Flags>();

const say = (line: string) => process.stdout.write(`${line}\n`);
const { failed } = await runMany({ runs, seed, only, defect, isVerbose, say });
process.exit(failed.length === 0 ? 0 : 1);
