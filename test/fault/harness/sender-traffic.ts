import { changeSender } from '../../../shared/senders/sender-store';
import { updateNumber } from '../../../shared/senders/number-store';
import { asOperator, holdMs } from './hold-traffic';
import type { WorldAccount } from './seeded-account';
import { pick, type Scene } from './traffic';

/** Share of what is sent from the sender, where an account has one. */
const SHARE_FROM_SENDER = 0.75;

/** Picks what something is sent from: the account's sender, or its number. */
export const fromOf = (random: () => number, { sender, from }: WorldAccount): string =>
  sender && random() < SHARE_FROM_SENDER ? sender.id : from;

/** Picks a number of the account. */
export const anyNumber = (random: () => number, { sender, from }: WorldAccount): string =>
  sender ? pick(random, sender.members).identity : from;

/** Makes a member inactive, or takes it out of its sender, and puts it back after some minutes. */
export async function changeMember({ world }: Scene, { id: accountId, sender }: WorldAccount): Promise<void> {
  const { simulation, table, absences } = world;
  if (!sender) return;
  const { random } = simulation;
  const { identity: number } = pick(random, sender.members);
  const clock = { now: () => simulation.now() };
  const why = pick(random, ['inactive', 'removed'] as const);
  const members = sender.members.map(({ identity, countries }) => ({ identity, countries }));
  const apply = async (isOut: boolean) =>
    asOperator(simulation, async () =>
      why === 'inactive'
        ? updateNumber(table, { accountId, number, status: isOut ? 'Inactive' : 'Active' })
        : changeSender(
            { table, clock },
            {
              accountId,
              senderId: sender.id,
              changes: { members: members.filter(({ identity }) => !isOut || identity !== number) },
            },
          ),
    );
  absences.begin(number, why);
  await apply(true);
  simulation.note(`  ${number} is ${why}`);
  simulation.after(holdMs(random), async () => {
    void apply(false).then(() => {
      absences.end(number, why);
      simulation.note(`  ${number} is back`);
    });
  });
}
