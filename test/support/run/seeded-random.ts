/** Returns a generator of numbers in [0, 1) that a seed determines (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Picks one of the values, with a probability by its weight. */
export function pickWeighted<T>(random: () => number, choices: ReadonlyArray<readonly [number, T]>): T {
  const total = choices.reduce((sum, [weight]) => sum + weight, 0);
  let dice = random() * total;
  for (const [weight, value] of choices) {
    dice -= weight;
    if (dice < 0) return value;
  }
  const last = choices.at(-1);
  if (!last) throw new Error('Nothing to choose from');
  return last[1];
}
