import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { type AdoptReport, adoptTable } from '../../../lib/restore/adopt-table';
import { putBackLog } from '../../../lib/restore/put-back-log';
import { putBackCredits } from '../../../lib/restore/put-back-records';
import { findErasedPerson } from '../../../shared/audience/contacts/erased-person';
import type { Item } from '../../../shared/platform/store/item';
import { Table } from '../../../shared/platform/store/table';
import { entriesOfChanges } from '../../../shared/restore-log/entries-of-changes';
import { type LogEntry, readLogEntry } from '../../../shared/restore-log/entry';
import { seededRandom } from '../../support/run/seeded-random';
import { answerEmptyPartitions } from '../harness/empty-partitions';
import type { RunTables, SeedResult } from '../harness/run-seeds';
import {
  type Asked,
  balanceIn,
  depsOf,
  isSuccess,
  isUnknown,
  MINUTE_MS,
  pass,
  SECOND_MS,
  startTimer,
  TableRun,
} from '../harness/table-run';
import { watchWrites, type WrittenItem } from '../harness/watched-client';
import type { World } from '../harness/world';

/**
 * Mistakes that the run must find. `ignoresLog`: the log is not read; `forgetsClaims`: it has no keys whose holders died;
 * `carriesOn`: what was under way at the restore point goes on.
 */
type RestoreDefect = 'ignoresLog' | 'forgetsClaims' | 'carriesOn';

export const RESTORE_PLACES = ['former', 'restored'] as const;
type Place = (typeof RESTORE_PLACES)[number];

const BASE_URL = 'http://localhost';
/** Time within which what is running ends, once everything is disabled. */
const ENDS_WITHIN_MS = 2 * MINUTE_MS;
const MOST_IN_A_FILE = 40;
/** Share of invocations of the former table's functions that end without a word. */
const DEATH = 0.15;
const KEY_IN_USE = 33104;
/** Phones that are no contacts. */
const STRANGERS = Array.from({ length: 4 }, (_, index) => `+1303${5_550_100 + index}`);

/**
 * Runs a stage whose table is restored to a point in time in the middle of traffic: the former table is used on for a
 * while, the service stops, adopts the restored table, and goes on with it.
 */
export async function runRestore(
  tables: RunTables<Place>,
  defect: RestoreDefect | undefined,
): Promise<SeedResult> {
  return new Restore(tables, defect).run();
}

class Restore extends TableRun<Place> {
  private readonly clients: Record<Place, DynamoDBDocumentClient>;
  /** Changes of the former table, as its stream shows them. */
  private readonly records: DynamoDBRecord[] = [];

  constructor(
    options: RunTables<Place>,
    private readonly defect: RestoreDefect | undefined,
  ) {
    super(options, seededRandom(78_000_000 + options.seed));
    const { client } = options;
    this.clients = { former: answerEmptyPartitions(client), restored: answerEmptyPartitions(client) };
  }

  async run(): Promise<SeedResult> {
    // 1. Traffic in the former table, of which a point is restored; then the service stops.
    const { restoredTo, waiting } = await this.useFormer();
    const atEnd = await this.scan('former');
    const repeated = [...this.asked];
    this.nowMs += (30 + this.random() * 120) * SECOND_MS;

    // 2. The restored table is adopted.
    const world = this.open('restored', () => this.clients.restored);
    const log = await this.readLog(restoredTo);
    const ended = await this.adopt(world, { log, restoredTo });
    if (this.random() < 0.5) await this.adopt(world, { log, restoredTo });
    const adoptedAtMs = this.nowMs;
    const adopted = await this.scan('restored');
    const [balance, restoredBalance] = [balanceIn(atEnd), balanceIn(adopted)];
    this.check(restoredBalance === balance, `the balance is ${restoredBalance} instead of ${balance}`);
    const stopped = await this.checkStops(world, { atEnd, adopted });

    // 3. The service goes on with it: queues have kept what they had, callers repeat all requests, and go on.
    for (const { queue, body } of waiting) world.cloud.put(queue, body);
    for (const one of repeated) this.ask(world, one, this.random() * MINUTE_MS);
    this.askNew(world, 'b', 8);
    this.askJob(world, 'job:b', MINUTE_MS);
    for (const [index, to] of stopped.entries())
      this.askFor(world, to, { key: `key:stopped:${index}`, withinMs: MINUTE_MS });
    await this.live(world, 8);
    world.calmDown();
    await this.live(world, 6);
    this.leave(world);

    const items = await this.scan('restored');
    this.checkTexts();
    for (const to of stopped) this.checkNotTexted(to, adoptedAtMs);
    const refused = this.checkKeys(repeated, { restoredTo, items: [...atEnd, ...items] });
    this.checkMoney({ balance, sinceMs: adoptedAtMs, items });
    this.checkRest(items, 'the restored table');
    this.check(
      this.taken.some(({ place }) => place === 'restored'),
      'nothing is sent from the restored table',
    );
    return {
      wrong: this.wrong,
      counts: {
        ...{ taken: this.taken.length, logged: log.length, stops: stopped.length, refused },
        ...{ ended: ended?.messages ?? 0, jobsEnded: ended?.jobs ?? 0, keys: ended?.keys ?? 0 },
        ...{ stopsPutBack: ended?.optedOut ?? 0, waiting: waiting.length },
      },
    };
  }

  /** Uses the former table until the service stops, and copies it at the restore point. */
  private async useFormer() {
    const world: World = this.open('former', (now) =>
      watchWrites(this.clients.former, {
        tableName: this.options.tables.former,
        onWritten: (written) => this.noteChange(written, now()),
      }),
    );
    const { simulation, cloud } = world;
    await this.seed(world);
    world.mix = { ...world.mix, death: DEATH };
    const untilRestoredMs = (20 + this.random() * 60) * SECOND_MS;
    const withinMs = untilRestoredMs + (20 + this.random() * 100) * SECOND_MS;
    this.askNew(world, 'a', 24, withinMs);
    for (let index = 0; index < 3; index++) this.askJob(world, `job:${index}`, withinMs);
    for (const [index, to] of STRANGERS.entries())
      this.askFor(world, to, { key: `key:stranger:${index}`, withinMs });
    const phones = [...Array.from({ length: 10 }, (_, index) => this.people[index * 10]), ...STRANGERS];
    for (const [index, phone] of phones.entries()) this.textStop(world, phone, { index, withinMs });

    let isStopped = false;
    startTimer(world, () => isStopped);
    await pass(world, untilRestoredMs);
    const restoredTo = simulation.now();
    const restored = new Table(this.clients.restored, this.options.tables.restored);
    await restored.batchPut(await this.scan('former'));
    await pass(world, withinMs - untilRestoredMs);
    isStopped = true;
    cloud.stop();
    await pass(world, ENDS_WITHIN_MS);
    this.leave(world);
    return { restoredTo, waiting: cloud.waiting };
  }

  private noteChange({ key, image }: WrittenItem, now: Date): void {
    this.records.push({
      eventName: image ? 'MODIFY' : 'REMOVE',
      eventID: String(this.records.length),
      dynamodb: {
        Keys: marshall(key) as never,
        ...(image && { NewImage: marshall(image, { removeUndefinedValues: true }) as never }),
        SequenceNumber: String(this.records.length),
        // The stream dates changes to the second.
        ApproximateCreationDateTime: Math.floor(now.getTime() / 1000),
      },
    });
  }

  /** Reads the log that the function writes for the changes since the restore point. */
  private async readLog(restoredTo: Date): Promise<LogEntry[]> {
    const from = new Date(Math.floor(restoredTo.getTime() / 1000) * 1000).toISOString();
    const entries = await entriesOfChanges(this.records);
    return entries.map((entry) => readLogEntry(JSON.stringify(entry))).filter(({ at }) => at >= from);
  }

  private async adopt(
    world: World,
    { log, restoredTo }: { log: LogEntry[]; restoredTo: Date },
  ): Promise<AdoptReport | undefined> {
    const deps = depsOf(world);
    const left = log.filter((entry) => {
      if (this.defect === 'forgetsClaims') return entry.kind !== 'key' || entry.state !== 'claimed';
      return this.defect !== 'ignoresLog';
    });
    const { random } = this;
    const files = (async function* () {
      while (left.length > 0) yield left.splice(0, 1 + Math.floor(random() * MOST_IN_A_FILE));
    })();
    const options = { log: files, baseUrl: BASE_URL, isDryRun: false };
    if (this.defect !== 'carriesOn') return adoptTable(deps, { ...options, restoredTo });
    const { changes } = await putBackLog(deps, options);
    await putBackCredits(deps.table, changes, options);
    return undefined;
  }

  /** Finds a STOP that the restored table does not have. @returns phones of all STOPs of the former table */
  private async checkStops(
    { table }: World,
    { atEnd, adopted }: { atEnd: Item[]; adopted: Item[] },
  ): Promise<string[]> {
    const stopped = atEnd.filter(({ sk, hardOptOut }) => sk === 'CONTACT' && hardOptOut !== undefined);
    const phones: string[] = [];
    for (const { pk, phoneNumber: number } of stopped) {
      const phoneNumber = String(number);
      phones.push(phoneNumber);
      const contact = adopted.find((item) => item.pk === pk && item.sk === 'CONTACT');
      const holder = contact ?? (await findErasedPerson(table, { accountId: this.account.id, phoneNumber }));
      this.check(holder?.hardOptOut !== undefined, `the STOP of ${phoneNumber} is lost`);
    }
    return phones;
  }

  /**
   * Finds keys under which something was sent twice, or that were answered otherwise than before. Keys that were used
   * since the restore point are refused. @returns number of refused requests
   */
  private checkKeys(
    repeated: Array<Asked<Place>>,
    { restoredTo, items }: { restoredTo: Date; items: Item[] },
  ): number {
    const textsUnder = this.textsByKey(items);
    let refused = 0;
    for (const one of repeated) {
      const key = one.body.idempotencyKey;
      const before = one.answers.find(({ place }) => place === 'former');
      const again = one.answers.find(({ place }) => place === 'restored')?.answer;
      const isRefused = again?.body.code === KEY_IN_USE;
      if (isRefused) refused += 1;
      if (before && before.atMs <= restoredTo.getTime()) this.checkRepeat(key, before.answer, again);
      else if (isSuccess(before?.answer) && again && !isRefused && !isUnknown(again))
        this.wrong.push(`${key}, used since the restore point, was answered ${JSON.stringify(again)}`);
    }
    for (const { operation, body, answers } of this.asked) {
      const key = body.idempotencyKey;
      const jobs = new Set(answers.flatMap(({ answer }) => (isSuccess(answer) ? [answer.body.id] : [])));
      if (operation === 'sendBroadcast')
        this.check(jobs.size <= 1, `${key} stands for ${jobs.size} broadcasts`);
      const sent = textsUnder(key).map(({ atMs }) => atMs);
      const [, second] = sent.sort((one, other) => one - other);
      // A caller who was told that the outcome is unknown may send again.
      const isTold = answers.some(({ answer, atMs }) => isUnknown(answer) && atMs <= (second ?? 0));
      if (second !== undefined && !isTold) this.wrong.push(`${key} was taken ${sent.length} times`);
    }
    return refused;
  }
}
