import { epochMs } from '../platform/clock';
import type { Pause } from '../platform/pause';
import type { Platform } from '../platform/platform';
import type { DailyCap } from './daily-cap';
import { type Horizon, reserveSlots, slotLengthMs } from './reserve-slots';
import { giveBackUnused } from './hold-parts';
import { isSlow } from './slow-number';
import { ReservedSlots } from './reserved-slots';

/** Longest wait of a caller. */
const CALLER_WAITS_MS = 1_000;
/**
 * Longest wait in the queue. It is longer than any reservation of jobs, which reserve up to two slots ahead of a slow
 * number, so that a single message is sent before their next recipients.
 */
const QUEUE_WAITS_FOR_SLOW_MS = 2_500;
const LONGEST_LEAD_MS = CALLER_WAITS_MS / 2;

/**
 * Turn of a message: send it now, or try again at that time, when `isCapped` because nothing is left of the number's daily
 * cap.
 */
export type Turn = 'now' | { freeAtMs: number; isCapped?: true };

/** Rate of a number, and its daily cap if it has one. */
interface Pace {
  ratePerSecond: number;
  cap?: DailyCap | undefined;
}

interface Waiting {
  parts: number;
  giveUpAtMs: number;
  resolve: (turn: Turn) => void;
  reject: (error: unknown) => void;
}

/**
 * Single messages of one process that wait for a slot of the same number. Messages that join during a reservation share
 * the next one, and are sent in the order in which they joined. A busy process misses some slots; its messages keep
 * their order.
 */
export class SlotLine {
  private readonly withoutSlot: Waiting[] = [];
  private isReserving = false;
  /** Number of waiting messages, with or without a slot. */
  private size = 0;
  /** Delay of the process at missed slots; the next slots are reserved further ahead. */
  private leadMs = 0;
  private pace: Pace;

  constructor(
    private readonly deps: Pick<Platform, 'table' | 'clock'> & { pause?: Pause },
    private readonly options: { number: string; isCallerTold: boolean } & Pace,
  ) {
    this.pace = options;
  }

  get isEmpty(): boolean {
    return this.size === 0;
  }

  private get waitAtMostMs(): number {
    return isSlow(this.pace.ratePerSecond) && !this.options.isCallerTold
      ? QUEUE_WAITS_FOR_SLOW_MS
      : CALLER_WAITS_MS;
  }

  /** @param options.pace the current pace */
  async join({ pace, parts }: { pace: Pace; parts: number }): Promise<Turn> {
    this.pace = pace;
    this.size++;
    try {
      return await new Promise<Turn>((resolve, reject) => {
        const giveUpAtMs = epochMs(this.deps.clock) + this.waitAtMostMs;
        this.withoutSlot.push({ parts, giveUpAtMs, resolve, reject });
        void this.reserve();
      });
    } finally {
      this.size--;
    }
  }

  /** Makes one reservation after another, each for all messages that joined meanwhile. */
  private async reserve(): Promise<void> {
    if (this.isReserving) return;
    this.isReserving = true;
    while (this.withoutSlot.length > 0) {
      const group = this.withoutSlot.splice(0);
      try {
        await this.reserveFor(group);
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.isReserving = false;
  }

  private async reserveFor(group: Waiting[]): Promise<void> {
    const { ratePerSecond, cap } = this.pace;
    const horizon: Horizon = {
      leadMs: this.leadMs,
      firstWithinMs: this.waitAtMostMs,
      lastWithinMs: this.waitAtMostMs,
    };
    const reservation = await reserveSlots(this.deps, {
      number: this.options.number,
      ratePerSecond,
      cap,
      parts: group.map(({ parts }) => parts),
      horizon,
    });
    if ('cappedUntilMs' in reservation) {
      for (const { resolve } of group) resolve({ freeAtMs: reservation.cappedUntilMs, isCapped: true });
      return;
    }
    if ('fullUntilMs' in reservation) {
      // Staggered, so that the messages do not compete for the same slot when they try again.
      let freeAtMs = reservation.fullUntilMs + this.waitAtMostMs;
      for (const { parts, resolve } of group) {
        resolve({ freeAtMs });
        freeAtMs += slotLengthMs({ ratePerSecond, parts });
      }
      return;
    }
    // The next reservation gets slots for the messages without one.
    this.withoutSlot.unshift(...group.splice(reservation.slotsAtMs.length));
    const slots = reservation.slotsAtMs.map((atMs, index) => ({ atMs, parts: group[index]?.parts ?? 1 }));
    void this.useSlots(group, { slots: new ReservedSlots(this.deps, slots), cap });
  }

  private async useSlots(
    group: Waiting[],
    { slots, cap }: { slots: ReservedSlots; cap: DailyCap | undefined },
  ): Promise<void> {
    const missed: Waiting[] = [];
    for (const waiting of group) {
      if (await slots.take(waiting.parts)) waiting.resolve('now');
      else missed.push(waiting);
    }
    await giveBackUnused(this.deps, { number: this.options.number, cap, parts: slots.unusedParts });
    const { missedByMs } = slots;
    this.leadMs = missedByMs > 0 ? Math.min(LONGEST_LEAD_MS, this.leadMs + missedByMs) : this.leadMs / 2;
    const nowMs = epochMs(this.deps.clock);
    for (const { resolve } of missed.filter(({ giveUpAtMs }) => nowMs >= giveUpAtMs))
      resolve({ freeAtMs: nowMs });
    this.withoutSlot.unshift(...missed.filter(({ giveUpAtMs }) => nowMs < giveUpAtMs));
    void this.reserve();
  }
}
