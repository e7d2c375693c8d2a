import { readPeopleCounts } from '../../shared/automations/record/counts';
import { PRICES } from '../bench/prices';
import { createSimulatedAccount } from './account';
import { ask, EVENT, startAutomation, waitFor } from './automation-set-up';
import { dollarsOf } from './dollars-of';
import type { Outcome } from './outcome';
import { judge, sendSingles } from './traffic';
import type { World } from './world';

const WAIT_DAYS = 30;
const WAIT_MS = WAIT_DAYS * 86_400_000;
const MEASURED_MS = 600_000;
/** The timer wakes up once a minute. */
const LATEST_MS = 90_000;
const EVENTS_IN_A_REQUEST = 100;
const SINGLES = { perSecond: 5, seconds: 60 };

/**
 * Has people wait in one automation for a month, due one after another as if they had entered at an even rate, while
 * more enter, and another account sends single messages. Only who enters or is due while it is measured is in the contact
 * book.
 *
 * The price of a person is that of entering, of the item for a month, and of all that was used while nobody else did
 * anything: the timer for those who wait, and the texts of those who were due.
 */
export async function waitingForAMonth(
  world: World,
  { people, entering, dollarsEach }: { people: number; entering: number; dollarsEach: number },
): Promise<Outcome> {
  const { simulation, provider } = world;
  const dueMeanwhile = Math.floor((people * MEASURED_MS) / WAIT_MS);
  const account = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond: undefined, contacts: dueMeanwhile + entering },
  });
  const other = await createSimulatedAccount(world, {
    ...{ index: 2, numbers: 1, ratePerSecond: undefined, contacts: 100 },
  });
  const automationId = await startAutomation(world, account, { waitDays: WAIT_DAYS });
  const address = { accountId: account.id, automationId };
  // 1. People enter, by requests that report their events.
  const enteringPhones = account.phones.slice(dueMeanwhile);
  const before = dollarsOf(world);
  for (let first = 0; first < entering; first += EVENTS_IN_A_REQUEST) {
    const events = enteringPhones
      .slice(first, first + EVENTS_IN_A_REQUEST)
      .map((to) => ({ name: EVENT, to, key: `order:${to.slice(1)}` }));
    await ask(world, 'acceptEvents', { authorization: account.authorization, body: { events } });
  }
  await world.pass(60_000);
  const toEnter = (dollarsOf(world) - before) / entering;
  // 2. All the others wait already, and nobody does anything else.
  const startMs = simulation.elapsed;
  const dueInMs = (position: number) => ((position + 1) * WAIT_MS) / people;
  const waiting = Array.from({ length: people }, (_, position) => ({
    phoneNumber:
      position < dueMeanwhile ? (account.phones[position] ?? '') : `+1213${String(2_000_000 + position)}`,
    dueAt: new Date(simulation.now().getTime() + dueInMs(position)),
  }));
  const bytes = await waitFor(world, { ...address, people: waiting });
  const quiet = dollarsOf(world);
  await world.pass(MEASURED_MS + LATEST_MS);
  const used = dollarsOf(world) - quiet;
  const whileWaiting = (used * WAIT_MS) / (MEASURED_MS + LATEST_MS) / people;
  const stored = (2 * bytes * PRICES.dynamoDbPerGbMonth) / 1_000_000_000;
  const each = toEnter + whileWaiting + stored;
  const lateMs = provider.taken.map(({ to, atMs }) => {
    const position = account.phones.indexOf(to);
    return atMs - startMs - dueInMs(position);
  });
  const texts = provider.taken.length;
  // 3. Another account sends meanwhile.
  const answers = sendSingles(world, [other], SINGLES);
  await world.pass(1_000 * SINGLES.seconds + 30_000);
  const { failed, refused, p99Ms } = judge(answers);
  const counts = (await readPeopleCounts(world.table, address)).get(1) ?? {};
  const entered = people + entering;
  const latestMs = Math.max(...lateMs);
  return {
    asked: dueMeanwhile,
    reached: new Set(provider.taken.slice(0, texts).map(({ to }) => to)).size,
    unit: 'people who were due in ten minutes',
    isMet:
      texts >= dueMeanwhile &&
      latestMs <= LATEST_MS &&
      Math.min(...lateMs) >= 0 &&
      failed + refused === 0 &&
      p99Ms < 1_000 &&
      counts.entered === entered &&
      each <= dollarsEach,
    notes: [
      `the latest ${(latestMs / 1_000).toFixed(0)} s after its time`,
      `${counts.entered ?? 0} of ${entered} entered, ${counts.waiting ?? 0} wait`,
      `a person $${each.toFixed(7)}: $${toEnter.toFixed(7)} to enter, $${whileWaiting.toFixed(7)} for the timer and the text, $${stored.toFixed(7)} for the item`,
      `singles of another account p99 ${Math.round(p99Ms)} ms, ${failed} 5xx, ${refused} 4xx`,
    ],
    texts: provider.taken.length,
  };
}
