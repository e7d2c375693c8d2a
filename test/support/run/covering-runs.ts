/** Run: the index of a choice, by that of its dimension. */
type Run = number[];
/** Pair of choices of different dimensions. */
type Pair = readonly [number, number, number, number];

const keyOf = (pair: Pair) => pair.join();

/**
 * Returns few runs in which any two choices of different dimensions occur together at least once. Most mistakes need no
 * more than two.
 *
 * @param dimensions choices of each, all of which can be combined with all of the others
 * @returns the choices of each run, in the order of the dimensions
 */
export function coverPairs<Option>(dimensions: readonly (readonly Option[])[]): Option[][] {
  const open = new Map(pairsOf(dimensions).map((pair) => [keyOf(pair), pair]));
  const runs: Run[] = [];
  while (open.size > 0) {
    const run = nextRun(dimensions, open, runs);
    for (const pair of pairsIn(run)) open.delete(keyOf(pair));
    runs.push(run);
  }
  return runs.map((run) => run.map((choice, dimension) => dimensions[dimension]?.[choice] as Option));
}

function pairsOf(dimensions: readonly (readonly unknown[])[]): Pair[] {
  return dimensions.flatMap((choices, a) =>
    dimensions
      .slice(a + 1)
      .flatMap((others, offset) =>
        choices.flatMap((_, i) => others.map((_other, j): Pair => [a, i, a + 1 + offset, j])),
      ),
  );
}

const pairsIn = (run: Run): Pair[] =>
  run.flatMap((i, a) => run.slice(a + 1).map((j, offset): Pair => [a, i, a + 1 + offset, j]));

/**
 * Builds a run. It begins with a pair that no run has, and chooses in each other dimension the choice that adds most
 * such pairs; of equal ones, the one in fewer runs.
 */
function nextRun(
  dimensions: readonly (readonly unknown[])[],
  open: ReadonlyMap<string, Pair>,
  runs: readonly Run[],
): Run {
  const [first] = open.values();
  if (!first) throw new Error('All pairs are covered');
  const [a, i, b, j] = first;
  const chosen = new Map([
    [a, i],
    [b, j],
  ]);
  for (const [dimension, choices] of dimensions.entries()) {
    if (chosen.has(dimension)) continue;
    const gains = choices.map(
      (_, choice) =>
        gainOf({ dimension, choice, chosen, open }) -
        runs.filter((run) => run[dimension] === choice).length / (runs.length + 1),
    );
    chosen.set(dimension, gains.indexOf(Math.max(...gains)));
  }
  return dimensions.map((_, dimension) => chosen.get(dimension) ?? 0);
}

function gainOf(options: {
  dimension: number;
  choice: number;
  chosen: ReadonlyMap<number, number>;
  open: ReadonlyMap<string, Pair>;
}): number {
  const { dimension, choice, chosen, open } = options;
  const pairs = [...chosen].map(([other, its]): Pair =>
    other < dimension ? [other, its, dimension, choice] : [dimension, choice, other, its],
  );
  return pairs.filter((pair) => open.has(keyOf(pair))).length;
}
