import { AnswerTally } from '../../../../holds/answer-tally';
import type { Hold } from '../../../../holds/hold';
import { recordAnswers } from '../../../../holds/record-answers';
import { giveBackUnused } from '../../../../senders/hold-parts';
import { usedUpAt } from '../../../../senders/daily-cap';
import { epochMs } from '../../../../platform/clock';
import type { Progress, Retry } from '../../results/progress';
import { pageOf, type PageResults } from '../../results/result';
import { returnCapPlaces, returnCapPlacesAt } from './campaign-turn';
import { LeaseLostError, saveProgress } from './chunk-lease';
import { keepWithinLimits, useHeldTexts } from './chunk-limits';
import { leadAfter, slotsFor } from './chunk-slots';
import { type ChunkDeps, type ChunkWork, recipientAt } from './chunk-work';
import { insist } from './insist';
import { lookUpRecipients } from './look-up-recipients';
import { releaseKeysOfFinished, settleRecipientKeys } from './recipient-keys';
import { recordTexted } from '../../../record-texted';
import { loadResults, saveResults } from '../result-store';
import { mayHandOver } from './standing';
import {
  type Candidate,
  firstTry,
  prepareMedia,
  type Screened,
  screenRecipients,
  sendToRecipient,
  type Waiting,
} from './send-to-recipients';
import { withCounts } from './with-counts';

/**
 * Sends to these recipients of one results page, as far as slots are free.
 *
 * @param options.probed hold under which the one recipient is sent to, to see whether the provider is back
 */
export async function sendBatch(
  deps: ChunkDeps,
  work: ChunkWork,
  { candidates, probed }: { candidates: Candidate[]; probed?: Hold | undefined },
): Promise<void> {
  const startMs = epochMs(deps.clock);
  // 1. Check which recipients may still be sent to, claim their keys, and count them in the limits of their countries.
  // Read the results of their page for the write that follows.
  const [first] = candidates;
  const missingMedia = await prepareMedia(deps, work, candidates);
  await lookUpRecipients(deps, work, candidates);
  const [allowed] = await Promise.all([
    screenRecipients(deps, work, { candidates, missingMedia }),
    first && loadResults(deps, work, pageOf(first.position)),
  ]);
  const screened = await keepWithinLimits(deps, work, allowed);
  // 2. Reserve slots.
  const { count, slots, isCapped } = await slotsFor(deps, work, screened.ready);
  const going = screened.ready.slice(0, count);
  // 3. Store which recipients are about to be sent to. Fails for a worker that has lost its lease, before it sends
  // anything.
  work.progress = await writeAhead(deps, work, { candidates, screened, going, isCapped });
  // 4. Check that the job is not cancelled, its campaign not paused, and its sender active.
  const turn = await mayHandOver(deps, work, { probed });
  const held = 'no' in turn ? going : [];
  const tally = new AnswerTally();
  // 5. Send, all at once or each in its slot.
  const outcomes = await Promise.all(
    'no' in turn
      ? []
      : going.map(async (ready) =>
          sendToRecipient(deps, work, { ready, slots, untilMs: turn.untilMs, tally }),
        ),
  );
  if (slots) {
    work.slotLeadMs = leadAfter(slots);
    await giveBackUnused(deps, { number: work.from, cap: work.cap, parts: slots.unusedParts });
  }
  const { from: number, job } = work;
  const { accountId } = job;
  work.breaker = await recordAnswers(deps, { accountId, number, tally, known: work.breaker, probed });
  // 6. Store the results.
  const results: PageResults = new Map(screened.results);
  const retries: Retry[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const position = going[index]?.position;
    if (position === undefined) continue;
    if ('result' in outcome) results.set(position, outcome.result);
    else retries.push(outcome.retry);
  }
  const ended = outcomes.flatMap((outcome, index) =>
    'result' in outcome ? (going[index]?.position ?? []) : [],
  );
  useHeldTexts(work, ended);
  if (results.size > 0) {
    await saveResults(deps, work, results);
    await settleRecipientKeys(deps, work, results);
    await returnCapPlaces(deps, work, results);
    await recordAllTexted(deps, work, results);
  }
  work.progress = {
    ...work.progress,
    inFlight: undefined,
    retries: [...work.progress.retries, ...retries],
    ...withCounts(work, results),
  };
  work.lastSendBatchMs = epochMs(deps.clock) - startMs;
  if (held.length > 0) await takeBack(deps, work, held);
  if (isCapped) await waitForNextDay(deps, work, screened.ready);
  if ('no' in turn && turn.error !== undefined) throw turn.error;
}

/** Records that the recipients with these results were texted, when the account wants that. */
async function recordAllTexted(deps: ChunkDeps, work: ChunkWork, results: PageResults): Promise<void> {
  const { account } = work;
  if (!account.trackLastTexted) return;
  const texted = [...results].filter(([, { status }]) => status === 'sent' || status === 'unknown');
  await Promise.all(
    texted.map(async ([position]) =>
      recordTexted(deps, { accountId: account.id, to: recipientAt(work, position).to }),
    ),
  );
}

/** Stores the send batch before any of its messages is handed over. */
async function writeAhead(
  deps: ChunkDeps,
  work: ChunkWork,
  options: { candidates: Candidate[]; screened: Screened; going: Candidate[]; isCapped?: true | undefined },
): Promise<Progress> {
  try {
    return await saveProgress(deps, {
      job: work.job,
      progress: startBatch(work.progress, { ...options, nowMs: epochMs(deps.clock) }),
    });
  } catch (error) {
    // The claims of this worker may be later than the results that another worker wrote, which released the keys.
    if (error instanceof LeaseLostError) await releaseKeysOfFinished(deps, work, options.screened.ready);
    throw error;
  }
}

/**
 * Stores that none of these recipients was handed over, because they may not be now. The worker's next step decides on
 * them again. Recipients that were not tried before are stored as waiting and not as retries, because retries are given
 * up some hours after their first attempt.
 */
async function takeBack(deps: ChunkDeps, work: ChunkWork, held: Candidate[]): Promise<void> {
  const nowMs = epochMs(deps.clock);
  const { tried, fresh } = byTrial(held, nowMs);
  const { progress, job } = work;
  const taken: Progress = {
    ...progress,
    retries: [...progress.retries, ...tried],
    waiting: waitingAfter(progress, {
      attempted: new Set(),
      added: fresh,
    }),
  };
  work.progress = await insist(deps.table.waits, () => saveProgress(deps, { job, progress: taken }));
  await returnCapPlacesAt(
    deps,
    work,
    held.map(({ position }) => position),
  );
}

/** Separates recipients that may be handed over much later: those that were tried before are retries, the others wait. */
function byTrial(candidates: Candidate[], nowMs: number): { tried: Retry[]; fresh: Waiting[] } {
  const isTried = ({ retry }: Candidate) => retry !== undefined && retry.attempts > 0;
  return {
    tried: candidates.filter(isTried).flatMap(({ retry }) => retry ?? []),
    fresh: candidates.flatMap((one) => (isTried(one) ? [] : [{ position: one.position, untilMs: nowMs }])),
  };
}

/** Keeps in mind that nothing is left of the daily cap: the worker's next step decides on the recipients again. */
async function waitForNextDay(deps: ChunkDeps, work: ChunkWork, left: Candidate[]): Promise<void> {
  const { cap } = work;
  if (cap) work.cap = { ...cap, usedUp: usedUpAt(cap, epochMs(deps.clock)) };
  await returnCapPlacesAt(
    deps,
    work,
    left.map(({ position }) => position),
  );
}

/** Returns the progress with a send batch started: each of its recipients is in flight, ended, or among the retries. */
function startBatch(
  progress: Progress,
  options: {
    candidates: Candidate[];
    screened: Screened;
    going: Candidate[];
    isCapped?: true | undefined;
    nowMs: number;
  },
): Progress {
  const { candidates, screened, going, isCapped, nowMs } = options;
  const attempted = new Set(candidates.map(({ position }) => position));
  const goingPositions = new Set(going.map(({ position }) => position));
  // Recipients that are ready but have no slot come next, or on the next day of the cap.
  const left = screened.ready.filter(({ position }) => !goingPositions.has(position));
  const { tried, fresh } = isCapped
    ? byTrial(left, nowMs)
    : { tried: left.map(({ position, retry }) => retry ?? firstTry(position, nowMs)), fresh: [] };
  const [first] = candidates;
  const furthest = Math.max(...attempted) + 1;
  return {
    ...progress,
    nextPosition: Math.max(progress.nextPosition, furthest),
    inFlight: first && {
      page: pageOf(first.position),
      positions: [...goingPositions],
      ended: [...screened.results.keys()],
    },
    retries: [
      ...progress.retries.filter(({ position }) => !attempted.has(position)),
      ...screened.retries,
      ...tried,
    ],
    waiting: waitingAfter(progress, { attempted, added: [...screened.waiting, ...fresh] }),
  };
}

/** Returns the waiting recipients grouped by when their hours begin, which keeps the item small. */
function waitingAfter(
  { waiting }: Progress,
  { attempted, added }: { attempted: ReadonlySet<number>; added: Waiting[] },
): Progress['waiting'] {
  if (waiting === undefined && added.length === 0) return undefined;
  const byTime = new Map<number, number[]>();
  const add = (untilMs: number, positions: number[]) =>
    byTime.set(untilMs, [...(byTime.get(untilMs) ?? []), ...positions]);
  for (const { untilMs, positions } of waiting ?? []) {
    add(
      untilMs,
      positions.filter((position) => !attempted.has(position)),
    );
  }
  for (const { untilMs, position } of added) add(untilMs, [position]);
  return [...byTime].flatMap(([untilMs, positions]) =>
    positions.length > 0 ? [{ untilMs, positions }] : [],
  );
}
