import type { SimulatedAccount } from './account';
import type { Outcome } from './outcome';
import type { World } from './world';

/** Least share of a number's rate that it has to reach. */
export const SHARE = 0.95;
const WARM_UP_MS = 10_000;
/** Time after the measured one in which even a slow number sends another text. */
const NEXT_TEXT_WITHIN_MS = 3_000;

/** Lets time pass, and measures what each number of an account sends, of its rate. */
export async function measureNumbers(
  world: World,
  { numbers }: SimulatedAccount,
  { ratePerSecond, seconds }: { ratePerSecond: number; seconds: number },
): Promise<Outcome> {
  const { provider } = world;
  const span = await passAndMeasure(world, seconds);
  const rates = numbers.map((number) => provider.rateOf(number, span));
  const most = Math.max(...numbers.map((number) => provider.mostInASecond(number)));
  const reached = sum(rates);
  const slowest = Math.min(...rates);
  const asked = numbers.length * ratePerSecond;
  return {
    ...{ asked, reached, unit: 'texts/s' },
    isMet: reached >= SHARE * asked && slowest >= SHARE * ratePerSecond && most <= ratePerSecond,
    notes: [`slowest number ${slowest.toFixed(2)}/s`, `most in a second ${most}`],
    texts: provider.taken.length,
  };
}

/** Lets time pass. @returns the span in which rates are to be measured */
export async function passAndMeasure(
  world: World,
  seconds: number,
): Promise<{ fromMs: number; toMs: number }> {
  await world.pass(WARM_UP_MS);
  const fromMs = world.simulation.elapsed;
  await world.pass(1_000 * seconds - WARM_UP_MS);
  const toMs = world.simulation.elapsed;
  await world.pass(NEXT_TEXT_WITHIN_MS);
  return { fromMs, toMs };
}

export const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
