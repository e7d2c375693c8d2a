// Generates the sources that are not committed, when packages were installed since the last time: `npm run generate`.
// npm runs no scripts of its own after an installation, see .npmrc. Scripts of package.json begin with this.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const changedMs = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changedMs('.cache/generated') <= changedMs('node_modules/.package-lock.json')) {
  process.stderr.write('Generating what is not committed; this is done once after an installation …\n');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'bin/generate.ts'], {
    cwd: root,
    // The standard output belongs to the script that runs next.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
