import { createSimulatedAccount, type SimulatedAccount } from './account';
import { findWrongBooks } from './books';
import { findWrongImports, type StartedImport } from './import-traffic';
import { MOST_BESIDE_IMPORTS } from './import-workload';
import type { Outcome } from './outcome';
import { findTextsAfterStops, slowestOf, type Stop } from './stops';
import {
  broadcastEvenly,
  eraseAfter,
  findWrongErasure,
  importAfter,
  isWholePreview,
  previewEvenly,
  sendEvenly,
  stopEvenly,
  type Timed,
  UnderWay,
} from './together-traffic';
import { BODY, creditsOf, judge } from './traffic';
import { listen } from './webhook-workload';
import type { World } from './world';

const MINUTE_MS = 60_000;
/** Time at which the other workloads begin. Single sends come first, since their Lambdas start cold. */
const OTHERS_BEGIN_MS = 30_000;
const WARM_AFTER_MS = 10_000;
/** Part of the minutes before the deaths after which the import and the erasure begin that run into them. */
const LATE_PART = 0.95;
/** Time from the end of the deaths by which everything must work as before. */
const NORMAL_AFTER_MS = 5 * MINUTE_MS;
const DEATH_SHARE = 1 / 3;
const GIVE_UP_AFTER_MS = 60 * MINUTE_MS;
const MOST_WAIT_SECONDS = 10;
const MOST_P99_AFTER_MS = 3_000;
/** Time that a text may be on its way to the provider when a STOP has its effect. */
const UNDER_WAY_MS = 1_000;
const CONTACTS = 400;
const FEWEST_RECIPIENTS = 100;
const WATCHED = ['message', 'chunk', 'inbound', 'receipts', 'events', 'webhook', 'transfer'] as const;

/** Load of each workload in a scaled run, of which `scale` times as much is the whole. */
export interface Together {
  /** Time of the whole load before invocations die. */
  healthySeconds: number;
  /** True: a third of all invocations die for a minute after that. */
  hasDeaths: boolean;
  /** Rates of one account, and of a hundred others together. */
  singlesPerSecond: { one: number; others: number };
  /** Broadcasts on numbers without a rate: texts per second, and recipients of each broadcast. */
  broadcasts: { textsPerSecond: number; recipients: number };
  /** Numbers that always have a broadcast under way. */
  paced: Array<{ numbers: number; ratePerSecond: number }>;
  stopsPerMinute: number;
  /** Rows of each of two imports: one begins with the other workloads, one runs into the deaths. */
  importRows: number;
  /** Contacts of an account whose whole book is previewed every minute, and one of whom is erased. */
  bookContacts: number;
}

/**
 * Runs single sends, broadcasts, paced numbers, receipts, webhooks, STOPs, imports, previews and an erasure together;
 * then, if it is to, a third of all invocations die for one minute. Five minutes later sends must be answered and queues
 * be emptied as before. At the end every text, STOP, imported row and the erasure must be accounted for.
 */
export async function everythingTogether(world: World, load: Together): Promise<Outcome> {
  const { simulation, provider, lambda, queues } = world;
  const deathsBeginMs = 1_000 * load.healthySeconds;
  const deathsEndMs = deathsBeginMs + (load.hasDeaths ? MINUTE_MS : 0);
  const normalByMs = deathsEndMs + (load.hasDeaths ? NORMAL_AFTER_MS : 0);
  const trafficEndsMs = normalByMs + (load.hasDeaths ? MINUTE_MS : 0);
  const { one, others, unpaced, paced, book, importers } = await createAccounts(world, load);
  const accounts = [one, ...others, ...unpaced, ...paced.map(({ account }) => account), book];
  await listen(world, one);
  const before = await creditsOf(world, accounts);
  const startedAtMs = simulation.elapsed;
  const elapsed = () => simulation.elapsed - startedAtMs;
  world.hasReceipts = true;

  // 1. Starts the traffic.
  const answers: Timed[] = [];
  const underWay = new UnderWay();
  const span = { fromMs: OTHERS_BEGIN_MS, toMs: trafficEndsMs };
  sendEvenly(world, { accounts: [one], perSecond: load.singlesPerSecond.one, forMs: trafficEndsMs, answers });
  sendEvenly(world, {
    ...{ accounts: others, perSecond: load.singlesPerSecond.others, forMs: trafficEndsMs, answers },
  });
  const { textsPerSecond, recipients } = load.broadcasts;
  const everyMs = (1_000 * recipients) / textsPerSecond;
  broadcastEvenly(world, underWay, { ...span, accounts: unpaced, recipients, everyMs, name: 'unpaced' });
  for (const { account, ratePerSecond } of paced) {
    const each = Math.min(CONTACTS, Math.max(FEWEST_RECIPIENTS, 60 * ratePerSecond));
    for (const from of account.numbers) {
      broadcastEvenly(world, underWay, {
        ...{ ...span, accounts: [{ ...account, numbers: [from] }], recipients: each, name: 'paced' },
        everyMs: (1_000 * each) / ratePerSecond,
      });
    }
  }
  const stops = stopEvenly(world, {
    ...{ accounts: unpaced, everyMs: MINUTE_MS / load.stopsPerMinute, forMs: trafficEndsMs },
  });
  const previews = previewEvenly(world, { ...span, account: book, everyMs: MINUTE_MS });
  const imports: StartedImport[] = [];
  const lateMs = LATE_PART * deathsBeginMs;
  for (const [index, account] of importers.entries()) {
    const afterMs = index === 0 ? OTHERS_BEGIN_MS : lateMs;
    importAfter(world, underWay, { account, rows: load.importRows, index, afterMs, started: imports });
  }
  const erased = book.phones.at(-1) ?? '';
  simulation.after(OTHERS_BEGIN_MS, () => underWay.begin(sendOneText(world, book, erased)));
  const erasure = eraseAfter(world, underWay, { account: book, phone: erased, afterMs: lateMs });

  // 2. Starts and ends the minute of deaths.
  let [waitSeconds, hidden] = [0, 0];
  if (load.hasDeaths) {
    simulation.after(deathsBeginMs, () => void (lambda.deathShare = DEATH_SHARE));
    simulation.after(deathsEndMs, () => void (lambda.deathShare = 0));
    simulation.after(normalByMs, () => {
      waitSeconds = Math.max(...WATCHED.map((name) => queues[name].oldestWaitSeconds));
      hidden = WATCHED.reduce((sum, name) => sum + queues[name].hiddenCount, 0);
    });
  }
  await world.pass(trafficEndsMs);

  // 3. Waits until nothing is under way any more.
  let isOver = false;
  simulation.after(GIVE_UP_AFTER_MS, () => void (isOver = true));
  let wrong = ['not looked at'];
  while (!isOver && (underWay.count > 0 || wrong.length > 0)) {
    await world.pass(MINUTE_MS);
    if (underWay.count > 0) continue;
    wrong = [
      ...(await findWrongBooks(world, { spent: before - (await creditsOf(world, accounts)) })),
      ...(await findWrongImports(world, imports)),
      ...(await findWrongErasure(world, erasure, erased)),
      ...findWrongStops(world, stops),
    ];
  }

  // 4. Evaluates the result.
  const within = <Entry extends { atMs: number }>(all: Entry[], fromMs: number, toMs: number) =>
    all.filter(({ atMs }) => atMs - startedAtMs >= fromMs && atMs - startedAtMs < toMs);
  const between = (fromMs: number, toMs: number) => judge(within(answers, fromMs, toMs));
  const starting = between(0, WARM_AFTER_MS);
  const healthy = between(WARM_AFTER_MS, deathsBeginMs);
  const dying = between(deathsBeginMs, deathsEndMs);
  const recovered = between(normalByMs, trafficEndsMs);
  const healthyStops = stops.filter(({ saidAtMs }) => saidAtMs - startedAtMs < deathsBeginMs);
  const { slowestMs, note } = slowestOf(healthyStops);
  // The erased contact is counted until its erasure is accepted.
  const healthyPreviews = within(previews, 0, lateMs);
  const whole = healthyPreviews.filter((answer) => isWholePreview(answer, load.bookContacts));
  const asked = load.singlesPerSecond.one + load.singlesPerSecond.others;
  const judged = load.hasDeaths
    ? { ok: recovered.ok, ms: trafficEndsMs - normalByMs, unit: 'sends/s after it' }
    : { ok: healthy.ok, ms: deathsBeginMs - WARM_AFTER_MS, unit: 'sends/s' };
  const isNormalAgain =
    recovered.failed === 0 && recovered.p99Ms < MOST_P99_AFTER_MS && waitSeconds <= MOST_WAIT_SECONDS;
  return {
    asked,
    reached: judged.ok / (judged.ms / 1_000),
    unit: judged.unit,
    isMet:
      wrong.length === 0 &&
      underWay.failures.length === 0 &&
      healthy.failed + healthy.refused === 0 &&
      healthy.p99Ms < MOST_BESIDE_IMPORTS.p99Ms &&
      slowestMs <= MOST_BESIDE_IMPORTS.stopMs &&
      whole.length === healthyPreviews.length &&
      (!load.hasDeaths || isNormalAgain),
    notes: [
      `${starting.failed} 5xx in the first ten seconds`,
      ...(load.hasDeaths
        ? [
            `${healthy.failed} 5xx and ${healthy.refused} 4xx before, ${dying.failed} of ${dying.ok + dying.failed} while a third died, ${recovered.failed} after`,
            `p99 ${Math.round(healthy.p99Ms)} ms before, ${Math.round(recovered.p99Ms)} ms after`,
            `${lambda.usage.deaths} deaths`,
            `five minutes later ${hidden} messages hidden, oldest wait ${waitSeconds.toFixed(1)} s`,
          ]
        : [
            `${healthy.failed} 5xx and ${healthy.refused} 4xx after them`,
            `p99 ${Math.round(healthy.p99Ms)} ms`,
          ]),
      `${note}, of ${healthyStops.length} before`,
      `${whole.length} of ${healthyPreviews.length} previews whole`,
      ...underWay.failures.slice(0, 2),
      wrong.length === 0
        ? `all books right, with ${stops.length} STOPs, ${imports.length} imports and an erasure, ${Math.round(elapsed() / MINUTE_MS)} minutes after the start`
        : `${wrong.length} wrong: ${wrong.slice(0, 3).join(', ')}`,
    ],
    texts: provider.taken.length,
  };
}

function findWrongStops(world: World, stops: readonly Stop[]): string[] {
  const open = stops.filter(({ tookMs }) => !Number.isFinite(tookMs));
  return [
    ...(open.length > 0 ? [`${open.length} STOPs have no effect`] : []),
    ...findTextsAfterStops(world, stops, { underWayMs: UNDER_WAY_MS }),
  ];
}

async function sendOneText(world: World, account: SimulatedAccount, to: string): Promise<void> {
  const body = { to, from: account.numbers[0], body: BODY };
  const { status } = await world.request('sendMessage', { authorization: account.authorization, body });
  if (status !== 201) throw new Error(`A text to a person who is erased later is answered ${status}`);
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
  const book = await create(1, undefined, load.bookContacts);
  const importers = [await create(1, undefined, 0), await create(1, undefined, 0)];
  return { one, others, unpaced, paced, book, importers };
}
