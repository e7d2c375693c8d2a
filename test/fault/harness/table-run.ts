import { isDeepStrictEqual } from 'node:util';
import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createApiKey } from '../../../shared/accounts/api-keys';
import { accountItem } from '../../../shared/accounts/account';
import { createAccount } from '../../../shared/accounts/create-account';
import { type Message, storedMessage, readMessage } from '../../../shared/messages/message';
import type { RegionSide } from '../../../shared/platform/region-side';
import { contactIndexAttributes, contactKey, groupKey } from '../../../shared/platform/store/keys';
import type { Item } from '../../../shared/platform/store/item';
import { addNumber } from '../../../shared/senders/number-store';
import { createSender } from '../../../shared/senders/sender-store';
import { everyLimit } from '../../support/routes/rate-limits';
import { CALM, type Mix } from './mix';
import type { RunTables } from './run-seeds';
import { START } from './start';
import { type Answer, type Operation, World } from './world';

export const MINUTE_MS = 60_000;
export const SECOND_MS = 1_000;
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

/** Text that the provider took, with the place that handed it over. */
interface TakenText<Place> {
  place: Place;
  messageId: string;
  to: string;
  atMs: number;
}

/** Request of a caller, which repeats it elsewhere. */
export interface Asked<Place> {
  operation: Operation;
  body: { idempotencyKey: string } & Record<string, unknown>;
  answers: Array<{ place: Place; atMs: number; answer: Answer }>;
}

/** Run that goes on from one table to another: what it asks for, what the provider took, and what it finds wrong. */
export abstract class TableRun<Place extends string> {
  protected readonly taken: Array<TakenText<Place>> = [];
  protected readonly asked: Array<Asked<Place>> = [];
  protected readonly wrong: string[] = [];
  protected nowMs = Date.parse(START);
  protected account = { id: '', authorization: '', sender: '' };
  protected readonly people = Array.from({ length: PEOPLE }, (_, index) => `+1212${5_550_000 + index}`);
  private place: Place | undefined;
  private phases = 0;

  constructor(
    protected readonly options: RunTables<Place>,
    protected readonly random: () => number,
  ) {}

  protected check(isRight: boolean, sentence: string): void {
    if (!isRight) this.wrong.push(sentence);
  }

  /** Opens the service on a table: functions are those of a process of its own. */
  protected open(place: Place, clientOf: (now: () => Date) => DynamoDBDocumentClient): World {
    this.place = place;
    const world: World = new World({
      seed: 1_000 * this.options.seed + (this.phases += 1),
      mix: () => MIX,
      client: clientOf(() => world.simulation.now()),
      tableName: this.options.tables[place],
      defect: undefined,
      start: new Date(this.nowMs).toISOString(),
    });
    const { taken } = world.provider;
    const push = taken.push.bind(taken);
    taken.push = (...some) => {
      for (const { message, atMs } of some) {
        const { messageId, to } = message;
        this.taken.push({ place, messageId, to, atMs });
      }
      return push(...some);
    };
    return world;
  }

  protected leave(world: World): void {
    this.nowMs = world.simulation.now().getTime();
    this.wrong.push(...world.grants.denied);
  }

  /** Lets a service work for some minutes, with the timer each minute. */
  protected async live(world: World, minutes: number): Promise<void> {
    for (let minute = 0; minute < minutes; minute++) {
      void world.sweep();
      await pass(world, MINUTE_MS);
    }
    this.nowMs = world.simulation.now().getTime();
  }

  /** Stores an account with two numbers, a sender of both, and people. @param secondIn region of the second number */
  protected async seed(world: World, { secondIn }: { secondIn?: RegionSide } = {}): Promise<void> {
    const deps = depsOf(world);
    const { table } = deps;
    const { id } = await createAccount(deps, {
      ...{ name: 'World', smsCredits: CREDITS, mmsCredits: 0, dailyQuota: 100_000 },
      ...{ silentOptIn: true, rateLimits: everyLimit(10_000) },
    });
    const ratePerSecond = this.random() < 0.6 ? 1 + Math.floor(this.random() * 5) : undefined;
    await addNumber(deps, { accountId: id, number: FIRST_NUMBER, status: 'Active', ratePerSecond });
    await addNumber(deps, { accountId: id, number: SECOND_NUMBER, status: 'Active', region: secondIn });
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

  protected askNew(world: World, name: string, count: number, withinMs = 30 * SECOND_MS): void {
    for (let index = 0; index < count; index++) {
      const to = this.people[Math.floor(this.random() * PEOPLE)] ?? '';
      this.askFor(world, to, { key: `key:${name}:${index}`, withinMs });
    }
  }

  protected askFor(world: World, to: string, { key, withinMs }: { key: string; withinMs: number }): void {
    const body = { to, from: this.account.sender, body: 'Hello', idempotencyKey: key };
    const one: Asked<Place> = { operation: 'sendMessage', body, answers: [] };
    this.asked.push(one);
    this.ask(world, one, this.random() * withinMs);
  }

  protected askJob(world: World, idempotencyKey: string, withinMs: number): void {
    const recipients = this.people.slice(0, 100).map((to) => ({ to }));
    const body = { from: this.account.sender, recipients, body: 'Hello everybody', idempotencyKey };
    const one: Asked<Place> = { operation: 'sendBroadcast', body, answers: [] };
    this.asked.push(one);
    this.ask(world, one, this.random() * withinMs);
  }

  protected ask(world: World, one: Asked<Place>, afterMs: number): void {
    const { place } = this;
    if (place === undefined) throw new Error('No service is open');
    world.simulation.after(afterMs, async () => {
      void world
        .request(one.operation, { authorization: this.account.authorization, body: one.body })
        .then((answer) => {
          if (answer) one.answers.push({ place, atMs: world.simulation.now().getTime(), answer });
        });
    });
  }

  /** Sends a STOP from a phone. */
  protected textStop(
    world: World,
    from: string | undefined,
    { index, withinMs }: { index: number; withinMs: number },
  ) {
    world.simulation.after(this.random() * withinMs, () =>
      world.cloud.put('inbound', {
        originationNumber: from,
        destinationNumber: FIRST_NUMBER,
        messageKeyword: 'KEYWORD',
        messageBody: 'STOP',
        inboundMessageId: `in-${index}`,
        previousPublishedMessageId: '',
      }),
    );
  }

  protected async scan(place: Place): Promise<Item[]> {
    const items: Item[] = [];
    let from: Record<string, unknown> | undefined;
    do {
      const answer = await this.options.client.send(
        new ScanCommand({ TableName: this.options.tables[place], ...(from && { ExclusiveStartKey: from }) }),
      );
      items.push(...((answer.Items ?? []) as Item[]));
      from = answer.LastEvaluatedKey;
    } while (from);
    return items;
  }

  protected checkTexts(): void {
    const times = new Map<string, number>();
    for (const { messageId } of this.taken) times.set(messageId, (times.get(messageId) ?? 0) + 1);
    for (const [id, count] of times) if (count > 1) this.wrong.push(`${id} was taken ${count} times`);
  }

  /** Finds a repeated request whose answer has changed. */
  protected checkRepeat(key: string, before: Answer | undefined, again: Answer | undefined): void {
    if (!isSuccess(before) || !again || isDeepStrictEqual(before?.body, again.body)) return;
    // A text that waited may have gone out since.
    if (before?.body.status === 'queued' && isUnknown(again)) return;
    this.wrong.push(`${key} was answered differently: ${JSON.stringify(again)}`);
  }

  /** Returns the texts that were sent under a key. @param items items of all tables */
  protected textsByKey(items: Item[]): (key: string) => Array<TakenText<Place>> {
    const keyOf = new Map(messagesIn(items).map(({ id, idempotencyKey }) => [id, idempotencyKey]));
    return (key) => this.taken.filter(({ messageId }) => keyOf.get(messageId) === key);
  }

  protected checkNotTexted(to: unknown, sinceMs: number): void {
    const after = this.taken.filter((text) => text.to === to && text.atMs >= sinceMs);
    this.check(after.length === 0, `${String(to)} was texted after its STOP`);
  }

  /** Finds credits that were taken or given back twice since a time at which the balance is known. */
  protected checkMoney(options: { balance: number; sinceMs: number; items: Item[] }): void {
    const { balance, sinceMs, items } = options;
    const isSince = (createdAt: string) => Date.parse(createdAt) >= sinceMs;
    const paid = messagesIn(items)
      .filter(({ createdAt, status }) => isSince(createdAt) && (status === 'sent' || status === 'unknown'))
      .reduce((sum, { charge }) => sum + charge.sms, 0);
    const jobs = items.filter(({ entity, createdAt }) => entity === 'job' && isSince(String(createdAt)));
    const ofJobs = jobs.reduce((sum, { totalRecipients }) => sum + 2 * Number(totalRecipients), 0);
    const left = balanceIn(items);
    // Recipients of a job that were not sent to were refunded.
    const isRight = left <= balance - paid && left >= balance - paid - ofJobs;
    this.check(isRight, `the balance is ${left}, after ${balance} less ${paid} and up to ${ofJobs} of jobs`);
  }

  protected checkRest(items: Item[], where: string): void {
    for (const { pk, sk, gsi1pk } of items as Array<Item & { gsi1pk?: string }>)
      if (gsi1pk !== undefined) this.wrong.push(`${pk}/${sk} still waits in ${gsi1pk} of ${where}`);
  }
}

/** Lets simulated time pass. */
export async function pass(world: World, ms: number): Promise<void> {
  let isOver = false;
  world.simulation.after(ms, () => void (isOver = true));
  await world.simulation.run(() => isOver);
}

/** Runs the timer now and each minute from then on, until it is disabled. */
export function startTimer(world: World, isDisabled: () => boolean): void {
  if (isDisabled()) return;
  void world.sweep();
  world.simulation.after(MINUTE_MS, () => startTimer(world, isDisabled));
}

export const isUnknown = (answer: Answer | undefined) => answer?.body.errorType === 'outcome_unknown';

export const isSuccess = (answer: Answer | undefined) =>
  answer !== undefined && answer.status < 300 && !isUnknown(answer);

export const depsOf = ({ table, ids, simulation }: World) => ({
  table,
  ids,
  clock: { now: () => simulation.now() },
});

export const messagesIn = (items: Item[]): Message[] =>
  items.filter(({ entity }) => entity === storedMessage.entity).map(readMessage);

export const balanceIn = (items: Item[]): number =>
  Number(items.find(({ entity }) => entity === accountItem.entity)?.smsCredits);
