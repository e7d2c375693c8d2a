import type { Job, JobCounts } from '../../../shared/sending/jobs/job';
import type { Evidence } from './books';
import type { BookedSend, HandOvers } from './hand-over-books';
import type { LateClaim } from './moments';
import type { Answer } from './world';

const SEND_BATCH = 25;
const MOST_AFTER_STOP = 250;

/**
 * Finds hand-overs after the answer to a pause or a cancellation. Only send batches that are under way may be handed
 * over: one of each worker that had begun, and no more than 250 in all.
 *
 * @param after hand-overs that were begun after it
 */
export function findSentAfterStop(
  name: string,
  { after, answeredAtStep }: { after: BookedSend['taken']; answeredAtStep: number },
): string[] {
  const byProcess = new Map<number, number>();
  for (const { processStartedAtStep: process } of after) {
    byProcess.set(process, (byProcess.get(process) ?? 0) + 1);
  }
  const wrong = [...byProcess].flatMap(([process, count]) =>
    process > answeredAtStep || count > SEND_BATCH ? [`${name}: a worker handed ${count} over after it`] : [],
  );
  if (after.length > MOST_AFTER_STOP) wrong.push(`${name}: ${after.length} were handed over after it`);
  return wrong;
}

/**
 * Finds counts that changed after a cancellation's answer: recipients that it counts as ended stay so, and only those
 * that it counts as pending may be added. It counts the recipients of a claim that was still on its way as skipped; when
 * that is written, they are unknown.
 *
 * @param options.claims late claims of the jobs that were cancelled
 */
export function findMovedCounts(
  name: string,
  { answer, counts, claims }: { answer: Answer; counts: JobCounts; claims: LateClaim[] },
): string[] {
  const claimedLater = claims
    .filter(({ atStep }) => atStep > answer.atStep)
    .reduce((sum, { recipients }) => sum + recipients, 0);
  const told = answer.body.counts as { pending: number; sent: number; failed: number; skipped: number };
  const moved = {
    skipped: counts.skipped - told.skipped,
    handedOver: counts.sent + counts.failed - told.sent - told.failed,
  };
  return Object.entries(moved).flatMap(([what, by]) =>
    by < -claimedLater || by > told.pending + claimedLater || told.pending > MOST_AFTER_STOP
      ? [`${name}: ${what} moved by ${by} after an answer of ${told.pending} pending`]
      : [],
  );
}

/** Finds violations of cancellations of broadcasts and batches. */
export function findWrongCancels({ traffic, world }: Evidence, { all, jobs }: HandOvers): string[] {
  // Workers of the previous release check the job in their own way.
  if (world.isMixed) return [];
  const byId = new Map(jobs.map((job) => [job.id, job]));
  return traffic.asked
    .filter(({ operation }) => operation === 'cancelBroadcast' || operation === 'cancelBatch')
    .flatMap(({ answers }) => answers)
    .flatMap((answer) => {
      const job = byId.get(String(answer.body.id));
      if (job === undefined || answer.body.status !== 'cancelled') return [];
      const claims = world.lateClaims.filter(({ jobId }) => jobId === job.id);
      return findWrongCancel({ answer, claims }, job, all);
    });
}

function findWrongCancel(
  { answer, claims }: { answer: Answer; claims: LateClaim[] },
  { id, counts }: Job,
  all: BookedSend[],
): string[] {
  const name = `The cancellation of ${id}`;
  const answeredAtStep = answer.atStep;
  const after = all
    .filter(({ jobId }) => jobId === id)
    .flatMap(({ taken }) => taken.filter(({ askedAtStep }) => askedAtStep > answeredAtStep));
  return [
    ...findSentAfterStop(name, { after, answeredAtStep }),
    ...findMovedCounts(name, { answer, counts, claims }),
  ];
}
