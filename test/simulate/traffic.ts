import { readCredits } from '../support/sending/read-credits';
import type { SimulatedAccount } from './account';
import type { Answer, World } from './world';

const MOST_TRIES = 120;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
export const BODY = 'Hello {{contact_first_name}}, your order is ready.';

/**
 * Requests a broadcast. A client that gets a 5xx repeats the request with the same idempotency key, each time after up
 * to twice as long, as the SDKs of AWS and Stripe do.
 */
export async function requestBroadcast(
  world: World,
  { authorization, phones }: SimulatedAccount,
  { from, recipients, name = 'broadcast' }: { from: string; recipients: number; name?: string },
): Promise<void> {
  const to = phones.slice(0, recipients).map((phone) => ({ to: phone }));
  const body = { from, body: BODY, recipients: to, idempotencyKey: `${name}:${from.slice(1)}` };
  for (let tries = 1; ; tries++) {
    const answer = await world.request('sendBroadcast', { authorization, body });
    if (answer.status === 202) return;
    if (tries === MOST_TRIES || ![409, 429, 500, 503].includes(answer.status)) {
      throw new Error(`A broadcast is answered ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    const ceilingMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
    await world.simulation.sleep(ceilingMs * (0.5 + 0.5 * world.simulation.random()));
  }
}

/** Starts a broadcast on each number: the accounts concurrently, those of an account one after the other. */
export async function startBroadcasts(
  world: World,
  accounts: SimulatedAccount[],
  recipients: number,
): Promise<void> {
  const start = async (account: SimulatedAccount): Promise<void> => {
    for (const from of account.numbers) await requestBroadcast(world, account, { from, recipients });
  };
  let isDone = false;
  const started = Promise.all(accounts.map(start)).finally(() => (isDone = true));
  started.catch(() => undefined);
  await world.simulation.run(() => isDone);
  await started;
}

/**
 * Sends single sends at even intervals, without waiting for answers.
 *
 * @param options.rampSeconds time before them in which their rate grows evenly from zero, since no real load begins in
 *   an instant
 */
export function sendSingles(
  world: World,
  accounts: SimulatedAccount[],
  options: { perSecond: number; seconds: number; rampSeconds?: number },
): Answer[] {
  const answers: Answer[] = [];
  for (const [index, atMs] of momentsOf(options).entries()) {
    const { authorization, numbers, phones } = accounts[index % accounts.length] as SimulatedAccount;
    const body = { to: phones[index % phones.length], from: numbers[0], body: BODY };
    world.simulation.after(atMs, () => {
      void world.request('sendMessage', { authorization, body }).then((answer) => answers.push(answer));
    });
  }
  return answers;
}

function momentsOf(options: { perSecond: number; seconds: number; rampSeconds?: number }): number[] {
  const { perSecond, seconds, rampSeconds = 0 } = options;
  const growing = Math.floor((perSecond * rampSeconds) / 2);
  return [
    ...Array.from(
      { length: growing },
      (_, index) => 1_000 * Math.sqrt((2 * rampSeconds * index) / perSecond),
    ),
    ...Array.from({ length: perSecond * seconds }, (_, index) => 1_000 * (rampSeconds + index / perSecond)),
  ];
}

export function judge(answers: Answer[]) {
  const durations = answers.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  return {
    ok: answers.filter(({ status }) => status < 300).length,
    refused: answers.filter(({ status }) => status >= 400 && status < 500).length,
    failed: answers.filter(({ status }) => status >= 500).length,
    p99Ms: durations[Math.floor(durations.length * 0.99)] ?? Infinity,
  };
}

/** Returns the credits of all accounts together. */
export async function creditsOf(world: World, accounts: SimulatedAccount[]): Promise<number> {
  const credits = await Promise.all(accounts.map(async ({ id }) => readCredits(world.table, id)));
  return credits.reduce((sum, { sms }) => sum + sms, 0);
}
