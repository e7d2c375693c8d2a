interface Waiting {
  rank: number;
  start: () => void;
}

const waiting: Waiting[] = [];
let isRunning = false;

/**
 * Runs tasks one at a time, those of a lower rank first, since the service counts one audience of an account at a time.
 *
 * @throws the reason of the signal when the task is given up before its turn
 */
export async function inTurn<T>(
  { rank, signal }: { rank: number; signal: AbortSignal },
  run: () => Promise<T>,
): Promise<T> {
  // In the next task, all counts of a rendering are in the line.
  await new Promise<void>((start) => {
    waiting.push({ rank, start });
    setTimeout(startNext);
  });
  try {
    signal.throwIfAborted();
    return await run();
  } finally {
    isRunning = false;
    startNext();
  }
}

function startNext(): void {
  if (isRunning) return;
  waiting.sort((a, b) => a.rank - b.rank);
  const next = waiting.shift();
  if (next === undefined) return;
  isRunning = true;
  next.start();
}
