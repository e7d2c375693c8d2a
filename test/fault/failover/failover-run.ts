import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { readTakeOver, takeOver, whyNotHandedOver } from '../../../lib/regions/take-over';
import type { RegionSide } from '../../../shared/platform/region-side';
import type { Item } from '../../../shared/platform/store/item';
import { heartbeatItem } from '../../../shared/regions/region-items';
import { pauseService, resumeService } from '../../../shared/senders/pause-sending';
import { seededRandom } from '../../support/run/seeded-random';
import type { RunTables, SeedResult } from '../harness/run-seeds';
import {
  type Asked,
  balanceIn,
  depsOf,
  isUnknown,
  messagesIn,
  MINUTE_MS,
  SECOND_MS,
  startTimer,
  TableRun,
} from '../harness/table-run';
import type { World } from '../harness/world';
import { Replication } from './replication';

/** Mistakes that the run must find. `carriesOn`: what the lost region had under way goes on; `ignoresFence`: it sends when it runs again. */
type FailoverDefect = 'carriesOn' | 'ignoresFence';

/**
 * Runs a stage with two regions on two tables: traffic in the first one, which is lost at a random moment with a part of its
 * changes on their way; the second one takes over; the first one runs again, at first without any change of the second; and
 * it takes over again.
 */
export async function runFailover(
  tables: RunTables<RegionSide>,
  defect: FailoverDefect | undefined,
): Promise<SeedResult> {
  const before = process.env.REGION_SIDE;
  try {
    return await new Failover(tables, defect).run();
  } finally {
    if (before === undefined) delete process.env.REGION_SIDE;
    else process.env.REGION_SIDE = before;
  }
}

class Failover extends TableRun<RegionSide> {
  private readonly lagMs: number;
  private readonly replication: Replication;

  constructor(
    options: RunTables<RegionSide>,
    private readonly defect: FailoverDefect | undefined,
  ) {
    super(options, seededRandom(77_000_000 + options.seed));
    this.lagMs = 500 + this.random() * 4_500;
    this.replication = new Replication({ ...options, lagMs: this.lagMs, random: this.random });
  }

  async run(): Promise<SeedResult> {
    const { defect } = this;

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

    // 3. The first region runs again. No change of the second one has arrived.
    const back = this.enter('first', { isAlone: defect === 'ignoresFence' });
    for (const { entity, id, firstChunk = 1 } of atLoss as Array<
      Item & { id?: string; firstChunk?: number }
    >) {
      if (entity === 'message') back.cloud.put('message', { messageId: id });
      if (entity === 'job') back.cloud.put('chunk', { jobId: id, chunk: firstChunk });
    }
    for (const one of this.asked.filter(({ answers }) => answers.every(({ place }) => place === 'second')))
      this.ask(back, one, this.random() * 30 * SECOND_MS);
    await this.live(back, 2);
    this.check(back.provider.taken.length === 0, 'the first region sent after its return');
    const answeredAfter = this.asked.flatMap(({ answers }) =>
      answers.filter(({ place, atMs }) => place === 'first' && atMs >= takenOverAtMs),
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
    this.checkMoney({ balance, sinceMs: takenOverAtMs, items: first });
    this.checkRest(inSecond, 'the second region');
    this.checkRest(first, 'the first region');
    this.check(balanceIn(first) === balanceIn(other), 'the tables differ in the balance');
    this.check(
      this.taken.some(({ place, atMs }) => place === 'first' && atMs >= takenBackAtMs),
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

  /** Enters a region. @param isAlone true: it knows of no other region */
  private enter(side: RegionSide, { isAlone = false } = {}): World {
    if (isAlone) delete process.env.REGION_SIDE;
    else process.env.REGION_SIDE = side;
    return this.open(side, (now) => this.replication.clientOf(side, now));
  }

  private async loseFirst(): Promise<void> {
    const world = this.enter('first');
    await this.seed(world, { secondIn: 'second' });
    const { simulation } = world;
    const withinMs = 110 * SECOND_MS;
    for (let index = 0; index < 14; index++) this.askNew(world, `a${index}`, 1, withinMs);
    for (let index = 0; index < 2; index++) this.askJob(world, `job:${index}`, 90 * SECOND_MS);
    for (let index = 0; index < 8; index++)
      this.textStop(world, this.people[index * 10], { index, withinMs });
    let isLost = false;
    simulation.after((30 + this.random() * 90) * SECOND_MS, () => void (isLost = true));
    startTimer(world, () => isLost);
    await simulation.run(() => isLost);
    this.leave(world);
  }

  /** Writes the heartbeat of a region that is not simulated at the moment. */
  private async beat(side: RegionSide): Promise<void> {
    const at = new Date(this.nowMs).toISOString();
    const client = this.replication.clientOf(side, () => new Date(this.nowMs));
    await client.send(
      new PutCommand({ TableName: this.options.tables[side], Item: heartbeatItem.item(side, { at }) }),
    );
  }

  /** Finds keys of before the lag under which something was sent twice, or whose answer has changed. */
  private checkKeys(
    repeated: Array<Asked<RegionSide>>,
    { atLoss, sinceMs, items }: { atLoss: Item[]; sinceMs: number; items: Item[] },
  ) {
    const textsUnder = this.textsByKey([...atLoss, ...items]);
    const claimedAtMs = new Map<string | undefined, number>(
      messagesIn(atLoss).map(({ idempotencyKey, createdAt }) => [idempotencyKey, Date.parse(createdAt)]),
    );
    const counts = { keysBeforeLag: 0, keysWithinLag: 0, sentTwiceWithinLag: 0 };
    for (const { operation, body, answers } of repeated) {
      const key = body.idempotencyKey;
      const before = answers.find(({ place, atMs }) => place === 'first' && atMs <= sinceMs);
      const again = answers.find(({ place }) => place === 'second');
      this.checkRepeat(key, before?.answer, again?.answer);
      if (operation !== 'sendMessage') continue;
      const claimed = claimedAtMs.get(key);
      if (claimed === undefined) continue;
      const sent = textsUnder(key);
      if (claimed <= sinceMs) counts.keysBeforeLag += 1;
      else counts.keysWithinLag += 1;
      // A caller who was told that the outcome is unknown may send again.
      if (sent.length < 2 || answers.some(({ answer }) => isUnknown(answer))) continue;
      if (claimed <= sinceMs) this.wrong.push(`${key} was taken ${sent.length} times`);
      else counts.sentTwiceWithinLag += 1;
    }
    for (const { body, answers } of this.asked.slice(repeated.length)) {
      const sent = textsUnder(body.idempotencyKey);
      const isTold = answers.some(({ answer }) => isUnknown(answer));
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
      this.checkNotTexted(phoneNumber, takenOverAtMs);
    }
    return stopped.length;
  }
}
