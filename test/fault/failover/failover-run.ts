import { isDeepStrictEqual } from 'node:util';
import { DeleteTableCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { readTakeOver, takeOver, whyNotHandedOver } from '../../../lib/regions/take-over';
import { createApiKey } from '../../../shared/accounts/api-keys';
import { accountItem } from '../../../shared/accounts/account';
import { createAccount } from '../../../shared/accounts/create-account';
import { storedMessage, readMessage } from '../../../shared/messages/message';
import type { RegionSide } from '../../../shared/platform/region-side';
import { contactIndexAttributes, contactKey, groupKey } from '../../../shared/platform/store/keys';
import type { Item } from '../../../shared/platform/store/item';
import { heartbeatItem } from '../../../shared/regions/region-items';
import { addNumber } from '../../../shared/senders/number-store';
import { pauseService, resumeService } from '../../../shared/senders/pause-sending';
import { createSender } from '../../../shared/senders/sender-store';
import { createDeployedTable, type TestEngine } from '../../support/engines/engine';
import { everyLimit } from '../../support/routes/rate-limits';
import { seededRandom } from '../../support/run/seeded-random';
import { CALM, type Mix } from '../harness/mix';
import { type Answer, type Operation, START, World } from '../harness/world';
import { Replication } from './replication';

/** Mistakes that the run must find. `carriesOn`: what the lost region had under way goes on; `ignoresFence`: it comes back and works on. */
export const FAILOVER_DEFECTS = ['carriesOn', 'ignoresFence'] as const;
export type FailoverDefect = (typeof FAILOVER_DEFECTS)[number];

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
const FIRST_NUMBER = '+12065550001';
const SECOND_NUMBER = '+12065550002';
const GROUP = 'grp_a';
const CREDITS = 10_000;
const PEOPLE = 120;
/** A provider that is slow, out of reach and silent at times, so that texts wait and end unknown. */
const MIX: Mix = {
  ...CALM,
  provider: [
    [16, 'accept'],
    [2, 'unavailable'],
    [1, 'lostAnswer'],
    [1, 'hangsAfterTaking'],
  ],
};

/** Text that the provider took, with the region that handed it over. */
interface TakenText {
  side: RegionSide;
  messageId: string;
  to: string;
  atMs: number;
}

/** Request of a caller, which repeats it in the second region. */
interface Asked {
  operation: Operation;
  body: { idempotencyKey: string } & Record<string, unknown>;
  answers: Array<{ side: RegionSide; atMs: number; answer: Answer }>;
}

export interface FailoverResult {
  wrong: string[];
  /** Counts, by which a test sees that there was something to lose. */
  counts: Record<
    | 'taken'
    | 'ended'
    | 'jobsEnded'
    | 'keysBeforeLag'
    | 'keysWithinLag'
    | 'sentTwiceWithinLag'
    | 'stops'
    | 'late',
    number
  >;
}

interface Options {
  engine: Pick<TestEngine, 'client'>;
  client: DynamoDBDocumentClient;
  seed: number;
  defect?: FailoverDefect | undefined;
}

/**
 * Runs a stage with two regions on two tables: traffic in the first one, which is lost at a random moment with a part of its
 * changes on their way; the second one takes over; the first one comes back, at first without a word of the second; and
 * it takes over again.
 */
export async function runFailover({ engine, client, seed, defect }: Options): Promise<FailoverResult> {
  const tables = { first: `Failover-${seed}-first`, second: `Failover-${seed}-second` };
  for (const name of Object.values(tables)) await createDeployedTable(engine.client, name);
  const before = process.env.REGION_SIDE;
  try {
    return await new Failover({ client, tables, seed, defect }).run();
  } finally {
    if (before === undefined) delete process.env.REGION_SIDE;
    else process.env.REGION_SIDE = before;
    for (const TableName of Object.values(tables))
      await engine.client.send(new DeleteTableCommand({ TableName }));
  }
}

class Failover {
  private readonly random: () => number;
  private readonly lagMs: number;
  private readonly replication: Replication;
  private readonly taken: TakenText[] = [];
  private readonly asked: Asked[] = [];
  private readonly wrong: string[] = [];
  private nowMs = Date.parse(START);
  private phases = 0;
  private account = { id: '', authorization: '', sender: '' };
  private readonly people = Array.from({ length: PEOPLE }, (_, index) => `+1212${5_550_000 + index}`);

  constructor(
    private readonly options: {
      client: DynamoDBDocumentClient;
      tables: Record<RegionSide, string>;
      seed: number;
      defect: FailoverDefect | undefined;
    },
  ) {
    this.random = seededRandom(77_000_000 + options.seed);
    this.lagMs = 500 + this.random() * 4_500;
    this.replication = new Replication({ ...options, lagMs: this.lagMs, random: this.random });
  }

  async run(): Promise<FailoverResult> {
    const { defect } = this.options;

    // 1. Traffic in the first region, which is lost in the middle of it.
    await this.loseFirst();
    const lostAtMs = this.nowMs;
    const sinceMs = lostAtMs - this.lagMs;
    await this.replication.deliver(lostAtMs);
    const [atLoss, arrived] = [await this.scan('first'), await this.scan('second')];
    this.nowMs += 4 * MINUTE_MS;

    // 2. The second region takes over. Callers repeat what they have asked for, and go on.
    const second = this.enter('second');
    const ended = await takeOver(depsOf(second), {
      ...{ side: 'second', isLost: defect !== 'carriesOn', isDryRun: false },
    });
    const balance = balanceIn(arrived);
    this.check(balanceIn(await this.scan('second')) === balance, 'taking over has changed the balance');
    const takenOverAtMs = this.nowMs;
    const repeated = [...this.asked];
    for (const one of repeated) this.ask(second, one, this.random() * 30 * SECOND_MS);
    this.askNew(second, 'b', 8);
    await this.live(second, 14);
    this.leave(second);

    // 3. The first region comes back by itself. It has heard nothing of the second one.
    const back = this.enter('first', { isAlone: defect === 'ignoresFence' });
    for (const { entity, id, firstChunk = 1 } of atLoss as Array<
      Item & { id?: string; firstChunk?: number }
    >) {
      if (entity === 'message') back.cloud.put('message', { messageId: id });
      if (entity === 'job') back.cloud.put('chunk', { jobId: id, chunk: firstChunk });
    }
    for (const one of this.asked.filter(({ answers }) => answers.every(({ side }) => side === 'second')))
      this.ask(back, one, this.random() * 30 * SECOND_MS);
    await this.live(back, 2);
    this.check(back.provider.taken.length === 0, 'the first region sent after its return');
    const answeredAfter = this.asked.flatMap(({ answers }) =>
      answers.filter(({ side, atMs }) => side === 'first' && atMs >= takenOverAtMs),
    );
    this.check(
      answeredAfter.length > 0 && answeredAfter.every(({ answer }) => answer.body.code === 33113),
      'the API of the first region took requests after its return',
    );
    this.leave(back);

    // 4. Replication works again. What was on its way arrives late, and is ended.
    const late = await this.replication.deliver(Infinity);
    const settling = this.enter('second');
    await takeOver(depsOf(settling), { side: 'second', isLost: true, isDryRun: false });
    await this.live(settling, 1);
    this.leave(settling);
    await this.replication.deliver(Infinity);

    // 5. The first region hears of the second one, and stands by.
    const standby = this.enter('first');
    await this.live(standby, 2);
    this.check(standby.provider.taken.length === 0, 'the first region sent while it stood by');
    this.leave(standby);
    await this.replication.deliver(Infinity);

    // 6. The second region comes to rest, and is handed over.
    const resting = this.enter('second');
    await this.live(resting, 6);
    await this.beat('first');
    await this.replication.deliver(Infinity);
    await pauseService(depsOf(resting), { reason: 'Going back' });
    await this.live(resting, 4);
    this.leave(resting);
    const inSecond = await this.scan('second');
    await this.replication.deliver(Infinity);
    await this.beat('first');

    // 7. The first region takes over again, with nothing lost.
    const again = this.enter('first');
    const state = await readTakeOver(depsOf(again), 'first');
    const why = whyNotHandedOver(state, { pausedSince: state.pausedSince, now: new Date(this.nowMs) });
    this.check(why === undefined, `the second region is not handed over: ${why}`);
    await takeOver(depsOf(again), { side: 'first', isLost: false, isDryRun: false });
    await resumeService(depsOf(again));
    const takenBackAtMs = this.nowMs;
    this.askNew(again, 'c', 4);
    await this.live(again, 6);
    this.leave(again);
    await this.replication.deliver(Infinity);

    const [first, other] = [await this.scan('first'), await this.scan('second')];
    this.checkTexts();
    const keys = this.checkKeys(repeated, { atLoss, sinceMs, items: other });
    const stops = this.checkStops({ atLoss, sinceMs, takenOverAtMs, items: other });
    this.checkMoney({ balance, takenOverAtMs, items: first });
    this.checkRest(inSecond, 'the second region');
    this.checkRest(first, 'the first region');
    this.check(balanceIn(first) === balanceIn(other), 'the tables differ in the balance');
    this.check(
      this.taken.some(({ side, atMs }) => side === 'first' && atMs >= takenBackAtMs),
      'the first region sends nothing after it has taken over again',
    );
    return {
      wrong: this.wrong,
      counts: {
        ...{ taken: this.taken.length, ended: ended.messages, jobsEnded: ended.jobs },
        ...{ ...keys, stops, late },
      },
    };
  }

  private check(isRight: boolean, sentence: string): void {
    if (!isRight) this.wrong.push(sentence);
  }

  /** Enters a region: functions are those of a process of its own. @param isAlone true: it knows of no other region */
  private enter(side: RegionSide, { isAlone = false } = {}): World {
    if (isAlone) delete process.env.REGION_SIDE;
    else process.env.REGION_SIDE = side;
    const world: World = new World({
      seed: 1_000 * this.options.seed + (this.phases += 1),
      mix: () => MIX,
      client: this.replication.clientOf(side, () => world.simulation.now()),
      tableName: this.options.tables[side],
      defect: undefined,
      start: new Date(this.nowMs).toISOString(),
    });
    const { taken } = world.provider;
    const push = taken.push.bind(taken);
    taken.push = (...some) => {
      for (const { message, atMs } of some) {
        const { messageId, to } = message;
        this.taken.push({ side, messageId, to, atMs });
      }
      return push(...some);
    };
    return world;
  }

  private leave(world: World): void {
    this.nowMs = world.simulation.now().getTime();
    this.wrong.push(...world.grants.denied);
  }

  /** Lets a region work for some minutes, with the timer each minute. */
  private async live(world: World, minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute++) {
      void world.sweep();
      let isOver = false;
      world.simulation.after(MINUTE_MS, () => void (isOver = true));
      await world.simulation.run(() => isOver);
    }
    this.nowMs = world.simulation.now().getTime();
  }

  private async loseFirst(): Promise<void> {
    const world = this.enter('first');
    await this.seed(world);
    const { simulation } = world;
    for (let index = 0; index < 14; index++) this.askNew(world, `a${index}`, 1, 110 * SECOND_MS);
    for (let index = 0; index < 2; index++) this.askJob(world, `job:${index}`);
    for (let index = 0; index < 8; index++) {
      simulation.after(this.random() * 110 * SECOND_MS, () =>
        world.cloud.put('inbound', {
          originationNumber: this.people[index * 10],
          destinationNumber: FIRST_NUMBER,
          messageKeyword: 'KEYWORD',
          messageBody: 'STOP',
          inboundMessageId: `in-${index}`,
          previousPublishedMessageId: '',
        }),
      );
    }
    let isLost = false;
    simulation.after((30 + this.random() * 90) * SECOND_MS, () => void (isLost = true));
    const tick = () => {
      void world.sweep();
      simulation.after(MINUTE_MS, tick);
    };
    tick();
    await simulation.run(() => isLost);
    this.leave(world);
  }

  private async seed(world: World): Promise<void> {
    const deps = depsOf(world);
    const { table } = deps;
    const { id } = await createAccount(deps, {
      ...{ name: 'World', smsCredits: CREDITS, mmsCredits: 0, dailyQuota: 100_000 },
      ...{ silentOptIn: true, rateLimits: everyLimit(10_000) },
    });
    const ratePerSecond = this.random() < 0.6 ? 1 + Math.floor(this.random() * 5) : undefined;
    await addNumber(deps, { accountId: id, number: FIRST_NUMBER, status: 'Active', ratePerSecond });
    await addNumber(deps, { accountId: id, number: SECOND_NUMBER, status: 'Active', region: 'second' });
    const members = [FIRST_NUMBER, SECOND_NUMBER].map((identity) => ({ identity, countries: undefined }));
    const sender = await createSender(deps, { accountId: id, content: { name: 'Shop', members } });
    const created = await createApiKey(deps, id);
    if (!created) throw new Error('No key');
    const memberships = { [GROUP]: { optInAt: START, tagIds: [] } };
    await table.batchPut([
      {
        ...groupKey(id, GROUP),
        ...{ entity: 'group', id: GROUP, accountId: id, name: 'News', optInType: 'SINGLE', tags: [] },
        ...{ contactCount: PEOPLE, createdAt: START },
      },
      ...this.people.map((phoneNumber) => ({
        ...contactKey(id, phoneNumber),
        ...contactIndexAttributes({ accountId: id, id: `con_${phoneNumber.slice(1)}` }),
        ...{ entity: 'contact', id: `con_${phoneNumber.slice(1)}`, accountId: id, phoneNumber },
        ...{ isFavorite: false, customFields: {}, memberships, pendingMemberships: {}, version: 1 },
        ...{ createdAt: START, updatedAt: START },
      })),
    ]);
    const basic = Buffer.from(`${created.key.id}:${created.secret}`).toString('base64');
    this.account = { id, authorization: `Basic ${basic}`, sender: sender.id };
  }

  private askNew(world: World, name: string, count: number, withinMs = 30 * SECOND_MS): void {
    for (let index = 0; index < count; index++) {
      const to = this.people[Math.floor(this.random() * PEOPLE)];
      const body = { to, from: this.account.sender, body: 'Hello', idempotencyKey: `key:${name}:${index}` };
      const one: Asked = { operation: 'sendMessage', body, answers: [] };
      this.asked.push(one);
      this.ask(world, one, this.random() * withinMs);
    }
  }

  private askJob(world: World, idempotencyKey: string): void {
    const recipients = this.people.slice(0, 100).map((to) => ({ to }));
    const body = { from: this.account.sender, recipients, body: 'Hello everybody', idempotencyKey };
    const one: Asked = { operation: 'sendBroadcast', body, answers: [] };
    this.asked.push(one);
    this.ask(world, one, this.random() * 90 * SECOND_MS);
  }

  private ask(world: World, one: Asked, afterMs: number): void {
    const side = process.env.REGION_SIDE === 'second' ? 'second' : 'first';
    world.simulation.after(afterMs, async () => {
      void world
        .request(one.operation, { authorization: this.account.authorization, body: one.body })
        .then((answer) => {
          if (answer) one.answers.push({ side, atMs: world.simulation.now().getTime(), answer });
        });
    });
  }

  /** Writes the heartbeat of a region that is not simulated at the moment. */
  private async beat(side: RegionSide): Promise<void> {
    const at = new Date(this.nowMs).toISOString();
    const client = this.replication.clientOf(side, () => new Date(this.nowMs));
    await client.send(
      new PutCommand({ TableName: this.options.tables[side], Item: heartbeatItem.item(side, { at }) }),
    );
  }

  private async scan(side: RegionSide): Promise<Item[]> {
    const items: Item[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const answer = await this.options.client.send(
        new ScanCommand({ TableName: this.options.tables[side], ...(from && { ExclusiveStartKey: from }) }),
      );
      items.push(...((answer.Items ?? []) as Item[]));
      from = answer.LastEvaluatedKey;
    } while (from);
    return items;
  }

  private checkTexts(): void {
    const times = new Map<string, number>();
    for (const { messageId } of this.taken) times.set(messageId, (times.get(messageId) ?? 0) + 1);
    for (const [id, count] of times) if (count > 1) this.wrong.push(`${id} was taken ${count} times`);
  }

  /** Finds keys of before the lag under which something was sent twice, or whose answer has changed. */
  private checkKeys(
    repeated: Asked[],
    { atLoss, sinceMs, items }: { atLoss: Item[]; sinceMs: number; items: Item[] },
  ) {
    const keyOf = new Map(
      [...atLoss, ...items]
        .filter(({ entity }) => entity === storedMessage.entity)
        .map(readMessage)
        .map(({ id, idempotencyKey }) => [id, idempotencyKey]),
    );
    const claimedAtMs = new Map<string | undefined, number>(
      atLoss
        .filter(({ entity }) => entity === storedMessage.entity)
        .map(readMessage)
        .map(({ idempotencyKey, createdAt }) => [idempotencyKey, Date.parse(createdAt)]),
    );
    const counts = { keysBeforeLag: 0, keysWithinLag: 0, sentTwiceWithinLag: 0 };
    for (const { operation, body, answers } of repeated) {
      const key = body.idempotencyKey;
      const firstAnswer = answers.find(({ side, atMs }) => side === 'first' && atMs <= sinceMs);
      const [again] = answers.filter(({ side }) => side === 'second');
      const before = firstAnswer?.answer.body;
      const isAnswered = firstAnswer !== undefined && firstAnswer.answer.status < 300 && !isUnknown(before);
      if (isAnswered && again && !isDeepStrictEqual(before, again.answer.body)) {
        // A text that waited may have gone out since.
        if (!(before?.status === 'queued' && isUnknown(again.answer.body)))
          this.wrong.push(`${key} was answered differently: ${JSON.stringify(again.answer)}`);
      }
      if (operation !== 'sendMessage') continue;
      const claimed = claimedAtMs.get(key);
      if (claimed === undefined) continue;
      const sent = this.taken.filter(({ messageId }) => keyOf.get(messageId) === key);
      if (claimed <= sinceMs) counts.keysBeforeLag += 1;
      else counts.keysWithinLag += 1;
      // A caller who was told that the outcome is unknown may send again.
      if (sent.length < 2 || answers.some(({ answer }) => isUnknown(answer.body))) continue;
      if (claimed <= sinceMs) this.wrong.push(`${key} was taken ${sent.length} times`);
      else counts.sentTwiceWithinLag += 1;
    }
    for (const { body, answers } of this.asked.slice(repeated.length)) {
      const sent = this.taken.filter(({ messageId }) => keyOf.get(messageId) === body.idempotencyKey);
      const isTold = answers.some(({ answer }) => isUnknown(answer.body));
      if (sent.length > 1 && !isTold)
        this.wrong.push(`${body.idempotencyKey} was taken ${sent.length} times`);
    }
    return counts;
  }

  /** Finds a STOP of before the lag that did not hold. @returns number of such STOPs */
  private checkStops(options: {
    atLoss: Item[];
    sinceMs: number;
    takenOverAtMs: number;
    items: Item[];
  }): number {
    const { atLoss, sinceMs, takenOverAtMs, items } = options;
    const stopped = atLoss.filter(({ hardOptOut }) => {
      const at = (hardOptOut as { at?: string } | undefined)?.at;
      return at !== undefined && Date.parse(at) <= sinceMs;
    });
    for (const { pk, phoneNumber } of stopped) {
      const contact = items.find((item) => item.pk === pk && item.sk === 'CONTACT');
      this.check(contact?.hardOptOut !== undefined, `the STOP of ${String(phoneNumber)} is lost`);
      const after = this.taken.filter(({ to, atMs }) => to === phoneNumber && atMs >= takenOverAtMs);
      this.check(after.length === 0, `${String(phoneNumber)} was texted after its STOP`);
    }
    return stopped.length;
  }

  /** Finds credits that were taken or given back twice since the second region has taken over. */
  private checkMoney(options: { balance: number; takenOverAtMs: number; items: Item[] }): void {
    const { balance, takenOverAtMs, items } = options;
    const isSince = (createdAt: string) => Date.parse(createdAt) >= takenOverAtMs;
    const paid = items
      .filter(({ entity }) => entity === storedMessage.entity)
      .map(readMessage)
      .filter(({ createdAt, status }) => isSince(createdAt) && (status === 'sent' || status === 'unknown'))
      .reduce((sum, { charge }) => sum + charge.sms, 0);
    const jobs = items.filter(({ entity, createdAt }) => entity === 'job' && isSince(String(createdAt)));
    const ofJobs = jobs.reduce((sum, { totalRecipients }) => sum + 2 * Number(totalRecipients), 0);
    const left = balanceIn(items);
    // Recipients of a job that were not sent to were refunded.
    const isRight = left <= balance - paid && left >= balance - paid - ofJobs;
    this.check(isRight, `the balance is ${left}, after ${balance} less ${paid} and up to ${ofJobs} of jobs`);
  }

  private checkRest(items: Item[], where: string): void {
    for (const { pk, sk, gsi1pk } of items as Array<Item & { gsi1pk?: string }>)
      if (gsi1pk !== undefined) this.wrong.push(`${pk}/${sk} still waits in ${gsi1pk} of ${where}`);
  }
}

const isUnknown = (body: Answer['body'] | undefined) => body?.errorType === 'outcome_unknown';

const depsOf = ({ table, ids, simulation }: World) => ({
  table,
  ids,
  clock: { now: () => simulation.now() },
});

const balanceIn = (items: Item[]): number =>
  Number(items.find(({ entity }) => entity === accountItem.entity)?.smsCredits);
