import { erasureItem } from '../../shared/erasure/erasure';
import type { SimulatedAccount } from './account';
import { startImport, type StartedImport } from './import-traffic';
import { sayStop, type Stop } from './stops';
import { BODY, requestBroadcast } from './traffic';
import type { Answer, World } from './world';

const MOST_PREVIEW_MS = 30_000;

/** Answer with the time of its request, simulated milliseconds since the run began. */
export interface Timed extends Answer {
  atMs: number;
}

/** Requests of a run that are under way, and those that failed for good. */
export class UnderWay {
  count = 0;
  readonly failures: string[] = [];

  begin(work: Promise<unknown>): void {
    this.count += 1;
    void work.catch((error: unknown) => this.failures.push(String(error))).finally(() => (this.count -= 1));
  }
}

/** Sends single sends at even intervals for this time, without waiting for answers. */
export function sendEvenly(
  world: World,
  options: { accounts: SimulatedAccount[]; perSecond: number; forMs: number; answers: Timed[] },
): void {
  const { accounts, perSecond, forMs, answers } = options;
  const { simulation } = world;
  const last = (perSecond * forMs) / 1_000;
  const sendOne = (index: number): void => {
    if (index >= last) return;
    const { authorization, numbers, phones } = accounts[index % accounts.length] as SimulatedAccount;
    const body = { to: phones[index % phones.length], from: numbers[0], body: BODY };
    const atMs = simulation.elapsed;
    void world
      .request('sendMessage', { authorization, body })
      .then((answer) => answers.push({ ...answer, atMs }));
    simulation.after(1_000 / perSecond, () => sendOne(index + 1));
  };
  sendOne(0);
}

/** Starts a broadcast of an account at even intervals, from each of its numbers in turn. */
export function broadcastEvenly(
  world: World,
  underWay: UnderWay,
  options: {
    accounts: SimulatedAccount[];
    recipients: number;
    everyMs: number;
    fromMs: number;
    toMs: number;
    name: string;
  },
): void {
  const { accounts, recipients, everyMs, fromMs, toMs, name } = options;
  for (let atMs = fromMs, index = 0; atMs < toMs; atMs += everyMs, index++) {
    const account = accounts[index % accounts.length] as SimulatedAccount;
    const from = account.numbers[index % account.numbers.length] ?? '';
    world.simulation.after(atMs, () =>
      underWay.begin(requestBroadcast(world, account, { from, recipients, name: `${name}:${index}` })),
    );
  }
}

/** Sends a STOP at even intervals, each of another contact of one of these accounts. */
export function stopEvenly(
  world: World,
  options: { accounts: SimulatedAccount[]; everyMs: number; forMs: number },
): Stop[] {
  const { accounts, everyMs, forMs } = options;
  return Array.from({ length: Math.ceil(forMs / everyMs) }, (_, index) => {
    const account = accounts[index % accounts.length] as SimulatedAccount;
    return sayStop(world, account, { phone: account.phones[index] ?? '', afterMs: everyMs * index });
  });
}

/** Previews the whole contact book of an account at even intervals. */
export function previewEvenly(
  world: World,
  options: { account: SimulatedAccount; everyMs: number; fromMs: number; toMs: number },
): Timed[] {
  const { account, everyMs, fromMs, toMs } = options;
  const { simulation } = world;
  const answers: Timed[] = [];
  const body = { audience: { groups: account.groupIds } };
  for (let atMs = fromMs; atMs < toMs; atMs += everyMs) {
    simulation.after(atMs, () => {
      const requestedAtMs = simulation.elapsed;
      void world
        .request('previewSegment', { authorization: account.authorization, body })
        .then((answer) => answers.push({ ...answer, atMs: requestedAtMs }));
    });
  }
  return answers;
}

/** Returns true for a preview that has counted all contacts in time. */
export const isWholePreview = ({ status, body, durationMs }: Answer, contacts: number): boolean =>
  status === 200 && body.isComplete === true && body.matched === contacts && durationMs <= MOST_PREVIEW_MS;

/** Starts an import of an account at this time. */
export function importAfter(
  world: World,
  underWay: UnderWay,
  options: {
    account: SimulatedAccount;
    rows: number;
    index: number;
    afterMs: number;
    started: StartedImport[];
  },
): void {
  const { account, rows, index, afterMs, started } = options;
  world.simulation.after(afterMs, () =>
    underWay.begin(startImport(world, account, { rows, index }).then((one) => started.push(one))),
  );
}

/** Requests the erasure of a contact of an account at this time. The id is set once it is accepted. */
export function eraseAfter(
  world: World,
  underWay: UnderWay,
  options: { account: SimulatedAccount; phone: string; afterMs: number },
): { id: string | undefined } {
  const { account, phone, afterMs } = options;
  const erasure: { id: string | undefined } = { id: undefined };
  const erase = async (): Promise<void> => {
    const request = { authorization: account.authorization, pathParameters: { phoneNumber: phone } };
    const { status, body } = await world.request('eraseContact', request);
    if (status !== 202) throw new Error(`An erasure is answered ${status} ${JSON.stringify(body)}`);
    erasure.id = String(body.id);
  };
  world.simulation.after(afterMs, () => underWay.begin(erase()));
  return erasure;
}

/** Returns a sentence when an erasure has not ended, or an item still has the number as plain text. */
export async function findWrongErasure(
  world: World,
  { id = '' }: { id: string | undefined },
  phone: string,
): Promise<string[]> {
  const erasure = erasureItem.readIfAny(await world.table.get(erasureItem.key(id)));
  if (erasure?.status !== 'completed') return [`an erasure is ${erasure?.status ?? 'not stored'}`];
  for await (const item of world.table.scan({})) {
    if (JSON.stringify(item).includes(phone)) return [`${String(item.pk)} still has an erased person`];
  }
  return [];
}
