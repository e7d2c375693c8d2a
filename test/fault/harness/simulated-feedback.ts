import { isDeepStrictEqual } from 'node:util';
import type { OutboxEntry } from '../../../shared/outbox/outbox';
import type { FeedbackTask } from '../../../shared/outbox/relay-outbox';
import type { FeedbackOutcome, FeedbackTaker } from '../../../shared/platform/provider/port';
import { pickWeighted } from '../../support/run/seeded-random';
import { latency } from './faulty-document-client';
import type { Mix } from './mix';
import type { Moments } from './moments';
import type { Simulation } from './simulation';

/** Feedback that the provider was asked to take. */
interface AskedFeedback {
  providerMessageId: string;
  /** Absent when no answer reached the process. */
  outcome?: FeedbackOutcome['outcome'];
}

type QueuedFeedback = Extract<OutboxEntry, { kind: 'feedback' }>;

/** Provider's part that takes feedback: it refuses some, is unavailable, and loses answers. */
export class SimulatedFeedback implements FeedbackTaker {
  readonly asked: AskedFeedback[] = [];
  /** Feedback that clicks and answers have put into the outbox. */
  readonly queued: QueuedFeedback[] = [];
  /** Tasks that were delivered to a worker, repetitions included. */
  readonly delivered: FeedbackTask[] = [];

  constructor(private readonly options: { simulation: Simulation; mix: () => Mix; moments: Moments }) {}

  async giveFeedback({ providerMessageId }: { providerMessageId: string }): Promise<FeedbackOutcome> {
    const { simulation, mix, moments } = this.options;
    const asked: AskedFeedback = { providerMessageId };
    if (this.asked.some((other) => isDeepStrictEqual(other, { ...asked, outcome: 'unavailable' })))
      moments.meet('feedbackAgain');
    this.asked.push(asked);
    const fault = pickWeighted(simulation.random, mix().feedback);
    return simulation.call(`feedback on ${providerMessageId}`, latency(simulation, mix()), async () => {
      if (fault !== 'given') simulation.note(`  ${fault}: feedback on ${providerMessageId}`);
      const outcome = fault === 'lostAnswer' ? 'unavailable' : fault;
      asked.outcome = outcome;
      if (outcome === 'given') moments.meet('feedbackGiven');
      return { outcome };
    });
  }

  /** Remembers the feedback among new outbox items. */
  noteOutbox(item: Record<string, unknown>): void {
    const entry = item.entry as OutboxEntry;
    if (entry.kind === 'feedback') this.queued.push(entry);
  }

  /** Remembers the feedback among the records of a worker. */
  noteDelivery(records: ReadonlyArray<{ body: string }>): void {
    for (const { body } of records) {
      const task = JSON.parse(body) as object;
      if ('feedbackOn' in task) this.delivered.push(task as FeedbackTask);
    }
  }
}
