import { createSimulatedAccount } from './account';
import type { Outcome } from './outcome';
import type { World } from './world';

/** Previews an audience of all contacts in an account. */
export async function countContacts(
  world: World,
  { contacts, withinSeconds }: { contacts: number; withinSeconds: number },
): Promise<Outcome> {
  const { authorization, groupIds } = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond: undefined },
    contacts,
  });
  let answer: Awaited<ReturnType<World['request']>> | undefined;
  void world
    .request('previewSegment', { authorization, body: { audience: { groups: groupIds } } })
    .then((given) => (answer = given));
  await world.simulation.run(() => answer !== undefined);
  const { status, body, durationMs } = answer ?? { status: 0, body: {}, durationMs: Infinity };
  const matched = Number(body.matched ?? 0);
  const isCounted = status === 200 && body.isComplete === true && body.sendable === contacts;
  return {
    asked: contacts,
    reached: matched,
    unit: 'contacts',
    isMet: isCounted && matched === contacts && durationMs <= 1_000 * withinSeconds,
    notes: [
      `answered ${status} after ${(durationMs / 1_000).toFixed(1)} s`,
      `${Math.round(world.dynamoDb.reads).toLocaleString('en-US')} read units`,
    ],
    texts: matched,
  };
}
