import { createApiKey } from '../../shared/accounts/api-keys';
import { createAccount } from '../../shared/accounts/create-account';
import { contactIndexAttributes, contactKey, groupKey } from '../../shared/platform/store/keys';
import { addNumber } from '../../shared/senders/number-store';
import { everyLimit } from '../support/routes/rate-limits';
import { START, type World } from './world';

const GROUP = 'grp_all';
const PLENTY = 100_000_000;
/** Contacts in memory at a time, however many are created. */
const MADE_AT_ONCE = 10_000;

export interface SimulatedAccount {
  id: string;
  authorization: string;
  numbers: string[];
  groupIds: string[];
  /** Numbers of the contacts, all of them opted in. */
  phones: string[];
}

/** Creates an account with contacts, and numbers of one kind. */
export async function createSimulatedAccount(
  world: World,
  options: {
    index: number;
    numbers: number;
    ratePerSecond: number | undefined;
    contacts: number;
    /** Absent: more than any workload spends. */
    credits?: number;
  },
): Promise<SimulatedAccount> {
  const { table, ids, simulation } = world;
  const clock = { now: () => simulation.now() };
  const { id } = await createAccount(
    { table, clock, ids },
    {
      name: `Simulated ${options.index}`,
      smsCredits: options.credits ?? PLENTY,
      mmsCredits: 0,
      dailyQuota: PLENTY,
      silentOptIn: false,
      rateLimits: everyLimit(PLENTY),
    },
  );
  const numbers = Array.from(
    { length: options.numbers },
    (_, position) => `+1206${String(2_000_000 + 1_000 * options.index + position)}`,
  );
  for (const number of numbers) {
    const { ratePerSecond } = options;
    await addNumber({ table, clock }, { accountId: id, number, status: 'Active', ratePerSecond });
  }
  const created = await createApiKey({ table, clock, ids }, id);
  if (!created) throw new Error('No key');
  const phones = Array.from(
    { length: options.contacts },
    (_, position) => `+1212${String(5_000_000 + position)}`,
  );
  await table.batchPut([
    {
      ...groupKey(id, GROUP),
      ...{ entity: 'group', id: GROUP, accountId: id, name: 'All', optInType: 'SINGLE', tags: [] },
      ...{ contactCount: phones.length, createdAt: START },
    },
  ]);
  for (let first = 0; first < phones.length; first += MADE_AT_ONCE) {
    const some = phones.slice(first, first + MADE_AT_ONCE);
    await table.batchPut(some.map((phoneNumber) => contactOf(id, phoneNumber)));
  }
  const basic = Buffer.from(`${created.key.id}:${created.secret}`).toString('base64');
  return { id, authorization: `Basic ${basic}`, groupIds: [GROUP], numbers, phones };
}

const contactOf = (accountId: string, phoneNumber: string) => ({
  ...contactKey(accountId, phoneNumber),
  ...contactIndexAttributes({ accountId, id: `con_${phoneNumber.slice(1)}` }),
  ...{ entity: 'contact', id: `con_${phoneNumber.slice(1)}`, accountId, phoneNumber },
  ...{
    isFavorite: false,
    customFields: {},
    pendingMemberships: {},
    version: 1,
    createdAt: START,
    updatedAt: START,
  },
  memberships: { [GROUP]: { optInAt: START, tagIds: [] } },
});
