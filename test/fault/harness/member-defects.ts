import { itemsPutBy } from '../../support/engines/items-put-by';
import { FIRST_GROUP } from './seeded-account';
import { isFurtherNumber } from './seeded-sender';
import { START } from './start';

type Read = Record<string, unknown>;

/** Returns the default number of the account that has a number. */
export const defaultNumberOf = (number: string): string =>
  isFurtherNumber(number) ? `+120655500${number.slice(-2)}` : number;

/** Deliberate defects at senders with several members, by what is read from the table. */
export class MemberDefects {
  private readonly chunks = new Map<string, Read>();
  private readonly lastTexted = new Map<string, string>();
  private reads = 0;

  /** Gives every worker of a job on a sender the recipients of the first member that was read. */
  mixShares(items: Read[]): void {
    for (const item of items) {
      if (item.member === undefined || item.size === undefined) continue;
      const job = String(item.pk).split('#')[1] ?? '';
      const first = this.chunks.get(job) ?? { ...item };
      this.chunks.set(job, first);
      if (first.member !== item.member) item.data = first.data;
    }
  }

  /** Leaves the first member out of every other read of a sender. */
  forgetFirst(items: Read[]): void {
    for (const item of items) {
      if (item.entity !== 'sender' || (this.reads += 1) % 2 === 1) continue;
      item.members = (item.members as unknown[]).slice(1);
    }
  }

  /** Pauses all numbers that are read with one that is paused. */
  pauseAll(items: Read[]): void {
    const numbers = items.filter(({ entity }) => entity === 'number');
    const paused = numbers.find((item) => item.paused !== undefined)?.paused;
    if (paused !== undefined) for (const item of numbers) item.paused = paused;
  }

  /** Notes which number a phone has texted last. */
  noteInbound(command: object): void {
    for (const { direction, from, to } of itemsPutBy(command))
      if (direction === 'inbound') this.lastTexted.set(String(from), String(to));
  }

  /** Takes back the opt-outs of contacts that have last texted another number than the account's default one. */
  forgetRefusals(items: Read[]): void {
    for (const item of items) {
      const isOfMember = isFurtherNumber(this.lastTexted.get(String(item.phoneNumber)) ?? '');
      if (item.sk !== 'CONTACT' || item.hardOptOut === undefined || !isOfMember) continue;
      delete item.hardOptOut;
      item.memberships = { [FIRST_GROUP]: { optInAt: START, tagIds: [] } };
    }
  }
}
