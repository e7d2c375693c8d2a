import type { Key } from '../platform/store/keys';

/** An entry of an endpoint's queue whose deliveries a worker attempts. */
export class EntryInHand {
  private open: number;
  /** Whether none of its deliveries waits for it any more, so that it can go. */
  isWhollySettled: boolean;

  /** @param options.isWholly whether the open ones are all that wait for it */
  constructor(
    readonly key: Key,
    options: { open: number; isWholly: boolean },
  ) {
    this.open = options.open;
    this.isWhollySettled = options.isWholly;
  }

  /** Notes what became of one delivery. Answers with whether it was the last one. */
  settle(isSettled: boolean): boolean {
    this.open -= 1;
    this.isWhollySettled &&= isSettled;
    return this.open === 0;
  }
}
