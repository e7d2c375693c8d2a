import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { NotRunError, UNAVAILABLE } from './not-run';

/**
 * Makes a Python environment with the packages of a requirements file.
 *
 * @returns path of its Python
 * @throws NotRunError without Python or a registry
 */
export function pythonEnvironment(requirements: string): string {
  const { status, stdout, stderr } = spawnSync('.ci/python-environment', [requirements], {
    encoding: 'utf8',
  });
  if (status === 0) return join(stdout.trim(), 'bin', 'python');
  throw status === UNAVAILABLE ? new NotRunError(stderr.trim()) : new Error(stderr.trim());
}
