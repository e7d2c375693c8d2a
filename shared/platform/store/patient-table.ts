import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { isThrottle } from './client/service-error';
import type { Waits } from './retry-on-conflict';
import type { Table, TableSender } from './table';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** Longest time that throttled calls of one part wait together: a lease that the part renews is longer. */
const MOST_IN_A_PART_MS = 15_000;
/** Share of a pause that is left after a part of the work that the table did not throttle. */
const LEFT_WITHOUT_THROTTLE = 0.95;
const NONE_BELOW_MS = 10;

/**
 * Table for work that has time, such as an import: once the table throttles it or fails to answer, it pauses between its parts, twice as long
 * each time, so that requests and sends find room. Without throttling the pauses shrink again, and the work takes what the table
 * has left.
 *
 * **Source:** decision "Work that has time gives way".
 */
export class PatientTable {
  readonly table: Table;
  private readonly waits: Waits;
  private pauseMs = 0;
  private isThrottled = false;
  /** Time for which throttled calls of this part have waited. */
  private waitedMs = 0;

  constructor(table: Table) {
    this.waits = table.waits;
    this.table = table.through(
      (sender) => ({ send: (command: object) => this.send(sender, command) }) as TableSender,
    );
  }

  /** Waits between two parts of the work. */
  async rest(): Promise<void> {
    if (!this.isThrottled) this.pauseMs *= LEFT_WITHOUT_THROTTLE;
    if (this.pauseMs < NONE_BELOW_MS) this.pauseMs = 0;
    this.isThrottled = false;
    this.waitedMs = 0;
    if (this.pauseMs > 0) await this.waits.pause(this.nextPauseMs());
  }

  private async send(sender: TableSender, command: object): Promise<unknown> {
    try {
      const answer: unknown = await sender.send(command as never);
      // The client has waited before it asked again.
      if (attemptsOf(answer) > 1 || isPartly(answer)) this.grow();
      return answer;
    } catch (error) {
      if (isThrottled(error)) await this.giveWay();
      throw error;
    }
  }

  /** Waits before the caller tries again. Throttled calls of one part of the work count once. */
  private async giveWay(): Promise<void> {
    this.grow();
    const pauseMs = Math.min(this.nextPauseMs(), MOST_IN_A_PART_MS - this.waitedMs);
    if (pauseMs <= 0) return;
    this.waitedMs += pauseMs;
    await this.waits.pause(pauseMs);
  }

  /** Lengthens the pause, once within a part of the work. */
  private grow(): void {
    if (!this.isThrottled)
      this.pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * this.pauseMs));
    this.isThrottled = true;
  }

  /** Returns the pause with a random part: workers that were throttled together do not return together. */
  private nextPauseMs(): number {
    return this.pauseMs * (0.5 + 0.5 * this.waits.random());
  }
}

/** Returns true when the table has throttled a command; of a transaction a reason of its cancellation says so. */
function isThrottled(error: unknown): boolean {
  if (!(error instanceof TransactionCanceledException)) return isThrottle(error);
  const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
  return codes.includes('ThrottlingError') || codes.includes('ProvisionedThroughputExceeded');
}

/** Returns how often the client has asked until the table answered. */
const attemptsOf = (answer: unknown): number =>
  (answer as { $metadata?: { attempts?: number } } | undefined)?.$metadata?.attempts ?? 1;

/** Returns true when the table has left out a part of a batch, as it does of one that it throttles. */
function isPartly(answer: unknown): boolean {
  const { UnprocessedItems: items = {}, UnprocessedKeys: keys = {} } = answer as Record<string, object>;
  return Object.keys(items).length + Object.keys(keys).length > 0;
}
