import type { SendOutcome } from '../platform/provider/port';
import type { AnswerCounts } from './breaker';

/** Counts the provider's answers to hand-overs of one number, for its breaker. */
export class AnswerTally {
  private answered = 0;
  private bad = 0;
  private everyMessage: 'spend_limit' | 'provider' | undefined;

  /** Answers that are no sign of an outage leave the count as it is: of a throttled request, or of one not made. */
  add(answer: SendOutcome): void {
    if (answer.outcome === 'unavailable') {
      this.everyMessage ??= answer.everyMessage;
      if (answer.everyMessage !== undefined || answer.isNoOutage) return;
    }
    this.answered += 1;
    if (answer.outcome === 'unavailable' || answer.outcome === 'unknown') this.bad += 1;
  }

  get counts(): AnswerCounts {
    return { answered: this.answered, bad: this.bad };
  }

  /** Why the provider takes no message of the AWS account at all; `undefined` unless it said so. */
  get refusesEverything(): 'spend_limit' | 'provider' | undefined {
    return this.everyMessage;
  }
}
