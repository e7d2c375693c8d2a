import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * `npm run simulate`: runs the simulation of AWS, a program among the tests. The head of that program describes its
 * use.
 */
const program = join('test', 'simulate', 'program.ts');
const { status } = spawnSync(process.execPath, ['--import', 'tsx', program, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: {
    ...process.env,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    POWERTOOLS_METRICS_DISABLED: 'true',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
  },
});
process.exitCode = status ?? 1;
