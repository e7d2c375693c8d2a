import type { SendOutcome } from '../platform/provider/port';

/** Notes the provider's answers to hand-overs of one number, for its breaker. */
export class AnswerTally {
  private readonly bad: boolean[] = [];
  private everyMessage: 'spend_limit' | 'provider' | undefined;

  /** Answers that are no sign of an outage are not noted: of a throttled request, or of one not made. */
  add(answer: SendOutcome): void {
    if (answer.outcome === 'unavailable') {
      this.everyMessage ??= answer.everyMessage;
      if (answer.everyMessage !== undefined || answer.isNoOutage) return;
    }
    this.bad.push(answer.outcome === 'unavailable' || answer.outcome === 'unknown');
  }

  /** For each answer, in the order in which they came, true when it was `unavailable` or `unknown`. */
  get areBad(): readonly boolean[] {
    return this.bad;
  }

  /** Why the provider takes no message of the AWS account at all; `undefined` unless it said so. */
  get refusesEverything(): 'spend_limit' | 'provider' | undefined {
    return this.everyMessage;
  }
}
