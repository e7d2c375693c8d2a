import type { Readable } from 'node:stream';
import type { Platform } from '../../platform/platform';
import { actionsOf, importBatch, MAX_ACTIONS, type RowOutcome } from './internal/import-batch';
import type { ImportCandidate, RefusedOptOut } from './internal/import-row';
import type { ImportScope } from './import-scope';
import { openRows } from './internal/open-rows';
import type { Problem } from './problem';
import { newDescription, type OriginalRow, type SourceRow } from './source-row';
import type { FileSurvey, RowFate } from './internal/survey-file';
import type { Part } from '../../platform/store/commit';

export interface RejectedRow extends Pick<SourceRow, 'row' | 'original' | 'columns'> {
  problems: Problem[];
  /** Phone number as the row has it; set when the row could be read, and the contact's state refuses it. */
  refusedBy?: unknown;
}

/** Numbers of rows by outcome. */
export interface ImportCounts {
  /** Number of rows, whatever their outcome. */
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  skipped: number;
  rejected: number;
  /** Skipped rows whose phone number another row of the file has. */
  duplicates: number;
  /** Phone numbers that the file opts out, each counted once; not part of `rows`. */
  optedOut: number;
}

export const NO_COUNTS: ImportCounts = {
  rows: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  rejected: 0,
  duplicates: 0,
  optedOut: 0,
};

/** Consecutive rows of a file that are imported together. */
export interface Batch {
  /** Index of its first row. */
  first: number;
  counts: ImportCounts;
  rejected: RejectedRow[];
  /** Rows that another row of the file supersedes. */
  duplicateRows: number[];
}

interface ImportRun {
  input: Readable;
  survey: FileSurvey;
  scope: ImportScope;
  /** Index of the first row to import; earlier rows are done. */
  from: number;
  /** True when several batches may be written at once, in any order. */
  isParallel: boolean;
  /** Returns writes for the transaction of a batch. */
  checkpoint?: (batch: Batch) => Part<'lost'>[];
  onBatch?: (batch: Batch) => void;
  /** Waits after each batch. */
  rest?: () => Promise<void>;
  /** Called before each batch; returns false to pause. */
  mayGoOn?: () => boolean;
}

/**
 * Result of a run. `paused`: the time is up, or the survey ends there. `lost`: another worker has the import, or it was
 * cancelled.
 */
export type RunOutcome = 'done' | 'paused' | 'lost';

/**
 * Transactions at once without a group. With a group, every transaction writes its one counter, so that two at once
 * would only conflict.
 */
const TRANSACTIONS_AT_ONCE = 4;
/** Most rows of a batch; it matters for rows without writes of their own. */
const MAX_ROWS_A_BATCH = 200;
/** Most characters of the rejected rows of a batch, which share one item of at most 400 KB. */
const MAX_REJECTED_CHARACTERS = 30_000;

type Decided = RowOutcome | { outcome: 'candidate'; index: number };

/** Rows that are being collected for a transaction. */
class OpenBatch {
  readonly rows: Array<{ source: SourceRow; decided: Decided }> = [];
  readonly candidates: ImportCandidate[] = [];
  /** Opt-outs of rows that do not become contacts. */
  readonly optOuts: RefusedOptOut[] = [];
  /** Phone numbers that its rows opt out. */
  optedOut = 0;
  actions = 0;
  characters = 0;

  constructor(readonly first: number) {}
}

/**
 * Imports the rows of a file from one on, batch after batch, each in a transaction.
 *
 * @throws UnreadableFileError; ServiceError GroupNotFound when the group has been deleted
 */
export async function importRows(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  run: ImportRun,
): Promise<RunOutcome> {
  const atOnce = run.isParallel && !run.scope.enrolment ? TRANSACTIONS_AT_ONCE : 1;
  const running = new Set<Promise<void>>();
  const state: { failure?: { error: unknown }; isLost: boolean } = { isLost: false };
  let batch = new OpenBatch(run.from);

  const writeBatch = async (closed: OpenBatch) => {
    try {
      if (!(await importOpenBatch(platform, run, closed))) state.isLost = true;
      else await run.rest?.();
    } catch (error) {
      state.failure ??= { error };
    }
  };
  const close = async (next: number): Promise<void> => {
    const closed = batch;
    batch = new OpenBatch(next);
    if (closed.rows.length === 0) return;
    while (running.size >= atOnce) await Promise.race(running);
    if (state.failure || state.isLost) return;
    const writing = writeBatch(closed).finally(() => running.delete(writing));
    running.add(writing);
    if (atOnce === 1) await writing;
  };

  let index = -1;
  for await (const row of openRows(run.input, run.survey.reading, newDescription())) {
    index += 1;
    if (index < run.from) {
      run.survey.addEarlier(row, index);
      continue;
    }
    if (batch.rows.length === 0 && (index === run.survey.end || run.mayGoOn?.() === false)) {
      await Promise.all(running);
      return throwOr(state, 'paused');
    }
    addToBatch(batch, { row, fate: run.survey.fateOf(row, index), scope: run.scope });
    if (isFull(batch) || index + 1 === run.survey.end) await close(index + 1);
    if (state.failure || state.isLost) break;
  }
  await close(index + 1);
  await Promise.all(running);
  return throwOr(state, 'done');
}

function addToBatch(
  batch: OpenBatch,
  { row, fate, scope }: { row: SourceRow; fate: RowFate; scope: ImportScope },
): void {
  const add = (decided: Decided) => batch.rows.push({ source: row, decided });
  switch (fate.kind) {
    case 'candidate': {
      const { candidate } = fate;
      add({ outcome: 'candidate', index: batch.candidates.length });
      batch.candidates.push(candidate);
      batch.actions += actionsOf(candidate, scope);
      if (candidate.optedOut) batch.optedOut += 1;
      break;
    }
    case 'rejected':
      add({ outcome: 'rejected', refusal: fate.refusal });
      if (fate.refusal.optOut) batch.optOuts.push(fate.refusal.optOut);
      if (fate.isOptingOut) batch.optedOut += 1;
      break;
    case 'leftOut':
      add({ outcome: 'skipped' });
      if (!fate.optOut) break;
      batch.optOuts.push(fate.optOut);
      batch.optedOut += 1;
      break;
    case 'superseded':
      add({ outcome: 'duplicate' });
  }
  batch.characters += lengthOf(row.original);
}

/** Returns true when the next row might not fit, since it may take the most writes. */
const isFull = ({ actions, rows, characters }: OpenBatch): boolean =>
  actions + MOST_ACTIONS_A_ROW > MAX_ACTIONS ||
  rows.length >= MAX_ROWS_A_BATCH ||
  characters > MAX_REJECTED_CHARACTERS;

const MOST_ACTIONS_A_ROW = 5;

function throwOr(state: { failure?: { error: unknown }; isLost: boolean }, outcome: RunOutcome): RunOutcome {
  if (state.failure) throw state.failure.error;
  return state.isLost ? 'lost' : outcome;
}

/** @returns false when the checkpoint refused the batch */
async function importOpenBatch(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  run: ImportRun,
  batch: OpenBatch,
): Promise<boolean> {
  const toBatch = (outcomes: RowOutcome[]) => countBatch(batch, outcomes);
  const { checkpoint } = run;
  const outcomes = await importBatch(platform, run.scope, {
    candidates: batch.candidates,
    optOuts: batch.optOuts,
    ...(checkpoint && { checkpoint: (decided: RowOutcome[]) => checkpoint(toBatch(decided)) }),
  });
  if (outcomes === 'lost') return false;
  run.onBatch?.(toBatch(outcomes));
  return true;
}

function countBatch(batch: OpenBatch, outcomes: RowOutcome[]): Batch {
  const counts = { ...NO_COUNTS, rows: batch.rows.length, optedOut: batch.optedOut };
  const rejected: RejectedRow[] = [];
  const duplicateRows: number[] = [];
  for (const { source, decided } of batch.rows) {
    const { row, original, columns } = source;
    const ended = decided.outcome === 'candidate' ? outcomes[decided.index] : decided;
    if (!ended) throw new Error('A row of a batch has no outcome');
    switch (ended.outcome) {
      case 'rejected':
        counts.rejected += 1;
        rejected.push({
          ...{ row, original, problems: ended.refusal.problems },
          ...(columns && { columns }),
          ...(decided.outcome === 'candidate' && { refusedBy: source.values.get('phoneNumber') }),
        });
        break;
      case 'duplicate':
        counts.skipped += 1;
        counts.duplicates += 1;
        duplicateRows.push(row);
        break;
      default:
        counts[ended.outcome] += 1;
    }
  }
  return { first: batch.first, counts, rejected, duplicateRows };
}

function lengthOf(original: OriginalRow): number {
  switch (original.type) {
    case 'cells':
      return [...(original.header ?? []), ...original.cells].reduce((sum, cell) => sum + cell.length + 3, 0);
    case 'object':
      return JSON.stringify(original.value).length;
    case 'text':
      return original.text.length;
  }
}

export function addCounts(a: ImportCounts, b: ImportCounts): ImportCounts {
  return {
    rows: a.rows + b.rows,
    created: a.created + b.created,
    updated: a.updated + b.updated,
    unchanged: a.unchanged + b.unchanged,
    skipped: a.skipped + b.skipped,
    rejected: a.rejected + b.rejected,
    duplicates: a.duplicates + b.duplicates,
    optedOut: a.optedOut + b.optedOut,
  };
}
