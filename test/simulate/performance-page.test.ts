import { readFileSync } from 'node:fs';
import { findDifferences } from './page-differences';
import { headOf, type PageRow, pageRowOf, type RowHead, rowNotRunYet } from './page-row';
import { insertRows, mergeRows, PAGE, readRows } from './page-table';
import type { Row } from './run-workload';
import { WORKLOADS } from './workloads';

const unexplained: RowHead = {
  name: 'paced numbers',
  target: '95 % of 60/s',
  dollars: 0.002,
  scale: 50,
};
const priced: RowHead = { ...unexplained, known: { because: 'chunks come one by one', upTo: 0.003 } };
const free: RowHead = { name: 'a preview', target: 'within 30 s', scale: 1 };
const stamp = { seed: 7, commit: '0123abc', date: '2026-11-26' };

const rowOf = (workload: RowHead, result: Pick<Row, 'verdict' | 'dollarsPerThousand'>): PageRow =>
  pageRowOf(
    {
      ...{ workload: { ...workload, run: () => Promise.reject(new Error('not run')) } },
      ...{ asked: 60, reached: 57.66, unit: 'texts/s', isMet: true, texts: 600, seconds: 10 },
      ...{ notes: ['most in a second 3', 'a | b'], bound: ['table throttled 2 times', '19 Lambdas at once'] },
      ...result,
    },
    stamp,
  );
const known = rowOf(priced, { verdict: 'known', dollarsPerThousand: 0.0025 });
const met = rowOf(free, { verdict: 'met', dollarsPerThousand: 0 });

const EMPTY =
  '# A\n\n<!-- simulate: written by `npm run simulate -- --write` -->\n\n<!-- /simulate -->\n\n# B\n';

describe('docs/performance.md', () => {
  const page = readFileSync(PAGE, 'utf8');

  it('has one row for each workload, with the targets and reasons of the code', () => {
    expect(findDifferences(readRows(page), WORKLOADS)).toEqual([]);
  });

  it('has the table as the command writes it', () => {
    expect(insertRows(page, mergeRows(WORKLOADS, { earlier: readRows(page), latest: [] }))).toBe(page);
  });
});

describe('a row of the page', () => {
  it('has figures, verdict and origin of the run', () => {
    expect(known).toEqual({
      workload: 'paced numbers',
      scale: '1/50',
      targets: '95 % of 60/s; at most $0.002 for a thousand texts',
      measured: '57.7 of 60 texts/s; most in a second 3; a | b',
      cost: '$0.0025',
      verdict: 'known miss up to $0.003: chunks come one by one',
      bound: 'table throttled 2 times; 19 Lambdas at once',
      seed: '7',
      commit: '0123abc',
      date: '2026-11-26',
    });
    expect(met).toMatchObject({ scale: '1', targets: 'within 30 s', verdict: 'met' });
    expect(rowOf(free, { verdict: 'missed', dollarsPerThousand: 0 }).verdict).toBe('**MISSED**');
  });

  it('is read back as it was written', () => {
    const rows = [known, rowNotRunYet(free)];
    expect(readRows(insertRows(EMPTY, rows))).toEqual(rows);
    expect(readRows(EMPTY)).toEqual([]);
  });

  it('is not read from a table of other columns', () => {
    const page = insertRows(EMPTY, [known]);
    expect(() => readRows(page.replace('Verdict', 'Met'))).toThrow('Other columns');
    expect(() => readRows(page.replace(' 7 |', ''))).toThrow('9 cells');
  });

  it('stays when its workload is not run, and goes with its workload', () => {
    const earlier = [met, { ...known, commit: '9999999' }, { ...met, workload: 'removed' }];
    expect(mergeRows([priced, free], { earlier, latest: [known] })).toEqual([known, met]);
    expect(mergeRows([priced, free], { earlier: [], latest: [met] })).toEqual([rowNotRunYet(priced), met]);
  });
});

describe('differences between page and code', () => {
  const of = (rows: PageRow[], workloads: RowHead[] = [priced, free]) => findDifferences(rows, workloads);

  it('are none for rows of runs, and for a workload that is not run yet', () => {
    expect(of([known, met])).toEqual([]);
    expect(of([rowNotRunYet(priced), rowNotRunYet(free)])).toEqual([]);
    expect(of([rowOf(priced, { verdict: 'missed', dollarsPerThousand: 0.004 }), met])).toEqual([]);
  });

  it('are rows that lack, repeat or have no workload', () => {
    expect(of([known])).toEqual(['a preview: no row']);
    expect(of([known, met, met])).toEqual(['a preview: several rows']);
    expect(of([known, met, { ...met, workload: 'removed' }])).toEqual(['removed: there is no such workload']);
  });

  it.each([
    [
      'target',
      { ...free, target: 'within 20 s' },
      'run it again for its targets at its scale, within 20 s at 1',
    ],
    ['scale', { ...free, scale: 10 }, 'run it again for its targets at its scale, within 30 s at 1/10'],
    [
      'price',
      { ...free, dollars: 0.001 },
      'run it again for its targets at its scale, within 30 s; at most $0.001 for a thousand texts at 1',
    ],
  ])('are rows of another %s', (_, workload, problem) => {
    expect(of([known, met], [priced, workload])).toEqual([`a preview: ${problem}`]);
    expect(of([known, rowNotRunYet(free)], [priced, workload])[0]).toBe(`a preview: ${problem}`);
  });

  it('are rows that say less than a run', () => {
    const problem = ['a preview: neither the row of a run nor `not run yet`'];
    for (const [name, value] of [
      ['measured', 'not run'],
      ['measured', ''],
      ['cost', '0.1'],
      ['seed', ''],
      ['commit', 'HEAD'],
      ['date', 'today'],
    ] as const) {
      expect(of([known, { ...met, [name]: value }])).toEqual(expect.arrayContaining(problem));
    }
    expect(of([known, { ...rowNotRunYet(free), ...headOf(free), verdict: 'met' }])).toEqual(
      expect.arrayContaining(problem),
    );
  });

  it('are verdicts that the price and the reason in the code do not give', () => {
    const problem = ['paced numbers: its verdict does not follow from its price'];
    expect(of([{ ...known, verdict: 'met' }, met])).toEqual(problem);
    expect(of([{ ...known, cost: '$0.0031' }, met])).toEqual(problem);
    expect(of([{ ...known, cost: '$0.0019' }, met])).toEqual(problem);
    expect(of([{ ...known, verdict: 'known miss up to $0.003: another reason' }, met])).toEqual(problem);
    expect(of([known, met], [unexplained, free])).toEqual(problem);
    expect(of([known, { ...met, verdict: 'yes' }])).toEqual([
      'a preview: its verdict does not follow from its price',
    ]);
  });
});
