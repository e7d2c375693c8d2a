import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { Command } from 'commander';
import { parseCount, parseWholeNumber } from '../lib/operator/option-types';

/** `npm run test:faults`: the harness, which lies with the tests. What it does: docs/reliability.md. */
new Command('npm run test:faults --')
  .description('Runs all functions at once in simulated time while everything around them fails.')
  .option('--runs <n>', 'how many runs; 40 without it', parseCount)
  .option('--seed <n>', 'the same runs again; without it a random one, which is printed', parseWholeNumber)
  .option('--only <kind>', 'only one kind of fault, such as death; a wrong one is answered with the list')
  .option('--defect <name>', 'put a mistake in, which has to be found; a wrong one is answered with the list')
  .option('--verbose', 'print the steps of each run')
  .parse();

const program = join('test', 'fault', 'harness', 'program.ts');
const { status } = spawnSync(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    POWERTOOLS_METRICS_DISABLED: 'true',
  },
});
process.exitCode = status ?? 1;
