/**
 * Runs the service's own functions in simulated time under a model of AWS's limits, and prints the throughput that is
 * reached, the limits that bound it, and the price of a thousand texts.
 *
 *   npm run simulate -- --only toll-free --seed 7
 *   npm run simulate -- --short --write
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { writeGenerated } from '../../lib/generate/write-generated';
import { parseWholeNumber } from '../../lib/operator/option-types';
import { describeVerdict } from '../bench/known-miss';
import { currentCommit } from '../support/run/current-commit';
import { type PageRow, pageRowOf, targetsOf } from './page-row';
import { insertRows, mergeRows, PAGE, readRows, renderTable } from './page-table';
import { type Row, runWorkload } from './run-workload';
import { WORKLOADS } from './workloads';

interface Flags {
  only?: string;
  seed: number;
  short: boolean;
  markdown?: string;
  write: boolean;
}

const flags = new Command('npm run simulate --')
  .description('Runs workloads through the functions in simulated time, under a model of AWS.')
  .option('--only <text>', 'only the workloads with this text in their name')
  .option('--seed <n>', 'the same runs again', parseWholeNumber, 1)
  .option('--short', 'without the workloads that take long', false)
  .option('--markdown <file>', 'write the table of this run there')
  .option('--write', `write the row of each workload that is run to ${PAGE}`, false)
  .parse()
  .opts<Flags>();

const isForFile = flags.write || flags.markdown !== undefined;
const stamp = {
  seed: flags.seed,
  commit: isForFile ? currentCommit({ except: [PAGE] }) : '',
  date: new Date().toISOString().slice(0, 10),
};
const rows: PageRow[] = [];
let isMissed = false;
const wanted = WORKLOADS.filter(
  ({ name, isLong }) =>
    (flags.only === undefined || name.includes(flags.only)) && !(flags.short && isLong === true),
);
for (const workload of wanted) {
  const startedAt = performance.now();
  const row = await runWorkload(workload, { seed: flags.seed });
  isMissed ||= row.verdict === 'missed';
  rows.push(pageRowOf(row, stamp));
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  process.stdout.write(`${describe(row)} (${seconds} s)\n`);
  // After each workload, so that a run that is ended early keeps what it has measured.
  if (flags.write) writeToPage(rows);
}
if (flags.markdown !== undefined) writeFileSync(flags.markdown, `${renderTable(rows)}\n`);
process.exitCode = isMissed ? 1 : 0;

function writeToPage(latest: PageRow[]): void {
  const page = readFileSync(PAGE, 'utf8');
  writeGenerated(PAGE, insertRows(page, mergeRows(WORKLOADS, { earlier: readRows(page), latest })));
}

function describe({
  workload,
  asked,
  reached,
  unit,
  verdict,
  notes,
  bound,
  dollarsPerThousand,
}: Row): string {
  return [
    workload.name,
    `  ${reached.toFixed(1)} of ${asked} ${unit}${workload.scale > 1 ? `, everything at 1/${workload.scale}` : ''}; ${notes.join('; ')}`,
    `  target ${targetsOf(workload)}: ${describeVerdict(verdict, workload.known)}`,
    `  ${bound.join('; ')}; $${dollarsPerThousand.toFixed(4)} for a thousand texts`,
  ].join('\n');
}
