import { progressKey } from '../../../../platform/store/keys';
import type { Table } from '../../../../platform/store/table';
import type { Job, JobCounts } from '../../job';
import { type Progress, readProgress } from '../../results/progress';
import type { RecipientsFilter } from '../recipients-query';

/** State of a chunk as known before its results are read. */
export interface ChunkView {
  /** Recipients before this position were started. */
  startedBefore: number;
  /** Positions before `startedBefore` that may have no result yet. */
  unsettled: ReadonlySet<number>;
  /** Recipients of a campaign that wait for their hours: when those begin, in epoch milliseconds, by position. */
  waiting: ReadonlyMap<number, number>;
  /** The job was cancelled: recipients that were never started may have a result. */
  isSkipping: boolean;
  /** Counts of the recipients' results; only for a chunk that is done. */
  counts: JobCounts | undefined;
}

const NONE: ReadonlySet<number> = new Set();

/** Reads the progress of the chunks `first` to `last`, by number; eventually consistent. */
export async function readProgressOf(
  table: Table,
  options: { jobId: string; first: number; last: number },
): Promise<Map<number, Progress>> {
  const { jobId, first, last } = options;
  const items = await table.queryAll({
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: {
      ':pk': progressKey(jobId, first).pk,
      ':first': progressKey(jobId, first).sk,
      ':last': progressKey(jobId, last).sk,
    },
  });
  return new Map(items.map(readProgress).map((progress) => [progress.chunk, progress]));
}

/**
 * Derives the view of a chunk from its progress.
 *
 * @param progress absent while no worker has started the chunk
 */
export function viewOf(job: Job, progress: Progress | undefined): ChunkView {
  const isDone = job.completedAt !== undefined || progress?.state === 'done';
  if (isDone) {
    const counts = progress?.state === 'done' ? progress.counts : undefined;
    return { startedBefore: Infinity, unsettled: NONE, waiting: new Map(), isSkipping: false, counts };
  }
  const inFlight = progress?.inFlight;
  const waiting = new Map(
    (progress?.waiting ?? []).flatMap(({ untilMs, positions }) =>
      positions.map((position) => [position, untilMs] as const),
    ),
  );
  return {
    startedBefore: progress?.nextPosition ?? 0,
    unsettled: new Set([
      ...(progress?.retries ?? []).map(({ position }) => position),
      ...waiting.keys(),
      ...(inFlight ? [...inFlight.positions, ...inFlight.ended] : []),
    ]),
    waiting,
    isSkipping: job.status === 'cancelled',
    counts: undefined,
  };
}

export function mustHaveResult(view: ChunkView, position: number): boolean {
  return position < view.startedBefore && !view.unsettled.has(position);
}

export function mayHaveResult(view: ChunkView, position: number): boolean {
  return position < view.startedBefore || view.isSkipping || view.unsettled.has(position);
}

/** Returns true when the recipient at a position can be in the wanted status. */
export function canHaveStatus(view: ChunkView, position: number, filter: RecipientsFilter): boolean {
  if (isPendingOnly(filter)) return !mustHaveResult(view, position);
  return isOfResultsOnly(filter) ? mayHaveResult(view, position) : true;
}

/** Returns true when a recipient of the chunk can match; otherwise the chunk is not read. */
export function canMatch(view: ChunkView, filter: RecipientsFilter): boolean {
  const { counts } = view;
  if (isPendingOnly(filter)) return view.startedBefore !== Infinity;
  if (!isOfResultsOnly(filter)) return true;
  if (!counts) return view.startedBefore > 0 || view.isSkipping;
  const { status, reason, deliveryStatus } = filter;
  return (
    (status === undefined || status === 'pending' || status === 'dropped' || counts[status] > 0) &&
    (reason === undefined || counts.failed + counts.skipped > 0) &&
    (deliveryStatus === undefined || counts.sent + counts.failed > 0)
  );
}

const isPendingOnly = ({ status }: RecipientsFilter) => status === 'pending';

const isOfResultsOnly = ({ status, reason, deliveryStatus }: RecipientsFilter) =>
  status !== undefined || reason !== undefined || deliveryStatus !== undefined;
