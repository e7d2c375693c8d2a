import { automationItem } from '../../shared/automations/record/automation';
import { CountChanges, readPeopleCounts } from '../../shared/automations/record/counts';
import { itemOfPerson, type Person } from '../../shared/automations/record/person';
import type { E164 } from '../../shared/phone-numbers/e164';
import { automationShardOf } from '../../shared/platform/store/keys';
import { createSimulatedAccount, type SimulatedAccount } from './account';
import { findWrongBooks } from './books';
import type { Outcome } from './outcome';
import { creditsOf, judge, requestBroadcast, sendSingles } from './traffic';
import type { Answer, World } from './world';

const DUE_AFTER_MS = 90_000;
const GIVE_UP_AFTER_MS = 3_600_000;
const LOOK_AGAIN_AFTER_MS = 1_000;
const SINGLES_PER_SECOND = 5;
const BROADCAST_RECIPIENTS = 500;

/**
 * Has people of one automation, who wait for the same minute, sent to by a number without a rate, while another account
 * sends single messages and a broadcast.
 */
export async function dueAtOnce(
  world: World,
  { people, withinSeconds }: { people: number; withinSeconds: number },
): Promise<Outcome> {
  const { simulation, provider } = world;
  const account = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond: undefined, contacts: people },
  });
  const other = await createSimulatedAccount(world, {
    ...{ index: 2, numbers: 2, ratePerSecond: undefined, contacts: BROADCAST_RECIPIENTS },
  });
  const before = await creditsOf(world, [account, other]);
  const automationId = await startAutomation(world, account);
  const address = { accountId: account.id, automationId };
  const dueAtMs = simulation.elapsed + DUE_AFTER_MS;
  await waitFor(world, account.phones, {
    ...address,
    dueAt: new Date(simulation.now().getTime() + DUE_AFTER_MS),
  });
  await world.pass(DUE_AFTER_MS);
  // 1. They are due; another account goes on as on any day.
  const answers = sendSingles(world, [other], { perSecond: SINGLES_PER_SECOND, seconds: withinSeconds });
  const broadcastFrom = other.numbers[1] ?? '';
  void requestBroadcast(world, other, { from: broadcastFrom, recipients: BROADCAST_RECIPIENTS });
  const [from] = account.numbers;
  const textsOf = (number: string | undefined) => provider.taken.filter((text) => text.from === number);
  let isOver = false;
  simulation.after(GIVE_UP_AFTER_MS, () => void (isOver = true));
  const look = () => {
    isOver ||= textsOf(from).length >= people && answers.length >= SINGLES_PER_SECOND * withinSeconds;
    if (!isOver) simulation.after(LOOK_AGAIN_AFTER_MS, look);
  };
  look();
  await simulation.run(() => isOver);
  await world.pass(30_000);
  // 2. Everybody has had one text, and nobody else has waited for them.
  const times = textsOf(from).map(({ atMs }) => atMs);
  const seconds = (times.reduce((last, atMs) => Math.max(last, atMs), 0) - dueAtMs) / 1_000;
  const broadcast = textsOf(broadcastFrom).map(({ atMs }) => atMs);
  const broadcastSeconds = (Math.max(...broadcast) - dueAtMs) / 1_000;
  const { failed, refused, p99Ms } = judge(answers);
  const wrong = await findWrongBooks(world, { spent: before - (await creditsOf(world, [account, other])) });
  const counts = (await readPeopleCounts(world.table, address)).get(1) ?? {};
  if (counts.completed !== people) wrong.push(`${counts.completed ?? 0} of ${people} have completed`);
  return {
    asked: people,
    reached: new Set(textsOf(from).map(({ to }) => to)).size,
    unit: 'people',
    isMet:
      times.length === people &&
      seconds <= withinSeconds &&
      failed + refused === 0 &&
      p99Ms < 1_000 &&
      broadcast.length === BROADCAST_RECIPIENTS &&
      wrong.length === 0,
    notes: [
      `the last after ${seconds.toFixed(0)} s`,
      `singles of another account p99 ${Math.round(p99Ms)} ms, ${failed} 5xx, ${refused} 4xx`,
      `its broadcast of ${broadcast.length} within ${broadcastSeconds.toFixed(0)} s`,
      wrong.length === 0 ? 'all books right' : wrong.slice(0, 3).join(', '),
    ],
    texts: provider.taken.length,
  };
}

async function startAutomation(world: World, { authorization, numbers }: SimulatedAccount): Promise<string> {
  const ask = async (...request: Parameters<World['request']>): Promise<Answer> => {
    let answer: Answer | undefined;
    void world.request(...request).then((given) => (answer = given));
    await world.simulation.run(() => answer !== undefined);
    if (answer === undefined || answer.status > 201)
      throw new Error(`The automation is answered ${JSON.stringify(answer?.body)}`);
    return answer;
  };
  const created = await ask('createAutomation', {
    authorization,
    body: {
      ...{ name: 'Reminder', from: numbers[0], purpose: 'informational', entry: 'always' },
      trigger: { event: 'order.placed' },
      steps: [
        { wait: { days: 1 } },
        { send: { body: 'Hello {{contact_first_name}}, your order is ready.' } },
      ],
    },
  });
  const id = String(created.body.id);
  await ask('startAutomation', { authorization, body: {}, pathParameters: { id } });
  return id;
}

/** Puts people on their way, who wait before the text. */
async function waitFor(
  world: World,
  phones: string[],
  { accountId, automationId, dueAt }: { accountId: string; automationId: string; dueAt: Date },
): Promise<void> {
  const { table } = world;
  const address = { accountId, automationId, version: 1 };
  const enteredAt = world.simulation.now().toISOString();
  const byShard = new Map<number, number>();
  const items = phones.map((phoneNumber) => {
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
      ...{ eventData: undefined, lastSend: undefined, isExpected: undefined, revision: 1 },
    };
    return itemOfPerson(person);
  });
  await table.batchPut(items);
  for (const [shard, count] of byShard) {
    const write = new CountChanges()
      .enter({ isOfRun: undefined, entry: 'order-1' }, count)
      .write({ ...address, shard });
    if (!('Update' in write) || !write.Update) throw new Error('Counts are not an update');
    await table.update(write.Update);
  }
  const automation = automationItem.readIfAny(
    await table.get(automationItem.key({ accountId, id: automationId })),
  );
  if (automation?.status !== 'running') throw new Error('The automation does not run');
}
