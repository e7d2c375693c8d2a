/**
 * Runs the service's own functions in simulated time under a model of AWS's limits, and prints the throughput that is
 * reached, the limits that bound it, and the price of a thousand texts.
 *
 *   npm run simulate -- --only toll-free --seed 7
 */
import { writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { parseWholeNumber } from '../../lib/operator/option-types';
import { describeVerdict } from '../bench/known-miss';
import { type Row, runWorkload } from './run-workload';
import { WORKLOADS } from './workloads';

interface Flags {
  only?: string;
  seed: number;
  short: boolean;
  markdown?: string;
}

const flags = new Command('npm run simulate --')
  .description('Runs workloads through the functions in simulated time, under a model of AWS.')
  .option('--only <text>', 'only the workloads with this text in their name')
  .option('--seed <n>', 'the same runs again', parseWholeNumber, 1)
  .option('--short', 'without the workloads that take long', false)
  .option('--markdown <file>', 'write the table there')
  .parse()
  .opts<Flags>();

const rows: Row[] = [];
const wanted = WORKLOADS.filter(
  ({ name, isLong }) =>
    (flags.only === undefined || name.includes(flags.only)) && !(flags.short && isLong === true),
);
for (const workload of wanted) {
  const startedAt = performance.now();
  const row = await runWorkload(workload, { seed: flags.seed });
  rows.push(row);
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  process.stdout.write(`${describe(row)} (${seconds} s)\n`);
}
if (flags.markdown !== undefined) writeFileSync(flags.markdown, toMarkdown(rows));
process.exitCode = rows.some(({ verdict }) => verdict === 'missed') ? 1 : 0;

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
    `  target ${targetOf(workload)}: ${describeVerdict(verdict, workload.known)}`,
    `  ${bound.join('; ')}; $${dollarsPerThousand.toFixed(4)} for a thousand texts`,
  ].join('\n');
}

/** Returns the target of a workload in words, with its price. */
function targetOf({ target, dollars }: Row['workload']): string {
  return dollars === undefined ? target : `${target}; at most $${dollars} for a thousand texts`;
}

function toMarkdown(all: Row[]): string {
  const lines = all.map(({ workload, asked, reached, unit, verdict, notes, bound, dollarsPerThousand }) => {
    const { name, scale, known } = workload;
    const met = verdict === 'met' ? 'yes' : `**no**${verdict === 'known' ? `: ${known?.because}` : ''}`;
    const cells = [
      ...[name, scale === 1 ? '1' : `1/${scale}`, `${asked} ${unit}`, reached.toFixed(1)],
      ...[targetOf(workload), met, notes.join('; '), bound.join('; ')],
      `$${dollarsPerThousand.toFixed(4)}`,
    ];
    return `| ${cells.join(' | ')} |`;
  });
  return [
    '| Workload | Scale | Asked | Reached | Target | Met | | What held it up | A thousand texts |',
    '|---|---|---|---|---|---|---|---|---|',
    ...lines,
    '',
  ].join('\n');
}
