/** Calls `look` repeatedly until it returns a value, and fails after the timeout. */
export async function waitFor<T>(
  look: () => T | undefined | Promise<T | undefined>,
  timeoutMs = 150_000,
): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > giveUpAt) throw new Error(`Nothing came within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
