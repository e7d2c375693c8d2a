import { isDeepStrictEqual } from 'node:util';
import { headOf, knownMiss, MET, MISSED, type PageRow, type RowHead, rowNotRunYet } from './page-row';

/** Compares the rows of the page with the workloads of the code. @returns a sentence for each difference */
export function findDifferences(rows: readonly PageRow[], workloads: readonly RowHead[]): string[] {
  const names = workloads.map(({ name }) => name);
  const unknown = rows.filter(({ workload }) => !names.includes(workload));
  return [
    ...unknown.map(({ workload }) => `${workload}: there is no such workload`),
    ...workloads.flatMap((workload) => {
      const [row, ...others] = rows.filter((candidate) => candidate.workload === workload.name);
      const problems =
        row === undefined ? ['no row'] : others.length > 0 ? ['several rows'] : findStale(row, workload);
      return problems.map((problem) => `${workload.name}: ${problem}`);
    }),
  ];
}

function findStale(row: PageRow, workload: RowHead): string[] {
  const head = headOf(workload);
  const isStale = row.targets !== head.targets || row.scale !== head.scale;
  const isRun = !isDeepStrictEqual(row, rowNotRunYet(workload));
  return [
    ...(isStale ? [`run it again for its targets at its scale, ${head.targets} at ${head.scale}`] : []),
    ...(isRun && !isFromRun(row) ? ['neither the row of a run nor `not run yet`'] : []),
    ...(isRun && !isVerdictOf(row, workload) ? ['its verdict does not follow from its price'] : []),
  ];
}

const isFromRun = ({ measured, cost, seed, commit, date }: PageRow): boolean =>
  /^\d+\.\d of \d+ \S/.test(measured) &&
  /^\$\d+\.\d{4}$/.test(cost) &&
  /^\d+$/.test(seed) &&
  /^[0-9a-f]{7,40}\+?$/.test(commit) &&
  /^\d{4}-\d\d-\d\d$/.test(date);

/** Returns true for the verdicts that the price in a row allows. Only a price can be a known miss. */
function isVerdictOf({ verdict, cost }: PageRow, { dollars = Infinity, known }: RowHead): boolean {
  if (verdict === MISSED) return true;
  const price = Number(cost.slice(1));
  if (verdict === MET) return price <= dollars;
  return known !== undefined && verdict === knownMiss(known) && price >= dollars && price <= known.upTo;
}
