import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { NotRunError, UNAVAILABLE } from '../support/run/not-run';
import { pythonEnvironment } from '../support/run/python-environment';

/**
 * Checks the documents of Amazon Pinpoint, from which tests make drafts, against the model of its API that AWS's package
 * for Python has: `npm run test:pinpoint`. Exits with 69 without Python 3.10 or a registry.
 */
const FOLDER = join('test', 'pinpoint');

process.exitCode = run();

function run(): number {
  try {
    const python = pythonEnvironment(join(FOLDER, 'requirements.txt'));
    const check = [join(FOLDER, 'check.py'), join(FOLDER, 'documents')];
    return spawnSync(python, check, { stdio: 'inherit' }).status ?? 1;
  } catch (error) {
    if (!(error instanceof NotRunError)) throw error;
    process.stderr.write(`NOT RUN: ${error.message}\n`);
    return UNAVAILABLE;
  }
}
