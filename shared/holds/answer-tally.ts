import type { SendOutcome } from '../platform/provider/port';

/** Notes the provider's answers to hand-overs of one number, for its breaker. */
export class AnswerTally {
  private readonly bad: boolean[] = [];
  private everyMessage: 'spend_limit' | 'provider' | undefined;
  private good = 0;

  /** Answers that are no sign of an outage are not noted: of a throttled request, or of one not made. */
  add(answer: SendOutcome): this {
    if (answer.outcome === 'unavailable') {
      this.everyMessage ??= answer.everyMessage;
      if (answer.everyMessage !== undefined || answer.isNoOutage) return this;
    }
    this.bad.push(answer.outcome === 'unavailable' || answer.outcome === 'unknown');
    return this;
  }

  /** Notes that an answer is late: it counts as bad until it comes. */
  addMissing(): this {
    this.bad.push(true);
    return this;
  }

  /** Notes an answer that has counted as missing. */
  addLate(answer: SendOutcome): this {
    const { bad, everyMessage } = new AnswerTally().add(answer);
    this.everyMessage ??= everyMessage;
    if (bad.includes(false)) this.good += 1;
    return this;
  }

  /** Answers that came as they should after they had counted as missing. */
  get goodAfterMissing(): number {
    return this.good;
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
