import { createSimulatedAccount, type SimulatedAccount } from './account';
import { findWrongBooks } from './books';
import type { Outcome } from './outcome';
import { BODY, creditsOf, judge, requestBroadcast } from './traffic';
import { listen } from './webhook-workload';
import type { Answer, World } from './world';

const MINUTE_MS = 60_000;
/** Time at which the other workloads begin. Single sends come first, since their Lambdas start cold. */
const OTHERS_BEGIN_MS = 30_000;
const WARM_AFTER_MS = 10_000;
const DEATHS_BEGIN_MS = 10 * MINUTE_MS;
const DEATHS_END_MS = 11 * MINUTE_MS;
/** Time by which everything must work as before. */
const NORMAL_BY_MS = DEATHS_END_MS + 5 * MINUTE_MS;
const TRAFFIC_ENDS_MS = NORMAL_BY_MS + MINUTE_MS;
const DEATH_SHARE = 1 / 3;
const GIVE_UP_AFTER_MS = 60 * MINUTE_MS;
const MOST_WAIT_SECONDS = 10;
const MOST_P99_MS = 3_000;
const CONTACTS = 400;
const FEWEST_RECIPIENTS = 100;

/** Load of each workload in a scaled run, of which `scale` times as much is the whole. */
export interface Together {
  /** Rates of one account, and of a hundred others together. */
  singlesPerSecond: { one: number; others: number };
  /** Broadcasts on numbers without a rate: texts per second, and recipients of each broadcast. */
  broadcasts: { textsPerSecond: number; recipients: number };
  /** Numbers that always have a broadcast under way. */
  paced: Array<{ numbers: number; ratePerSecond: number }>;
  stopsPerMinute: number;
}

interface Timed extends Answer {
  atMs: number;
}

/**
 * Runs single sends, broadcasts, paced numbers, receipts, webhooks and STOPs together for ten minutes; then a third of
 * all invocations die for one minute. Five minutes later sends must be answered and queues be emptied as before, and at
 * the end every text must be accounted for.
 */
export async function everythingTogether(world: World, load: Together): Promise<Outcome> {
  const { simulation, provider, lambda, queues } = world;
  const { one, others, unpaced, paced } = await createAccounts(world, load);
  const accounts = [one, ...others, ...unpaced, ...paced.map(({ account }) => account)];
  await listen(world, one);
  const before = await creditsOf(world, accounts);
  const startedAtMs = simulation.elapsed;
  const elapsed = () => simulation.elapsed - startedAtMs;
  world.hasReceipts = true;

  // 1. Starts the traffic.
  const answers: Timed[] = [];
  const failures: string[] = [];
  let underWay = 0;
  const start = (
    account: SimulatedAccount,
    broadcast: { from: string; recipients: number; name: string },
  ) => {
    underWay += 1;
    void requestBroadcast(world, account, broadcast)
      .catch((error: unknown) => failures.push(String(error)))
      .finally(() => (underWay -= 1));
  };
  sendEvenly(world, { accounts: [one], perSecond: load.singlesPerSecond.one, answers });
  sendEvenly(world, { accounts: others, perSecond: load.singlesPerSecond.others, answers });
  const { textsPerSecond, recipients } = load.broadcasts;
  const everyMs = (1_000 * recipients) / textsPerSecond;
  for (let atMs = OTHERS_BEGIN_MS, index = 0; atMs < TRAFFIC_ENDS_MS; atMs += everyMs, index++) {
    const account = unpaced[index % unpaced.length] as SimulatedAccount;
    const from = account.numbers[index % account.numbers.length] ?? '';
    simulation.after(atMs, () => start(account, { from, recipients, name: `unpaced:${index}` }));
  }
  for (const { account, ratePerSecond } of paced) {
    for (const from of account.numbers) {
      const each = Math.max(FEWEST_RECIPIENTS, 60 * ratePerSecond);
      for (let atMs = OTHERS_BEGIN_MS; atMs < TRAFFIC_ENDS_MS; atMs += (1_000 * each) / ratePerSecond)
        simulation.after(atMs, () => start(account, { from, recipients: each, name: `paced:${atMs}` }));
    }
  }
  for (let index = 0, atMs = 0; atMs < TRAFFIC_ENDS_MS; index++, atMs += MINUTE_MS / load.stopsPerMinute) {
    const account = unpaced[index % unpaced.length] as SimulatedAccount;
    const phone = account.phones[index % account.phones.length] ?? '';
    simulation.after(atMs, () => world.say(phone, account.numbers[0] ?? '', 'STOP'));
  }

  // 2. Starts and ends the minute of deaths.
  simulation.after(DEATHS_BEGIN_MS, () => void (lambda.deathShare = DEATH_SHARE));
  simulation.after(DEATHS_END_MS, () => void (lambda.deathShare = 0));
  let waitSeconds = 0;
  simulation.after(NORMAL_BY_MS, () => {
    waitSeconds = Math.max(
      ...(['message', 'chunk', 'inbound', 'receipts', 'events', 'webhook'] as const).map(
        (name) => queues[name].oldestWaitSeconds,
      ),
    );
  });
  await world.pass(TRAFFIC_ENDS_MS);

  // 3. Waits until nothing is under way any more.
  let isOver = false;
  simulation.after(GIVE_UP_AFTER_MS, () => void (isOver = true));
  let wrong = ['not looked at'];
  while (!isOver && (underWay > 0 || wrong.length > 0)) {
    await world.pass(MINUTE_MS);
    if (underWay === 0)
      wrong = await findWrongBooks(world, { spent: before - (await creditsOf(world, accounts)) });
  }

  // 4. Evaluates the result.
  const between = (fromMs: number, toMs: number) =>
    judge(answers.filter(({ atMs }) => atMs - startedAtMs >= fromMs && atMs - startedAtMs < toMs));
  const starting = between(0, WARM_AFTER_MS);
  const healthy = between(WARM_AFTER_MS, DEATHS_BEGIN_MS);
  const dying = between(DEATHS_BEGIN_MS, DEATHS_END_MS);
  const recovered = between(NORMAL_BY_MS, TRAFFIC_ENDS_MS);
  const asked = load.singlesPerSecond.one + load.singlesPerSecond.others;
  const reached = recovered.ok / ((TRAFFIC_ENDS_MS - NORMAL_BY_MS) / 1_000);
  return {
    asked,
    reached,
    unit: 'sends/s after it',
    isMet:
      wrong.length === 0 &&
      failures.length === 0 &&
      healthy.failed + healthy.refused === 0 &&
      recovered.failed === 0 &&
      recovered.p99Ms < MOST_P99_MS &&
      waitSeconds <= MOST_WAIT_SECONDS,
    notes: [
      `${starting.failed} 5xx in the first ten seconds`,
      `${healthy.failed} 5xx and ${healthy.refused} 4xx before, ${dying.failed} of ${dying.ok + dying.failed} while a third died, ${recovered.failed} after`,
      `p99 ${Math.round(healthy.p99Ms)} ms before, ${Math.round(recovered.p99Ms)} ms after`,
      `${lambda.usage.deaths} deaths`,
      `oldest wait five minutes later ${waitSeconds.toFixed(1)} s`,
      ...failures.slice(0, 2),
      wrong.length === 0
        ? `all books right, ${Math.round(elapsed() / MINUTE_MS)} minutes after the start`
        : `${wrong.length} wrong: ${wrong.slice(0, 3).join(', ')}`,
    ],
    texts: provider.taken.length,
  };
}

async function createAccounts(world: World, load: Together) {
  let index = 0;
  const create = async (numbers: number, ratePerSecond: number | undefined, contacts: number) =>
    createSimulatedAccount(world, { index: (index += 1), numbers, ratePerSecond, contacts });
  const one = await create(1, undefined, CONTACTS);
  const others: SimulatedAccount[] = [];
  for (let count = 0; count < 100; count++) others.push(await create(1, undefined, 5));
  const unpaced: SimulatedAccount[] = [];
  for (let count = 0; count < 5; count++) unpaced.push(await create(4, undefined, CONTACTS));
  const paced: Array<{ account: SimulatedAccount; ratePerSecond: number }> = [];
  for (const { numbers, ratePerSecond } of load.paced)
    paced.push({ account: await create(numbers, ratePerSecond, CONTACTS), ratePerSecond });
  return { one, others, unpaced, paced };
}

/** Sends single sends at even intervals until the traffic ends, without waiting for answers. */
function sendEvenly(
  world: World,
  options: { accounts: SimulatedAccount[]; perSecond: number; answers: Timed[] },
): void {
  const { accounts, perSecond, answers } = options;
  const { simulation } = world;
  const last = (perSecond * TRAFFIC_ENDS_MS) / 1_000;
  const sendOne = (index: number): void => {
    if (index >= last) return;
    const { authorization, numbers, phones } = accounts[index % accounts.length] as SimulatedAccount;
    const body = { to: phones[index % phones.length], from: numbers[0], body: BODY };
    const atMs = simulation.elapsed;
    void world
      .request('sendMessage', { authorization, body })
      .then((answer) => answers.push({ ...answer, atMs }));
    simulation.after(1_000 / perSecond, () => sendOne(index + 1));
  };
  sendOne(0);
}
