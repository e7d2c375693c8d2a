import { SIZES } from '../../lib/stack/size';
import type { KnownMiss } from '../bench/known-miss';
import { AWS } from './aws-figures';
import { createSimulatedAccount, type SimulatedAccount } from './account';
import { countContacts } from './audience-workload';
import { dueAtOnce } from './automation-workload';
import { unpacedBroadcasts } from './broadcast-workload';
import { campaign, campaignOnSender, scheduledCampaign } from './campaign-workload';
import type { SizeName } from '../../lib/stack/size';
import { enrolments } from './enrolment-workload';
import { importsBesideSends } from './import-workload';
import type { Limits } from './limits';
import { measureNumbers, passAndMeasure, SHARE, sum } from './number-rates';
import type { Outcome } from './outcome';
import { lastCredits } from './last-credits-workload';
import { providerOutage } from './provider-outage-workload';
import { sayStops, slowestOf } from './stops';
import { creditsOf, judge, sendSingles, startBroadcasts } from './traffic';
import { everythingTogether } from './together-workload';
import { waitingForAMonth } from './waiting-workload';
import { webhooksOfOneEndpoint } from './webhook-workload';
import type { World } from './world';

export interface Workload {
  name: string;
  target: string;
  /** Most that a thousand texts may cost, in dollars. */
  dollars?: number;
  /** Set where the price is missed today. */
  known?: KnownMiss;
  /** Divisor of the load and the limits. */
  scale: number;
  changes?: Partial<Limits>;
  /** True: the stack keeps reserved concurrency, which is the default. */
  hasReservations?: boolean;
  /** Size of the stack; absent: `standard`. */
  size?: SizeName;
  /** Setting of the stage for which the table is warm; absent: that of the size. */
  tableUnitsPerSecond?: number;
  /** Set when it takes too long for a check of every change. */
  isLong?: true;
  run(world: World): Promise<Outcome>;
}

/** Units for which the table is warm in a stack of size large. */
const WARM = SIZES.large.tableUnitsPerSecond;
/** Undoes the scale for partitions that a job or an account has for itself, since items are as large at every scale. */
const wholePartitions = (scale: number): Partial<Limits> => ({
  partitionReadsPerSecond: scale * AWS.partitionReadsPerSecond.value,
  partitionWritesPerSecond: scale * AWS.partitionWritesPerSecond.value,
});
const LAST_CREDITS =
  'only 201 and 402, p99 under 1 s also of another account, credits exact, those added used within 1 s';

/** Known miss of the price of slow numbers. */
const SHARED_WORKERS: KnownMiss = {
  because: 'the queue hands over three or four chunks at once, of the twenty that could share a worker',
  upTo: 0.0027,
};
const BOOKS = 'all books right, of texts, STOPs, imports and an erasure';
const UNHURT = 'no 5xx, p99 under 1 s, a STOP within 2 s, previews whole';
const OUTAGE = 'no text fails, all books right, at most 50 unknown of a number each time its breaker opens';
const TEN_MINUTES = {
  minutes: 10,
  broadcast: { ratePerSecond: 100, recipients: 6_000 },
  singlesPerSecond: 2,
};

export const WORKLOADS: Workload[] = [
  {
    name: '20 toll-free numbers x 3/s, a broadcast on each',
    target: '95 % of 60/s, each number 95 % of its own, never above a rate',
    dollars: 0.002,
    known: SHARED_WORKERS,
    scale: 1,
    run: async (world) => broadcastOnEach(world, { numbers: 20, ratePerSecond: 3, seconds: 60 }),
  },
  {
    name: '300 10DLC numbers x 1/s, a broadcast on each',
    target: '95 % of 300/s, each number 95 % of its own, never above a rate',
    scale: 1,
    isLong: true,
    run: async (world) => broadcastOnEach(world, { numbers: 300, ratePerSecond: 1, seconds: 45 }),
  },
  {
    name: '20 toll-free numbers x 3/s of one sender, one campaign',
    target: '95 % of 60/s, each number 95 % of its own, never above a rate',
    dollars: 0.002,
    known: SHARED_WORKERS,
    scale: 1,
    run: async (world) => campaignOnSender(world, { numbers: 20, ratePerSecond: 3, seconds: 60 }),
  },
  {
    name: '5 short codes x 100/s beside 100 slow numbers',
    target: 'each 95 % of its own',
    scale: 1,
    isLong: true,
    run: async (world) => shortCodesBesideSlowNumbers(world),
  },
  {
    name: '100 broadcasts of 50,000 at once on numbers without a rate, two receipts for each text',
    target: '10,000/s together; no duplicate hints beyond 1 %; no receipt older than 10 s',
    scale: 50,
    isLong: true,
    size: 'large',
    changes: wholePartitions(50),
    run: async (world) => unpacedBroadcasts(world, { broadcasts: 100, recipients: 1_000, perSecond: 200 }),
  },
  {
    name: 'one account, 1,000 single sends/s',
    target: 'no 5xx, p99 under 1 s, credits exact',
    // Conflicts on one item do not scale with the limits.
    scale: 1,
    isLong: true,
    tableUnitsPerSecond: WARM,
    run: async (world) => singleSends(world, { accounts: 1, perSecond: 1_000, seconds: 5 }),
  },
  {
    name: 'the last 6,000 credits of one account at 1,000 single sends/s, 1,000 more added after 6 s',
    target: LAST_CREDITS,
    // Conflicts on one item do not scale with the limits.
    scale: 1,
    isLong: true,
    tableUnitsPerSecond: WARM,
    run: async (world) => lastCredits(world, { perSecond: 1_000, seconds: 8, credits: 6_000, topUp: 1_000 }),
  },
  {
    name: 'the last 1,200 credits of one account at 200 single sends/s, 100 more added after 6 s',
    target: LAST_CREDITS,
    scale: 1,
    isLong: true,
    run: async (world) => lastCredits(world, { perSecond: 200, seconds: 8, credits: 1_200, topUp: 100 }),
  },
  {
    name: '10,000 accounts, together 5,000 single sends/s',
    target: 'no 5xx',
    // A fiftieth of the concurrency is 19 Lambdas, of which 15 are busy, so random peaks would fill them. See
    // docs/performance.md.
    scale: 10,
    isLong: true,
    tableUnitsPerSecond: 60_000,
    // A setting of the stage: requestsPerSecond: 10_000.
    changes: { apiRoutePerSecond: 10_000, apiBurst: 20_000 },
    run: async (world) => singleSends(world, { accounts: 1_000, perSecond: 500, seconds: 5, rampSeconds: 5 }),
  },
  {
    name: '50,000 delivered events to one webhook endpoint that answers in 100 ms',
    target: '1,000 events/s; events of another account at most 2 s late meanwhile',
    // One endpoint cannot be divided.
    scale: 1,
    isLong: true,
    tableUnitsPerSecond: WARM,
    run: async (world) => webhooksOfOneEndpoint(world, { events: 50_000, perSecond: 2_000 }),
  },
  {
    name: 'one group, 25 enrolments/s through the API',
    // Ten times an account's default limit, which an operator can raise. Conflicts on one item do not scale.
    target: 'no 5xx, p99 under 1 s',
    scale: 1,
    run: async (world) => enrolments(world, { perSecond: 25, seconds: 10 }),
  },
  {
    name: 'receipts of a broadcast of 5,000, two for each text',
    target: 'no backlog older than 10 s',
    scale: 1,
    isLong: true,
    run: async (world) => receipts(world),
  },
  {
    name: 'everything together at a small load for 50 seconds',
    target: `${BOOKS}; ${UNHURT}`,
    scale: 1,
    run: async (world) =>
      everythingTogether(world, {
        ...{ healthySeconds: 50, hasDeaths: false, stopsPerMinute: 6 },
        singlesPerSecond: { one: 1, others: 2 },
        broadcasts: { textsPerSecond: 10, recipients: 100 },
        paced: [
          { numbers: 1, ratePerSecond: 3 },
          { numbers: 1, ratePerSecond: 10 },
        ],
        ...{ importRows: 300, bookContacts: 600 },
      }),
  },
  {
    name: 'everything together for ten minutes, then a third of all invocations die for one minute',
    target: `${BOOKS}; before the deaths ${UNHURT}; back to normal within five minutes, with what is hidden`,
    scale: 50,
    isLong: true,
    size: 'large',
    // A setting of the stage: requestsPerSecond: 10_000.
    changes: { apiRoutePerSecond: 10_000, apiBurst: 20_000, ...wholePartitions(50) },
    run: async (world) =>
      everythingTogether(world, {
        ...{ healthySeconds: 600, hasDeaths: true, stopsPerMinute: 2 },
        singlesPerSecond: { one: 20, others: 100 },
        broadcasts: { textsPerSecond: 200, recipients: 400 },
        paced: [
          { numbers: 1, ratePerSecond: 3 },
          { numbers: 2, ratePerSecond: 1 },
          { numbers: 1, ratePerSecond: 100 },
        ],
        // A fiftieth of two files of a million rows, and of a million contacts.
        ...{ importRows: 20_000, bookContacts: 20_000 },
      }),
  },
  {
    name: 'a new AWS account, concurrency 10: a broadcast of 5,000, 5 singles/s, STOPs',
    target: 'nothing fails; a STOP within 5 s; singles p99 under 3 s',
    scale: 1,
    changes: { lambdaConcurrency: AWS.lambdaConcurrencyOfNewAccount.value },
    hasReservations: false,
    size: 'small',
    run: async (world) => newAwsAccount(world),
  },
  {
    name: 'ten minutes in which the provider does not answer, a broadcast at 100/s and 2 single sends/s',
    target: OUTAGE,
    scale: 1,
    run: async (world) => providerOutage(world, { fault: 'lost_answers', ...TEN_MINUTES }),
  },
  {
    name: 'ten minutes in which the provider takes nothing, a broadcast at 100/s and 2 single sends/s',
    target: OUTAGE,
    scale: 1,
    isLong: true,
    run: async (world) => providerOutage(world, { fault: 'unavailable', ...TEN_MINUTES }),
  },
  {
    name: 'the spend limit is met in a broadcast at 100/s beside 2 single sends/s, and raised after ten minutes',
    target: OUTAGE,
    scale: 1,
    isLong: true,
    run: async (world) => providerOutage(world, { fault: 'spend_limit', ...TEN_MINUTES }),
  },
  {
    name: 'two imports of 1,000,000 rows into a group each, beside 5 single sends/s and STOPs of another account',
    target: 'no 5xx, p99 under 1 s; a STOP within 2 s',
    scale: 1,
    isLong: true,
    run: async (world) =>
      importsBesideSends(world, { imports: 2, rows: 1_000_000, singlesPerSecond: 5, seconds: 60 }),
  },
  {
    name: 'a campaign to 5,000,000 contacts',
    target: 'all of them once within six hours, in no more than 0.2 writes each',
    scale: 50,
    isLong: true,
    run: async (world) => campaign(world, { recipients: 5_000_000 / 50, withinHours: 6 }),
  },
  {
    name: 'a campaign to 5,000,000 contacts with a schedule',
    target: 'first text within a minute of the hour',
    scale: 50,
    isLong: true,
    run: async (world) =>
      scheduledCampaign(world, { recipients: 5_000_000 / 50, unscaled: 5_000_000, withinSeconds: 60 }),
  },
  {
    name: '2,000 people of an automation due in the same minute, beside a broadcast and 5 single sends/s',
    target:
      'each one text within 90 s, of which the timer takes up to 60; nothing of others waits; all books right',
    scale: 1,
    run: async (world) => dueAtOnce(world, { people: 2_000, withinSeconds: 90 }),
  },
  {
    name: '100,000 people of an automation due in the same minute, beside a broadcast and 5 single sends/s',
    target: 'each one text within 5 minutes; nothing of others waits; all books right',
    scale: 1,
    isLong: true,
    run: async (world) => dueAtOnce(world, { people: 100_000, withinSeconds: 300 }),
  },
  {
    name: '1,000,000 people who wait in one automation for a month, beside 5 single sends/s',
    target:
      'each one text within 90 s of its time; at most $0.00001 for a person, from entering to the text; nothing of others waits',
    // The timer reads who is due of one automation, which cannot be divided.
    scale: 1,
    isLong: true,
    run: async (world) =>
      waitingForAMonth(world, { people: 1_000_000, entering: 2_000, dollarsEach: 0.00001 }),
  },
  {
    name: 'the preview of an audience of 1,000,000 contacts',
    target: 'counted, all of them, within 30 s',
    // One request reads page after page: its round trips cannot be divided.
    scale: 1,
    isLong: true,
    run: async (world) => countContacts(world, { contacts: 1_000_000, withinSeconds: 30 }),
  },
];

export async function broadcastOnEach(
  world: World,
  { numbers: count, ratePerSecond, seconds }: { numbers: number; ratePerSecond: number; seconds: number },
): Promise<Outcome> {
  // More recipients than can be sent to in the time, so that all numbers stay busy.
  const recipients = Math.max(100, Math.ceil(1.5 * ratePerSecond * seconds));
  const account = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: count, ratePerSecond },
    contacts: recipients,
  });
  await startBroadcasts(world, [account], recipients);
  return measureNumbers(world, account, { ratePerSecond, seconds });
}

async function shortCodesBesideSlowNumbers(world: World): Promise<Outcome> {
  const [fast, slow] = [
    { numbers: 5, ratePerSecond: 100 },
    { numbers: 100, ratePerSecond: 1 },
  ];
  const seconds = 30;
  const slowAccount = await createSimulatedAccount(world, { index: 1, ...slow, contacts: 100 });
  const fastAccount = await createSimulatedAccount(world, { index: 2, ...fast, contacts: 4_500 });
  await startBroadcasts(world, [slowAccount], 100);
  await startBroadcasts(world, [fastAccount], 4_500);
  const { fromMs, toMs } = await passAndMeasure(world, seconds);
  const share = (account: SimulatedAccount, { ratePerSecond }: typeof fast) =>
    Math.min(
      ...account.numbers.map((number) => world.provider.rateOf(number, { fromMs, toMs }) / ratePerSecond),
    );
  const [fastShare, slowShare] = [share(fastAccount, fast), share(slowAccount, slow)];
  return {
    asked: 600,
    reached: sum(
      [...fastAccount.numbers, ...slowAccount.numbers].map((number) =>
        world.provider.rateOf(number, { fromMs, toMs }),
      ),
    ),
    unit: 'texts/s',
    isMet: Math.min(fastShare, slowShare) >= SHARE,
    notes: [`slowest short code ${percent(fastShare)}`, `slowest slow number ${percent(slowShare)}`],
    texts: world.provider.taken.length,
  };
}

async function receipts(world: World): Promise<Outcome> {
  const account = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond: undefined },
    contacts: 5_000,
  });
  world.hasReceipts = true;
  await startBroadcasts(world, [account], 5_000);
  await world.pass(120_000);
  const { sent, oldestSeconds } = world.queues.receipts.usage;
  return {
    asked: 10_000,
    reached: sent - world.queues.receipts.depth,
    unit: 'receipts',
    isMet: oldestSeconds <= 10 && sent === 10_000 && world.queues.receipts.depth === 0,
    notes: [`oldest ${oldestSeconds.toFixed(1)} s`],
    texts: world.provider.taken.length,
  };
}

async function singleSends(
  world: World,
  options: { accounts: number; perSecond: number; seconds: number; rampSeconds?: number },
): Promise<Outcome> {
  const { accounts: count, perSecond, seconds, rampSeconds = 0 } = options;
  const accounts: SimulatedAccount[] = [];
  for (let index = 0; index < count; index++) {
    accounts.push(
      await createSimulatedAccount(world, {
        ...{ index: index + 1, numbers: 1, ratePerSecond: undefined },
        contacts: count === 1 ? 500 : 5,
      }),
    );
  }
  const before = await creditsOf(world, accounts);
  const answers = sendSingles(world, accounts, options);
  await world.pass(1_000 * (rampSeconds + seconds) + 30_000);
  const { ok, refused, failed, p99Ms } = judge(answers);
  const sent = world.provider.taken.length;
  const used = before - (await creditsOf(world, accounts));
  return {
    asked: perSecond,
    reached: ok / (seconds + rampSeconds / 2),
    unit: 'sends/s',
    isMet: failed === 0 && refused === 0 && p99Ms < 1_000 && used === 2 * sent,
    notes: [
      `p99 ${Math.round(p99Ms)} ms`,
      `${failed} 5xx, ${refused} 4xx`,
      used === 2 * sent ? 'credits exact' : `credits ${used} for ${sent} texts`,
    ],
    texts: sent,
  };
}

async function newAwsAccount(world: World): Promise<Outcome> {
  const seconds = 60;
  const account = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond: undefined },
    contacts: 5_000,
  });
  await startBroadcasts(world, [account], 5_000);
  const answers = sendSingles(world, [account], { perSecond: 5, seconds });
  const stops = sayStops(world, account, { count: 6, firstMs: 5_000, everyMs: 8_000 });
  await world.pass(1_000 * seconds + 60_000);
  const { ok, failed, refused, p99Ms } = judge(answers);
  const { slowestMs, note } = slowestOf(stops);
  return {
    asked: 5,
    reached: ok / seconds,
    unit: 'sends/s',
    isMet: failed === 0 && refused === 0 && p99Ms < 3_000 && slowestMs <= 5_000,
    notes: [
      `p99 ${Math.round(p99Ms)} ms`,
      `${failed} 5xx, ${refused} 4xx`,
      note,
      `${world.provider.taken.length} texts`,
    ],
    texts: world.provider.taken.length,
  };
}

const percent = (share: number) => `${Math.round(100 * share)} %`;
