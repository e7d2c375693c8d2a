import { readPeopleCounts } from '../../shared/automations/record/counts';
import { createSimulatedAccount } from './account';
import { startAutomation, waitFor } from './automation-set-up';
import { findWrongBooks } from './books';
import type { Outcome } from './outcome';
import { creditsOf, judge, requestBroadcast, sendSingles } from './traffic';
import type { World } from './world';

const DUE_AFTER_MS = 90_000;
const GIVE_UP_AFTER_MS = 3_600_000;
const LOOK_AGAIN_AFTER_MS = 1_000;
const SINGLES_PER_SECOND = 5;
const BROADCAST_RECIPIENTS = 500;

/**
 * Has people of one automation, who wait for the same minute, sent to by a number without a rate, while another account
 * sends single messages and a broadcast.
 */
export async function dueAtOnce(
  world: World,
  { people, withinSeconds }: { people: number; withinSeconds: number },
): Promise<Outcome> {
  const { simulation, provider } = world;
  const account = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond: undefined, contacts: people },
  });
  const other = await createSimulatedAccount(world, {
    ...{ index: 2, numbers: 2, ratePerSecond: undefined, contacts: BROADCAST_RECIPIENTS },
  });
  const before = await creditsOf(world, [account, other]);
  const automationId = await startAutomation(world, account, { waitDays: 1 });
  const address = { accountId: account.id, automationId };
  const dueAtMs = simulation.elapsed + DUE_AFTER_MS;
  const dueAt = new Date(simulation.now().getTime() + DUE_AFTER_MS);
  await waitFor(world, { ...address, people: account.phones.map((phoneNumber) => ({ phoneNumber, dueAt })) });
  await world.pass(DUE_AFTER_MS);
  // 1. They are due; another account goes on as on any day.
  const answers = sendSingles(world, [other], { perSecond: SINGLES_PER_SECOND, seconds: withinSeconds });
  const broadcastFrom = other.numbers[1] ?? '';
  void requestBroadcast(world, other, { from: broadcastFrom, recipients: BROADCAST_RECIPIENTS });
  const [from] = account.numbers;
  const textsOf = (number: string | undefined) => provider.taken.filter((text) => text.from === number);
  let isOver = false;
  simulation.after(GIVE_UP_AFTER_MS, () => void (isOver = true));
  const look = () => {
    isOver ||= textsOf(from).length >= people && answers.length >= SINGLES_PER_SECOND * withinSeconds;
    if (!isOver) simulation.after(LOOK_AGAIN_AFTER_MS, look);
  };
  look();
  await simulation.run(() => isOver);
  await world.pass(30_000);
  // 2. Everybody has had one text, and nobody else has waited for them.
  const times = textsOf(from).map(({ atMs }) => atMs);
  const seconds = (times.reduce((last, atMs) => Math.max(last, atMs), 0) - dueAtMs) / 1_000;
  const broadcast = textsOf(broadcastFrom).map(({ atMs }) => atMs);
  const broadcastSeconds = (Math.max(...broadcast) - dueAtMs) / 1_000;
  const { failed, refused, p99Ms } = judge(answers);
  const wrong = await findWrongBooks(world, { spent: before - (await creditsOf(world, [account, other])) });
  const counts = (await readPeopleCounts(world.table, address)).get(1) ?? {};
  if (counts.completed !== people) wrong.push(`${counts.completed ?? 0} of ${people} have completed`);
  return {
    asked: people,
    reached: new Set(textsOf(from).map(({ to }) => to)).size,
    unit: 'people',
    isMet:
      times.length === people &&
      seconds <= withinSeconds &&
      failed + refused === 0 &&
      p99Ms < 1_000 &&
      broadcast.length === BROADCAST_RECIPIENTS &&
      wrong.length === 0,
    notes: [
      `the last after ${seconds.toFixed(0)} s`,
      `singles of another account p99 ${Math.round(p99Ms)} ms, ${failed} 5xx, ${refused} 4xx`,
      `its broadcast of ${broadcast.length} within ${broadcastSeconds.toFixed(0)} s`,
      wrong.length === 0 ? 'all books right' : wrong.slice(0, 3).join(', '),
    ],
    texts: provider.taken.length,
  };
}
