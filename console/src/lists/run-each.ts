/** Item whose request failed. */
export interface FailedItem<T> {
  item: T;
  error: unknown;
}

/** Outcome of requests for several items. Each item is in one of the three. */
export interface EachOutcome<T> {
  done: T[];
  failed: FailedItem<T>[];
  /** Items that were not tried, because the user or an error stopped the others. */
  untried: T[];
}

interface Options<T> {
  items: readonly T[];
  run: (item: T) => Promise<unknown>;
  /** Returns true once no further item is to be tried. */
  isStopped: () => boolean;
  /** Returns true for an error that every further item would meet as well, such as the end of the session. */
  isFinal: (error: unknown) => boolean;
  /** Returns the time after which a refused request may be repeated; `undefined` when that would not help. */
  retryAfterMs: (error: unknown) => number | undefined;
  wait: (ms: number) => Promise<void>;
  onProgress: (ended: number) => void;
}

const AT_ONCE = 4;
const MAX_RETRIES = 3;

/** Sends a request for each item, a few at a time, and says what became of each. */
export async function runEach<T>(options: Options<T>): Promise<EachOutcome<T>> {
  const { items, isStopped, isFinal, onProgress } = options;
  const done = new Set<T>();
  const failed = new Map<T, unknown>();
  const waiting = [...items];
  let isOver = false;
  const work = async () => {
    while (!isOver && !isStopped()) {
      const [item] = waiting.splice(0, 1);
      if (item === undefined) return;
      try {
        await runPatiently(item, options);
        done.add(item);
      } catch (error) {
        failed.set(item, error);
        isOver ||= isFinal(error);
      }
      onProgress(done.size + failed.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return {
    done: items.filter((item) => done.has(item)),
    failed: items.filter((item) => failed.has(item)).map((item) => ({ item, error: failed.get(item) })),
    untried: waiting,
  };
}

/** Sends the request for one item. Repeats a refusal that a wait helps against, such as a 429, up to three times. */
async function runPatiently<T>(item: T, { run, isStopped, retryAfterMs, wait }: Options<T>): Promise<void> {
  for (let retries = 0; ; retries += 1) {
    try {
      await run(item);
      return;
    } catch (error) {
      const waitMs = retryAfterMs(error);
      if (waitMs === undefined || retries === MAX_RETRIES || isStopped()) throw error;
      await wait(waitMs);
    }
  }
}
