// Generates what is not committed, when packages were installed since that was last done: `npm run generate`. npm runs nothing by itself
// after it has installed them, see .npmrc. Scripts of package.json begin with this.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const changedMs = (path) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;

if (changedMs('.cache/generated') <= changedMs('node_modules/.package-lock.json')) {
  process.stderr.write('Generating what is not committed; this is done once after an installation …\n');
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'bin/generate.ts'], {
    cwd: root,
    // What the script prints is its own.
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
}
