import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPythonClient, buildTypescriptClient } from '../lib/generate/build-clients';

/** Builds the packages of the clients into `.cache/clients`: `npm run clients:build`. Ends with 69 without Python. */
const root = join(import.meta.dirname, '..');
const target = join(root, '.cache', 'clients');
// A package of an earlier version would match `messaging_service_client-*.whl` as well.
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
console.log(await buildTypescriptClient(root, target));
const { status, stdout, stderr } = spawnSync('.ci/python-environment', ['clients/python/requirements.txt'], {
  cwd: root,
  encoding: 'utf8',
});
if (status === 0)
  console.log(buildPythonClient(root, { target, python: join(stdout.trim(), 'bin', 'python') }));
else console.error(stderr.trim());
process.exitCode = status ?? 1;
