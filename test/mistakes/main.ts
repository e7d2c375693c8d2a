import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UNAVAILABLE } from '../support/run/not-run';
import { useTemporaryFolder } from '../support/run/temporary-folder';
import { type Mistake, MISTAKES } from './mistakes';

/**
 * Plants a mistake for each check of `.ci/run` in a copy of the last commit, and runs the check, which has to fail because of it:
 *
 *     npm run test:mistakes                          all of them, one after the other
 *     npm run test:mistakes -- Types webhooks        those whose check has one of these words in its title
 *
 * Exits with 1 when a check takes a mistake, or fails for another reason.
 */
const root = process.cwd();
const copy = join(useTemporaryFolder(), 'project');

function run(command: string, cwd: string): { status: number; output: string } {
  const { status, stdout, stderr } = spawnSync('bash', ['-c', command], {
    ...{ cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
  });
  return { status: status ?? 1, output: `${stdout}\n${stderr}` };
}

function must(command: string, cwd: string): void {
  const { status, output } = run(command, cwd);
  if (status !== 0) throw new Error(`${command}\n${output}`);
}

type Verdict = 'found' | 'taken' | 'failed for another reason' | 'not run';

function plant({ file, find, put, command, says }: Mistake): { verdict: Verdict; output: string } {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(find, () => put),
  );
  const { status, output } = run(command, copy);
  must('git checkout --quiet -- . && npm run --silent generate', copy);
  if (status === 0) return { verdict: 'taken', output };
  if (status === UNAVAILABLE) return { verdict: 'not run', output };
  return { verdict: says.test(output) ? 'found' : 'failed for another reason', output };
}

const words = process.argv.slice(2).map((word) => word.toLowerCase());
const chosen = MISTAKES.filter(
  ({ step }) => words.length === 0 || words.some((word) => step.toLowerCase().includes(word)),
);
// The copy is a repository of its own, and the programs in it write to no file of a package: nothing that is planted reaches this one.
must(`git clone --quiet --no-local '${root}' '${copy}' && cp -al node_modules '${copy}/node_modules'`, root);
must('npm run --silent generate', copy);
for (const mistake of chosen) {
  const startMs = performance.now();
  const { verdict, output } = plant(mistake);
  const seconds = Math.round((performance.now() - startMs) / 1000);
  process.stdout.write(
    `${verdict.padEnd(10)} ${`${seconds} s`.padStart(6)}  ${mistake.step}: ${mistake.file}\n`,
  );
  if (verdict === 'found') continue;
  if (verdict !== 'not run') process.exitCode = 1;
  process.stdout.write(`${output.trim().split('\n').slice(-15).join('\n')}\n`);
}
if (chosen.length === 0) throw new Error('No check has such a title.');
