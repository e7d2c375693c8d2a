import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { type BenchRow, formatFigure, ROWS_FILE, verdictOf } from './bench-row';
import { currentCommit } from '../support/run/current-commit';
import { useTemporaryFolder } from '../support/run/temporary-folder';

/**
 * Runs the benches, each in a process of its own so that none warms another up, and prints one table of all their
 * figures: `npm run bench`, or `npm run bench -- single-send jobs`. Every figure that depends on the machine is
 * compared with the bare work of the same run.
 */
const FOLDER = join('test', 'bench');
/** Files of the folder that are no benches. */
const SHARED = new Set([
  'bare-handler',
  'bare-send',
  'bench-engine',
  'bench-row',
  'bundle-handler',
  'kannel',
  'known-miss',
  'peak-memory',
  'prices',
  'receipt-events',
  'recorded-calls',
  'run',
  'unit-rows',
]);

const known = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .filter((name) => !SHARED.has(name));
const program = new Command('npm run bench --')
  .argument('[names...]', `benches to run: ${known.join(', ')}; all of them unless named`)
  .option('--json <file>', 'write the figures there')
  .option('--markdown <file>', 'write the table there')
  .parse();
const wanted = program.args.length > 0 ? program.args : known;
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0)
  program.error(`There is no bench ${unknown.join(', ')}; there are ${known.join(', ')}.`);

const commit = currentCommit({ except: [] });
const date = new Date().toISOString().slice(0, 10);
useTemporaryFolder();
const folder = mkdtempSync(join(tmpdir(), 'bench-'));
const rows: BenchRow[] = [];
const broken: string[] = [];
for (const name of wanted) {
  process.stdout.write(`\n== ${name}\n`);
  const file = join(folder, name);
  spawnSync(process.execPath, ['--import', 'tsx', join(FOLDER, `${name}.ts`)], {
    stdio: 'inherit',
    env: { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true', [ROWS_FILE]: file },
  });
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  if (lines.length === 0) broken.push(name);
  rows.push(...lines.map((line) => JSON.parse(line) as BenchRow));
}
rmSync(folder, { recursive: true, force: true });

const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node.js ${process.versions.node}`;
const table = formatTable(rows);
process.stdout.write(`\n${date}, commit ${commit}, ${machine}\n\n${table}\n`);
const { json, markdown } = program.opts<{ json?: string; markdown?: string }>();
if (json !== undefined) writeFileSync(json, `${JSON.stringify({ date, commit, machine, rows }, null, 2)}\n`);
if (markdown !== undefined) writeFileSync(markdown, `${date}, commit ${commit}, ${machine}.\n\n${table}\n`);

const missed = rows.filter((row) => verdictOf(row) === 'missed');
for (const { name } of missed) process.stdout.write(`MISSED: ${name}\n`);
for (const name of broken) process.stdout.write(`BROKEN: ${name}\n`);
process.exit(missed.length + broken.length > 0 ? 1 : 0);

function formatTable(of: BenchRow[]): string {
  const lines = of.map((row) => {
    const { name, measured, unit, floor, ratio, target, limit, known, note } = row;
    const verdict = verdictOf(row);
    const cells = [
      name,
      `${formatFigure(measured)} ${unit}`,
      floor === undefined ? '' : `${formatFigure(floor)} ${unit}`,
      ratio?.toFixed(2) ?? '',
      target === undefined
        ? limit === undefined
          ? ''
          : `${limit} ${unit}`
        : `${formatFigure(target)} times`,
      verdict === undefined
        ? ''
        : verdict === 'met'
          ? 'yes'
          : `**no**${verdict === 'known' ? `: ${known?.because}` : ''}`,
      note ?? '',
    ];
    return `| ${cells.join(' | ')} |`;
  });
  const head = '| Figure | Measured | Bare | Ratio | At most | Met | |\n|---|---|---|---|---|---|---|';
  return [head, ...lines].join('\n');
}
