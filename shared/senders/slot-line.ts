import { epochMs } from '../platform/clock';
import type { Pause } from '../platform/pause';
import type { Platform } from '../platform/platform';
import { type Horizon, reserveSlots, slotLengthMs } from './reserve-slots';
import { SlotRun } from './slot-run';

/** A caller waits as long; jobs reserve less far ahead, so that a single message comes before their next recipients. */
const WAIT_AT_MOST_MS = 1_000;
const LONGEST_LEAD_MS = WAIT_AT_MOST_MS / 2;

/** The message may go now, or it is worth asking again then. */
export type Turn = 'now' | { freeAtMs: number };

interface Waiting {
  parts: number;
  giveUpAtMs: number;
  resolve: (turn: Turn) => void;
  reject: (error: unknown) => void;
}

/**
 * The single messages of one process that wait for a slot of the same number. Those that come while a reservation is
 * under way share the next one, and leave in the order in which they came: a process with much to do is late for some
 * slots, and loses those but not its messages' turns.
 */
export class SlotLine {
  private readonly withoutSlot: Waiting[] = [];
  private isReserving = false;
  /** How many wait, with or without a slot. */
  private size = 0;
  /** The process was that late for a slot: the next ones are reserved further ahead. */
  private leadMs = 0;
  private ratePerSecond: number;

  constructor(
    private readonly deps: Pick<Platform, 'table' | 'clock'> & { pause?: Pause },
    private readonly options: { number: string; ratePerSecond: number },
  ) {
    this.ratePerSecond = options.ratePerSecond;
  }

  get isEmpty(): boolean {
    return this.size === 0;
  }

  /** @param options.ratePerSecond as it is by now */
  async join({ ratePerSecond, parts }: { ratePerSecond: number; parts: number }): Promise<Turn> {
    this.ratePerSecond = ratePerSecond;
    this.size++;
    try {
      return await new Promise<Turn>((resolve, reject) => {
        const giveUpAtMs = epochMs(this.deps.clock) + WAIT_AT_MOST_MS;
        this.withoutSlot.push({ parts, giveUpAtMs, resolve, reject });
        void this.reserve();
      });
    } finally {
      this.size--;
    }
  }

  /** One reservation after the other, each for all who have come meanwhile. */
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
    const { ratePerSecond } = this;
    const horizon: Horizon = {
      leadMs: this.leadMs,
      firstWithinMs: WAIT_AT_MOST_MS,
      lastWithinMs: WAIT_AT_MOST_MS,
    };
    const reservation = await reserveSlots(this.deps, {
      number: this.options.number,
      ratePerSecond,
      parts: group.map(({ parts }) => parts),
      horizon,
    });
    if ('fullUntilMs' in reservation) {
      // One after the other, so that they do not all come again for the same slot.
      let freeAtMs = reservation.fullUntilMs + WAIT_AT_MOST_MS;
      for (const { parts, resolve } of group) {
        resolve({ freeAtMs });
        freeAtMs += slotLengthMs({ ratePerSecond, parts });
      }
      return;
    }
    // The next reservation tells those without a slot when the number is free.
    this.withoutSlot.unshift(...group.splice(reservation.slotsAtMs.length));
    const slots = reservation.slotsAtMs.map((atMs, index) => ({ atMs, parts: group[index]?.parts ?? 1 }));
    void this.letGo(group, new SlotRun(this.deps, slots));
  }

  private async letGo(group: Waiting[], slots: SlotRun): Promise<void> {
    const missed: Waiting[] = [];
    for (const waiting of group) {
      if (await slots.take(waiting.parts)) waiting.resolve('now');
      else missed.push(waiting);
    }
    const { missedByMs } = slots;
    this.leadMs = missedByMs > 0 ? Math.min(LONGEST_LEAD_MS, this.leadMs + missedByMs) : this.leadMs / 2;
    const nowMs = epochMs(this.deps.clock);
    for (const { resolve } of missed.filter(({ giveUpAtMs }) => nowMs >= giveUpAtMs))
      resolve({ freeAtMs: nowMs });
    this.withoutSlot.unshift(...missed.filter(({ giveUpAtMs }) => nowMs < giveUpAtMs));
    void this.reserve();
  }
}
