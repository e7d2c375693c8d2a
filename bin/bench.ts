import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs the benches, each in a process of its own so that none warms another up: `npm run bench`, or
 * `npm run bench -- single-send jobs`. Every figure stands beside the bare work of the same run.
 */
const FOLDER = join('test', 'bench');
/** What the benches share; no bench itself. */
const SHARED = new Set(['bench-row']);

const names = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => !SHARED.has(name));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}; there are ${names.join(', ')}.\n`);
  process.exit(1);
}
let failed = false;
for (const name of wanted.length > 0 ? wanted : names) {
  process.stdout.write(`\n== ${name}\n`);
  const file = join(FOLDER, `${name}.ts`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' });
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
