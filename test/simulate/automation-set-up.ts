import { automationItem } from '../../shared/automations/record/automation';
import { wakeAutomation } from '../../shared/automations/record/automation-due';
import { CountChanges } from '../../shared/automations/record/counts';
import { itemOfPerson, type Person } from '../../shared/automations/record/person';
import type { E164 } from '../../shared/phone-numbers/e164';
import { automationShardOf } from '../../shared/platform/store/keys';
import type { SimulatedAccount } from './account';
import type { Answer, World } from './world';

/** Name of the event by which people enter. */
export const EVENT = 'order.placed';
/** People in memory at a time, however many there are. */
const MADE_AT_ONCE = 10_000;

/** Sends a request, and lets time pass until it is answered. Throws unless the answer is one of success. */
export async function ask(world: World, ...request: Parameters<World['request']>): Promise<Answer> {
  let answer: Answer | undefined;
  void world.request(...request).then((given) => (answer = given));
  await world.simulation.run(() => answer !== undefined);
  if (answer === undefined || answer.status >= 300)
    throw new Error(`${request[0]} is answered ${JSON.stringify(answer)}`);
  return answer;
}

/** Starts an automation that people enter by an event, with one text after a wait. Returns its id. */
export async function startAutomation(
  world: World,
  { authorization, numbers }: SimulatedAccount,
  { waitDays }: { waitDays: number },
): Promise<string> {
  const created = await ask(world, 'createAutomation', {
    authorization,
    body: {
      ...{ name: 'Reminder', from: numbers[0], purpose: 'informational', entry: 'always' },
      trigger: { event: EVENT },
      steps: [
        { wait: { days: waitDays } },
        { send: { body: 'Hello {{contact_first_name}}, your order is ready.' } },
      ],
    },
  });
  const id = String(created.body.id);
  await ask(world, 'startAutomation', { authorization, body: {}, pathParameters: { id } });
  return id;
}

/** Puts people on their way who wait before the text. Returns the size of one of their items, in bytes of JSON. */
export async function waitFor(
  world: World,
  {
    accountId,
    automationId,
    people,
  }: { accountId: string; automationId: string; people: Array<{ phoneNumber: string; dueAt: Date }> },
): Promise<number> {
  const { table } = world;
  const address = { accountId, automationId, version: 1 };
  const now = world.simulation.now();
  const enteredAt = now.toISOString();
  const byShard = new Map<number, number>();
  const itemOf = ({ phoneNumber, dueAt }: (typeof people)[number]) => {
    const shard = automationShardOf(phoneNumber);
    byShard.set(shard, (byShard.get(shard) ?? 0) + 1);
    const person: Person = {
      ...address,
      phoneNumber: phoneNumber as E164,
      ...{
        entry: 'order-1',
        isOfRun: undefined,
        contactId: `con_${phoneNumber.slice(1)}`,
        status: 'waiting',
      },
      ...{ step: 1, dueAt: dueAt.toISOString(), enteredAt, endedAt: undefined, reason: undefined },
      ...{ eventData: undefined, sends: [], isExpected: undefined, revision: 1 },
    };
    return itemOfPerson(person);
  };
  let bytes = 0;
  for (let first = 0; first < people.length; first += MADE_AT_ONCE) {
    const items = people.slice(first, first + MADE_AT_ONCE).map(itemOf);
    bytes = Buffer.byteLength(JSON.stringify(items[0]));
    await table.batchPut(items);
  }
  for (const [shard, count] of byShard) {
    const write = new CountChanges()
      .enter({ isOfRun: undefined, entry: 'order-1' }, count)
      .write({ ...address, shard });
    if (!('Update' in write) || !write.Update) throw new Error('Counts are not an update');
    await table.update(write.Update);
  }
  const dueAt = people.reduce(
    (first, one) => (one.dueAt < first ? one.dueAt : first),
    people[0]?.dueAt ?? now,
  );
  const deps = { table, ids: world.ids };
  await wakeAutomation(deps, { ...address, dueAt: dueAt.toISOString(), now });
  const automation = automationItem.readIfAny(
    await table.get(automationItem.key({ accountId, id: automationId })),
  );
  if (automation?.status !== 'running') throw new Error('The automation does not run');
  return bytes;
}
