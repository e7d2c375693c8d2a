import { campaignItem } from '../../shared/campaigns/record/campaign';
import { campaignDue } from '../../shared/campaigns/record/campaign-wake';
import { selectionLeadMs } from '../../shared/campaigns/run/internal/selection-lead';
import { findRun } from '../../shared/campaigns/run/run-item';
import { updateExpression } from '../../shared/platform/store/expressions';
import { createSender } from '../../shared/senders/sender-store';
import { createSimulatedAccount, type SimulatedAccount } from './account';
import { measureNumbers } from './number-rates';
import type { Outcome } from './outcome';
import type { Answer, World } from './world';

const BODY = 'Hello {{contact_first_name}}, your order is ready.';

/** Sends one campaign to all contacts of an account, by a number without a rate. */
export async function campaign(
  world: World,
  { recipients, withinHours }: { recipients: number; withinHours: number },
): Promise<Outcome> {
  const account = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond: undefined },
    contacts: recipients,
  });
  const [from = ''] = account.numbers;
  const id = await launchCampaign(world, account, from);
  const startedAtMs = world.simulation.elapsed;
  const read = async () =>
    campaignItem.readIfAny(await world.table.get(campaignItem.key({ accountId: account.id, id })));
  let now = await read();
  let selectedAfterMs = Infinity;
  while (now?.completedAt === undefined && hoursSince(world, startedAtMs) < withinHours) {
    await world.pass(10_000);
    now = await read();
    if (now?.selected !== undefined) {
      selectedAfterMs = Math.min(selectedAfterMs, world.simulation.elapsed - startedAtMs);
    }
  }
  const { taken } = world.provider;
  const isOnce = new Set(taken.map(({ to }) => to)).size === taken.length;
  const writes = world.dynamoDb.writes / recipients;
  return {
    asked: recipients,
    reached: now?.counts.sent ?? 0,
    unit: 'recipients',
    isMet: now?.status === 'completed' && taken.length === recipients && isOnce && writes <= 0.2,
    notes: [
      `selected after ${(selectedAfterMs / 60_000).toFixed(1)} min`,
      `ended after ${(60 * hoursSince(world, startedAtMs)).toFixed(0)} min`,
      `${writes.toFixed(2)} writes a recipient`,
    ],
    texts: taken.length,
  };
}

/**
 * Measures the first text of a campaign with a schedule, whose audience is selected ahead. It begins to select as early
 * as one of so many recipients without the scale does.
 */
export async function scheduledCampaign(
  world: World,
  options: { recipients: number; unscaled: number; withinSeconds: number },
): Promise<Outcome> {
  const { recipients, unscaled, withinSeconds } = options;
  const { simulation, table, provider } = world;
  const account = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond: undefined },
    contacts: recipients,
  });
  const [from = ''] = account.numbers;
  const at = new Date(simulation.now().getTime() + selectionLeadMs(unscaled) + LAUNCH_MS);
  const id = await launchCampaign(world, account, from, { schedule: { at: at.toISOString() } });
  const key = campaignItem.key({ accountId: account.id, id });
  const isCounted = async () => campaignItem.readIfAny(await table.get(key))?.selectsAt !== undefined;
  await passUntil(world, isCounted, at);
  const selectsAt = simulation.now();
  const set = { selectsAt: selectsAt.toISOString(), ...campaignDue(id, selectsAt.getTime()) };
  await table.update({ Key: key, ...updateExpression({ set }) });
  const isSelected = async () => (await findRun(table, id))?.isWalked === true;
  await passUntil(world, isSelected, new Date(at.getTime() + 60 * LAUNCH_MS));
  const selectedMs = simulation.now().getTime() - selectsAt.getTime();
  await simulation.run(() => provider.taken.length > 0);
  const lateMs = simulation.now().getTime() - at.getTime();
  const run = await findRun(table, id);
  return {
    asked: recipients,
    reached: run?.jobs.reduce((sum, job) => sum + job.recipients, 0) ?? 0,
    unit: 'recipients selected',
    isMet: lateMs >= 0 && lateMs <= 1_000 * withinSeconds,
    notes: [
      `selected in ${(selectedMs / 60_000).toFixed(0)} min`,
      `first text ${(lateMs / 1_000).toFixed(1)} s after the hour`,
    ],
    // The price is that of selecting a thousand; their texts are not waited for.
    texts: recipients,
  };
}

/** Time for the launch and the count. */
const LAUNCH_MS = 120_000;

/** Lets time pass until the condition is true, or until a time. */
async function passUntil(world: World, isOver: () => Promise<boolean>, latest: Date): Promise<void> {
  while (world.simulation.now() < latest && !(await isOver())) await world.pass(1_000);
}

/** Sends one campaign by a sender whose members are all numbers of an account, and measures each of them. */
export async function campaignOnSender(
  world: World,
  options: { numbers: number; ratePerSecond: number; seconds: number },
): Promise<Outcome> {
  const { numbers, ratePerSecond, seconds } = options;
  const account = await createSimulatedAccount(world, {
    ...{ index: 1, numbers, ratePerSecond },
    // A member with fewer recipients than the others stays busy, too.
    contacts: Math.ceil(1.5 * numbers * ratePerSecond * seconds),
  });
  const { table, ids, simulation, provider } = world;
  const members = account.numbers.map((identity) => ({ identity, countries: undefined }));
  const sender = await createSender(
    { table, ids, clock: { now: () => simulation.now() } },
    { accountId: account.id, content: { name: 'All', members } },
  );
  await launchCampaign(world, account, sender.id);
  await simulation.run(() => provider.taken.length > 0);
  return measureNumbers(world, account, { ratePerSecond, seconds });
}

/** Launches a campaign to everybody in the groups of an account. @returns its id */
async function launchCampaign(
  world: World,
  account: SimulatedAccount,
  from: string,
  plan: object = {},
): Promise<string> {
  const { authorization, groupIds } = account;
  const text = { name: 'Spring', from, body: BODY, purpose: 'informational' };
  const body = { ...text, ...plan, audience: { groups: groupIds }, launch: true };
  let answer: Answer | undefined;
  void world.request('createCampaign', { authorization, body }).then((given) => (answer = given));
  await world.simulation.run(() => answer !== undefined);
  if (answer?.status !== 201) throw new Error(`The campaign is answered ${JSON.stringify(answer?.body)}`);
  return String(answer.body.id);
}

const hoursSince = (world: World, fromMs: number) => (world.simulation.elapsed - fromMs) / 3_600_000;
