/**
 * Campaign compared with a broadcast to the same contacts in the same run: the time from launch to end with that from
 * acceptance to end, with a provider that takes no time, and the capacity units for each recipient:
 *
 *   node --import tsx test/bench/campaigns.ts
 *
 * The campaign is an informational one to four time zones, within its sending hours; a marketing one, which counts each
 * recipient by itself, is measured too. CAMPAIGN_SIZES: recipients, separated by commas.
 */
import { randomUUID } from 'node:crypto';
import { getPlatform } from '../../shared/platform/platform';
import { type CampaignFixture, createCampaignFixture } from '../support/sending/campaign-fixture';
import { countAllUnits, type Units } from '../support/engines/capacity-meter';
import { withEngine } from './bench-engine';
import { benchRow, type BenchRow, runAsProgram } from './bench-row';
import { unitRows } from './unit-rows';

const SIZES = (process.env.CAMPAIGN_SIZES ?? '5000,50000').split(',').map(Number);
const MARKETING_SIZE = 1_000;
/** The best of several rounds counts; a large campaign needs fewer, since its noise averages out. */
const RECIPIENTS_OF_ALL_ROUNDS = 25_000;
const TIME_TARGET = 1.2;
/** Units of a broadcast, and of the walk over the contact book. */
const LIMITS = { read: 2.5, write: 0.5 };
/**
 * Units that also include a read of the messages of other campaigns for each recipient, and the addition of this one.
 */
const MARKETING_LIMITS = { read: 2.5, write: 1.5 };
/** The embedded engine writes items one by one, which DynamoDB does not. */
const MARKETING_TIME_TARGET = 4;
/** Concurrent workers, as many as the queue's. */
const WORKERS = 10;
const BODY = 'Hello {{contact_first_name}}, your order is ready.';
const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'];
/** Time from the start of the fixture's clock until the hours are open in all of the zones. */
const OPEN_AFTER_MS = 6 * 60 * 60_000;

interface Round {
  campaign: Measured;
  broadcast: Measured;
}
interface Measured {
  ms: number;
  units: Units;
}

export async function run(): Promise<BenchRow[]> {
  return withEngine(async () => {
    const rows: BenchRow[] = [];
    for (const size of SIZES) rows.push(...(await measureSize(size)));
    return [...rows, ...(await measureMarketing())];
  });
}

async function measureSize(size: number): Promise<BenchRow[]> {
  await measureRound(await createFixture(1_000));
  const fixture = await createFixture(size);
  const rounds: Round[] = [];
  const count = Math.max(1, Math.round(RECIPIENTS_OF_ALL_ROUNDS / size));
  for (let round = 0; round < count; round++) rounds.push(await measureRound(fixture));
  const best = (of: keyof Round) => Math.min(...rounds.map((round) => round[of].ms));
  const [{ campaign }] = rounds as [Round];
  const measured = best('campaign');
  return [
    benchRow({
      name: `campaign of ${size.toLocaleString('en')}, beside a broadcast`,
      measured,
      floor: best('broadcast'),
      unit: 'ms',
      target: TIME_TARGET,
      note: `${((1000 * measured) / size).toFixed(0)} µs for each recipient`,
    }),
    ...unitRows(`campaign recipient of ${size.toLocaleString('en')}`, perRecipient(campaign, size), LIMITS),
  ];
}

/** Measures a marketing campaign. A cap makes no difference: marketing messages are counted without one too. */
async function measureMarketing(): Promise<BenchRow[]> {
  const fixture = await createFixture(MARKETING_SIZE);
  // The first campaign creates the items that later ones update.
  await measureCampaign(fixture, 'marketing');
  const { ms: floor } = await measureCampaign(fixture);
  const marketing = await measureCampaign(fixture, 'marketing');
  return [
    benchRow({
      name: `marketing campaign of ${MARKETING_SIZE.toLocaleString('en')}, beside an informational one`,
      measured: marketing.ms,
      floor,
      unit: 'ms',
      target: MARKETING_TIME_TARGET,
    }),
    ...unitRows(
      'recipient of a marketing campaign',
      perRecipient(marketing, MARKETING_SIZE),
      MARKETING_LIMITS,
    ),
  ];
}

const perRecipient = ({ units }: Measured, size: number): Units => ({
  read: units.read / size,
  write: units.write / size,
});

async function createFixture(contacts: number): Promise<CampaignFixture> {
  const fixture = await createCampaignFixture(getPlatform().table, {
    ...{ contacts, dailyQuota: 10_000_000, smsCredits: 10_000_000, workersAtOnce: WORKERS },
    contact: (index) => ({ tz: ZONES[index % ZONES.length] }),
  });
  // A provider's ids cannot be compressed.
  fixture.answer.current = (message) => {
    fixture.taken.push(message);
    return { outcome: 'accepted', providerMessageId: randomUUID() };
  };
  fixture.advance(OPEN_AFTER_MS);
  return fixture;
}

async function measureRound(fixture: CampaignFixture): Promise<Round> {
  const broadcast = await measure(fixture, async () => {
    const jobId = await fixture.broadcast({
      body: BODY,
      recipients: fixture.phones.map((to) => ({ to })),
    });
    await fixture.runUntil(async () => (await fixture.job(jobId)).completedAt !== undefined);
  });
  return { broadcast, campaign: await measureCampaign(fixture) };
}

async function measureCampaign(
  fixture: CampaignFixture,
  purpose: 'informational' | 'marketing' = 'informational',
): Promise<Measured> {
  const sendingHours = { from: '08:00', to: '21:00' };
  return measure(fixture, async () => {
    await fixture.runToEnd(await fixture.launch({ body: BODY, purpose, sendingHours }));
  });
}

async function measure(fixture: CampaignFixture, act: () => Promise<void>): Promise<Measured> {
  fixture.taken.length = 0;
  const startedAt = performance.now();
  const { units } = await countAllUnits(act);
  const ms = performance.now() - startedAt;
  const { length: sent } = fixture.taken;
  if (sent !== fixture.phones.length) throw new Error(`${sent} of ${fixture.phones.length} were sent`);
  return { ms, units };
}

void runAsProgram(import.meta.url, run);
