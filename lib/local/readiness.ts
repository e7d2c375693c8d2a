/** A value that is there from some time on, and those who wait for it. */
export class Readiness<Value> {
  #value: Value | undefined;
  readonly #waiting = new Set<() => void>();

  set(value: Value): void {
    this.#value = value;
    for (const wake of this.#waiting) wake();
  }

  /** @returns the value as soon as it is there; `undefined` when it was not within `waitMs` */
  async within(waitMs: number): Promise<Value | undefined> {
    if (this.#value === undefined) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          this.#waiting.delete(wake);
          resolve();
        };
        const timer = setTimeout(wake, waitMs).unref();
        this.#waiting.add(wake);
      });
    }
    return this.#value;
  }
}
