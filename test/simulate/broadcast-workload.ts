import { createSimulatedAccount } from './account';
import { findWrongBooks } from './books';
import type { Outcome } from './outcome';
import { creditsOf, startBroadcasts } from './traffic';
import type { World } from './world';

const ACCOUNTS = 5;
const RECEIPTS_A_TEXT = 2;
const GIVE_UP_AFTER_MS = 1_800_000;
const LOOK_AGAIN_AFTER_MS = 1_000;
const OLDEST_RECEIPT_SECONDS = 10;
const MOST_DUPLICATES = 0.01;

/** Sends broadcasts on numbers without a rate, all of them at once, each text with the provider's two receipts. */
export async function unpacedBroadcasts(
  world: World,
  options: { broadcasts: number; recipients: number; perSecond: number },
): Promise<Outcome> {
  const { broadcasts, recipients, perSecond } = options;
  const { simulation, provider, queues } = world;
  const accounts = [];
  for (let index = 1; index <= ACCOUNTS; index++) {
    accounts.push(
      await createSimulatedAccount(world, {
        ...{ index, numbers: broadcasts / ACCOUNTS, ratePerSecond: undefined, contacts: recipients },
      }),
    );
  }
  const before = await creditsOf(world, accounts);
  world.hasReceipts = true;
  await startBroadcasts(world, accounts, recipients);
  // 1. Waits until all texts are handed over and reported.
  const asked = broadcasts * recipients;
  let isOver = false;
  simulation.after(GIVE_UP_AFTER_MS, () => void (isOver = true));
  const look = () => {
    const isReported = queues.receipts.usage.sent === RECEIPTS_A_TEXT * asked && queues.receipts.depth === 0;
    isOver ||= provider.taken.length >= asked && isReported;
    if (!isOver) simulation.after(LOOK_AGAIN_AFTER_MS, look);
  };
  look();
  await simulation.run(() => isOver);
  await world.pass(LOOK_AGAIN_AFTER_MS);
  // 2. Measures the rate, and counts repetitions and differences.
  const times = provider.taken.map(({ atMs }) => atMs);
  const seconds = (times.reduce((a, b) => Math.max(a, b), 0) - (times[0] ?? 0)) / 1_000;
  const reached = times.length / seconds;
  const { duplicates, sent } = queues.chunk.usage;
  const { oldestSeconds } = queues.receipts.usage;
  const wrong = await findWrongBooks(world, { spent: before - (await creditsOf(world, accounts)) });
  return {
    asked: perSecond,
    reached,
    unit: 'texts/s',
    isMet:
      reached >= perSecond &&
      duplicates <= MOST_DUPLICATES * sent &&
      oldestSeconds <= OLDEST_RECEIPT_SECONDS &&
      wrong.length === 0,
    notes: [
      `${times.length} of ${asked} in ${seconds.toFixed(0)} s`,
      `${duplicates} of ${sent} hints twice`,
      `oldest of ${queues.receipts.usage.sent} receipts ${oldestSeconds.toFixed(1)} s`,
      wrong.length === 0 ? 'all books right' : wrong.slice(0, 3).join(', '),
    ],
    texts: times.length,
  };
}
