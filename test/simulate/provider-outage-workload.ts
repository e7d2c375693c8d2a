import { createSimulatedAccount, type SimulatedAccount } from './account';
import { type Booked, findWrongBooks, readBooks } from './books';
import type { Outcome } from './outcome';
import type { ProviderFault } from './provider-model';
import { creditsOf, judge, requestBroadcast, sendSingles } from './traffic';
import type { World } from './world';

const MINUTE_MS = 60_000;
/** Time before the fault in which all works as it should. */
const HEALTHY_MS = 30_000;
/** Time after the fault by which nothing may be under way any more. */
const GIVE_UP_AFTER_MINUTES = 20;
/** Recipients of a number that may end `outcome_unknown` for each time that its breaker opens. */
const MOST_UNKNOWN = 50;

/**
 * Lets the provider fail for some minutes, while a short code has a broadcast under way and another number single sends.
 * Nobody may fail, every text be sent at most once, and few outcomes be unknown.
 */
export async function providerOutage(
  world: World,
  options: {
    fault: ProviderFault;
    minutes: number;
    broadcast: { ratePerSecond: number; recipients: number };
    singlesPerSecond: number;
  },
): Promise<Outcome> {
  const { simulation, provider } = world;
  const { fault, minutes, broadcast, singlesPerSecond } = options;
  const { ratePerSecond, recipients } = broadcast;
  const paced = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond, contacts: recipients },
  });
  const single = await createSimulatedAccount(world, {
    ...{ index: 2, numbers: 1, ratePerSecond: undefined, contacts: 500 },
  });
  const accounts = [paced, single];
  const before = await creditsOf(world, accounts);
  const openings = countOpenings(world);

  // 1. Sends before, in and after the fault.
  const seconds = (HEALTHY_MS + (minutes + 1) * MINUTE_MS) / 1_000;
  const [from = ''] = paced.numbers;
  const isRequested = requestBroadcast(world, paced, { from, recipients });
  const answers = sendSingles(world, [single], { perSecond: singlesPerSecond, seconds });
  simulation.after(HEALTHY_MS, () => void (provider.fault = fault));
  const endsAtMs = simulation.elapsed + HEALTHY_MS + minutes * MINUTE_MS;
  simulation.after(endsAtMs - simulation.elapsed, () => void (provider.fault = 'none'));
  await world.pass(1_000 * seconds);
  await isRequested;

  // 2. Waits until nothing is under way any more.
  let wrong = ['not looked at'];
  let waitedMinutes = 0;
  while (wrong.length > 0 && waitedMinutes < GIVE_UP_AFTER_MINUTES) {
    await world.pass(MINUTE_MS);
    waitedMinutes += 1;
    wrong = await findWrongBooks(world, { spent: before - (await creditsOf(world, accounts)) });
  }

  // 3. Evaluates the result.
  const { booked } = await readBooks(world);
  const ends = (end: Booked['end'], of?: SimulatedAccount) =>
    booked.filter((text) => text.end === end && (!of || of.numbers.includes(text.from))).length;
  const unknown = accounts.map((account) => ends('unknown', account));
  const opened = accounts.map(({ numbers: [number = ''] }) => openings.of(number));
  const lost = ends('failed') + ends('skipped');
  const { ok, refused, failed } = judge(answers);
  const lastAtMs = provider.taken.reduce((last, { atMs }) => Math.max(last, atMs), 0);
  return {
    asked: booked.length,
    reached: ends('sent'),
    unit: 'texts',
    isMet:
      wrong.length === 0 &&
      lost === 0 &&
      refused + failed === 0 &&
      accounts.every((_, index) => (unknown[index] ?? 0) <= MOST_UNKNOWN * (opened[index] ?? 0)),
    notes: [
      `${lost} failed or skipped; ${ok} single sends answered 201, ${refused} 4xx, ${failed} 5xx`,
      `unknown: ${unknown[0]} of the short code, whose breaker opened ${opened[0]} times, ${unknown[1]} of the other number, ${opened[1]} times`,
      `the last text ${Math.round((lastAtMs - endsAtMs) / 1_000)} s after the fault`,
      wrong.length === 0 ? 'all books right' : `${wrong.length} wrong: ${wrong.slice(0, 3).join(', ')}`,
    ],
    texts: provider.taken.length,
  };
}

/** Counts how often the breaker of a number opens, by the events that say so. */
function countOpenings(world: World): { of: (number: string) => number } {
  const seen = new Map<string, Set<string>>();
  world.onEvent = (type, detail) => {
    const { number, since } = detail as { number?: string; since: string };
    if (type !== 'messaging.sending.paused' || number === undefined) return;
    seen.set(number, (seen.get(number) ?? new Set()).add(since));
  };
  return { of: (number) => seen.get(number)?.size ?? 0 };
}
