import { join } from 'node:path';
import { KINDS } from '../../fault/harness/mix';
import { runScript } from '../../support/run/run-script';

const FAULTS = join('bin', 'test-faults.ts');
const FUZZ = join('test', 'fuzz', 'main.ts');
const run = (program: string, ...argv: string[]) => runScript(program, argv, process.env);

it.each([
  [FAULTS, 'Usage: npm run test:faults -- [options]'],
  [FUZZ, 'Usage: npm run test:fuzz -- [options]'],
])('%s explains itself', async (program, usage) => {
  const { exitCode, stdout, stderr } = await run(program, '--help');

  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout.split('\n')[0]).toBe(usage);
});

it.each([
  [
    FAULTS,
    ['--runs', 'x'],
    "option '--runs <n>' argument 'x' is invalid. Expected a whole number, 1 or more.",
  ],
  [FAULTS, ['--number', '5'], "unknown option '--number'"],
  [
    FAULTS,
    ['--only', 'x'],
    `option '--only <kind>' argument 'x' is invalid. Allowed choices are ${KINDS.join(', ')}.`,
  ],
  [
    FUZZ,
    ['--requests', 'x'],
    "option '--requests <n>' argument 'x' is invalid. Expected a whole number, 1 or more.",
  ],
  [FUZZ, ['--number', '5'], "unknown option '--number'"],
])('%s refuses %j in a line', async (program, argv, reason) => {
  expect(await run(program, ...argv)).toEqual({ exitCode: 1, stdout: '', stderr: `error: ${reason}\n` });
});
