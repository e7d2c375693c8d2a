import { groupKey } from '../../shared/platform/store/keys';
import { createSimulatedAccount } from './account';
import type { Outcome } from './outcome';
import { judge } from './traffic';
import { type Answer, START, type World } from './world';

const GROUP = 'grp_hot';

/** Adds contacts to one group, whose count of members is one item. */
export async function enrolments(
  world: World,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<Outcome> {
  const { simulation, table } = world;
  const count = perSecond * seconds;
  const { id, authorization, phones } = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond: undefined, contacts: count },
  });
  await table.batchPut([
    {
      ...groupKey(id, GROUP),
      ...{ entity: 'group', id: GROUP, accountId: id, name: 'Hot', optInType: 'SINGLE', tags: [] },
      ...{ contactCount: 0, createdAt: START },
    },
  ]);
  const answers: Answer[] = [];
  for (const [index, phoneNumber] of phones.entries()) {
    simulation.after((1_000 / perSecond) * index, () => {
      const pathParameters = { phoneNumber, groupId: GROUP };
      const request = { authorization, pathParameters, body: { optInMode: 'DIRECT' } };
      void world.request('addMembership', request).then((answer) => answers.push(answer));
    });
  }
  await world.pass(1_000 * seconds + 30_000);
  const { ok, refused, failed, p99Ms } = judge(answers);
  const members = (await table.get(groupKey(id, GROUP)))?.contactCount;
  return {
    asked: perSecond,
    reached: ok / seconds,
    unit: 'enrolments/s',
    isMet: failed === 0 && refused === 0 && p99Ms < 1_000 && members === count,
    notes: [
      `p99 ${Math.round(p99Ms)} ms`,
      `${failed} 5xx, ${refused} 4xx`,
      `${String(members)} members counted`,
    ],
    texts: count,
  };
}
