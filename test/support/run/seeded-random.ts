export { seededRandom } from '../../../lib/local/demo-data/seeded-random';

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
