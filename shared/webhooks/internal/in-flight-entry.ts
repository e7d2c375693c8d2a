import type { Key } from '../../platform/store/keys';

/** Entry of an endpoint's queue whose deliveries a worker attempts. */
export class InFlightEntry {
  private open: number;
  /** True when none of its deliveries waits for it any more, so that it can be deleted. */
  isWhollySettled: boolean;

  /** @param options.isWholly true when only the open deliveries wait for the entry */
  constructor(
    readonly key: Key,
    options: { open: number; isWholly: boolean },
  ) {
    this.open = options.open;
    this.isWhollySettled = options.isWholly;
  }

  /** Records the result of one delivery. Returns true when it was the last one. */
  settle(isSettled: boolean): boolean {
    this.open -= 1;
    this.isWhollySettled &&= isSettled;
    return this.open === 0;
  }
}
