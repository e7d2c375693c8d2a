/** Value that is set once, and the callers that wait for it. */
export class Readiness<Value> {
  #value: Value | undefined;
  readonly #waiting = new Set<() => void>();

  set(value: Value): void {
    this.#value = value;
    for (const wake of this.#waiting) wake();
  }

  /** Waits for the value. @returns `undefined` when it was not set within `waitMs` */
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
