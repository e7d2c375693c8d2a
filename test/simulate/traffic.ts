import type { SimulatedAccount } from './account';
import type { Answer, World } from './world';

const MOST_TRIES = 60;
export const BODY = 'Hello {{contact_first_name}}, your order is ready.';

/**
 * Starts a broadcast on each number: the accounts side by side, an account's one after the other. A client that gets a 5xx
 * repeats the request a second later, with the same idempotency key.
 */
export async function startBroadcasts(
  world: World,
  accounts: SimulatedAccount[],
  recipients: number,
): Promise<void> {
  const start = async ({ authorization, numbers, phones }: SimulatedAccount): Promise<void> => {
    const to = phones.slice(0, recipients).map((phone) => ({ to: phone }));
    for (const from of numbers) {
      const body = { from, body: BODY, recipients: to, idempotencyKey: `broadcast:${from.slice(1)}` };
      for (let tries = 1; ; tries++) {
        const answer = await world.request('sendBroadcast', { authorization, body });
        if (answer.status === 202) break;
        if (tries === MOST_TRIES || ![429, 500, 503].includes(answer.status)) {
          throw new Error(`A broadcast is answered ${answer.status} ${JSON.stringify(answer.body)}`);
        }
        await world.simulation.sleep(1_000);
      }
    }
  };
  let isDone = false;
  const started = Promise.all(accounts.map(start)).finally(() => (isDone = true));
  started.catch(() => undefined);
  await world.simulation.run(() => isDone);
  await started;
}

/** Single sends at even intervals, whatever becomes of those before. */
export function sendSingles(
  world: World,
  accounts: SimulatedAccount[],
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Answer[] {
  const answers: Answer[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const { authorization, numbers, phones } = accounts[index % accounts.length] as SimulatedAccount;
    const body = { to: phones[index % phones.length], from: numbers[0], body: BODY };
    world.simulation.after((1_000 / perSecond) * index, () => {
      void world.request('sendMessage', { authorization, body }).then((answer) => answers.push(answer));
    });
  }
  return answers;
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
