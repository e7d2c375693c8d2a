import { type SenderMember, parseMember } from '../../../shared/senders/sender';
import { addNumber } from '../../../shared/senders/number-store';
import { createSender } from '../../../shared/senders/sender-store';
import type { World } from './world';

/** Member of an account's sender, as planned. */
export interface PlannedMember extends SenderMember {
  ratePerSecond: number | undefined;
}

/** Sender of an account, with two or three numbers as members. */
export interface SeededSender {
  id: string;
  /** The first one is the account's default number, and serves every country. */
  members: PlannedMember[];
}

const SHARE_WITH_SENDER = 0.4;
const SLOWEST = 2;
const RATE_SPREAD = 23;

/** Returns the number of a further member. @param position from 1 on */
const furtherNumber = (index: number, position: number) =>
  `+1206556${String(100 * position + index).padStart(4, '0')}`;

/** True for the number of a member that is not an account's default number. */
export const isFurtherNumber = (number: string): boolean => number.startsWith('+1206556');

/** Decides whether an account has a sender. */
export const picksSender = (random: () => number): boolean => random() < SHARE_WITH_SENDER;

/**
 * Seeds a sender with the account's number and one or two more, with and without rates. The last one is sometimes
 * limited to a country.
 */
export async function seedSender(
  { table, ids, simulation }: World,
  options: { accountId: string; index: number; number: string; ratePerSecond: number | undefined },
): Promise<SeededSender> {
  const { accountId, index, number, ratePerSecond } = options;
  const { random } = simulation;
  const clock = { now: () => simulation.now() };
  const members: PlannedMember[] = [{ identity: number, countries: undefined, ratePerSecond }];
  const further = random() < 0.5 ? 1 : 2;
  for (let position = 1; position <= further; position++) {
    const rate = random() < 0.5 ? SLOWEST + Math.floor(random() * RATE_SPREAD) : undefined;
    const identity = furtherNumber(index, position);
    await addNumber({ table, clock }, { accountId, number: identity, status: 'Active', ratePerSecond: rate });
    const isLimited = position === further && random() < 0.4;
    const country = random() < 0.5 ? 'US' : 'CA';
    const member = parseMember(isLimited ? `${identity}=${country}` : identity);
    if (member) members.push({ ...member, ratePerSecond: rate });
  }
  const { id } = await createSender(
    { table, clock, ids },
    {
      accountId,
      content: {
        name: 'Shop',
        members: members.map(({ identity, countries }) => ({ identity, countries })),
      },
    },
  );
  return { id, members };
}
