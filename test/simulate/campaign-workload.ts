import { campaignItem } from '../../shared/campaigns/record/campaign';
import { createSimulatedAccount } from './account';
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
  let answer: Answer | undefined;
  void world
    .request('createCampaign', {
      authorization: account.authorization,
      body: {
        ...{ name: 'Spring', from, body: BODY, purpose: 'informational', launch: true },
        audience: { groups: account.groupIds },
      },
    })
    .then((given) => (answer = given));
  await world.simulation.run(() => answer !== undefined);
  if (answer?.status !== 201) throw new Error(`The campaign is answered ${JSON.stringify(answer?.body)}`);
  const startedAtMs = world.simulation.elapsed;
  const read = async () =>
    campaignItem.readIfAny(
      await world.table.get(campaignItem.key({ accountId: account.id, id: String(answer?.body.id) })),
    );
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

const hoursSince = (world: World, fromMs: number) => (world.simulation.elapsed - fromMs) / 3_600_000;
