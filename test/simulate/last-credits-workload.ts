import { addCredits } from '../../shared/accounts/account-store';
import { createSimulatedAccount, type SimulatedAccount } from './account';
import type { Outcome } from './outcome';
import { BODY, creditsOf, judge } from './traffic';
import type { Answer, World } from './world';

const PRICE = 2;
const OTHER_PER_SECOND = 20;
/** Time before the end at which the operator adds credits, which are used up again. */
const TOPPED_UP_BEFORE_END_SECONDS = 2;
const SEEN_WITHIN_MS = 1_000;

interface Timed extends Answer {
  /** Time of the answer, in milliseconds of the simulation. */
  atMs: number;
}

/** Sends from an account at a constant rate after its credits have run out, while another account sends too. */
export async function lastCredits(
  world: World,
  options: { perSecond: number; seconds: number; credits: number; topUp: number },
): Promise<Outcome> {
  const { perSecond, seconds, credits, topUp } = options;
  const [account, other] = [
    await createSimulatedAccount(world, { ...ACCOUNT, index: 1, contacts: 500, credits }),
    await createSimulatedAccount(world, { ...ACCOUNT, index: 2, contacts: 100 }),
  ];
  const answers = sendEvenly(world, account, { perSecond, seconds });
  const others = sendEvenly(world, other, { perSecond: OTHER_PER_SECOND, seconds });
  const toppedUpAtMs = world.simulation.elapsed + 1_000 * (seconds - TOPPED_UP_BEFORE_END_SECONDS);
  world.simulation.after(toppedUpAtMs - world.simulation.elapsed, async () => {
    await addCredits({ table: world.table, accountId: account.id, sms: topUp, mms: 0 });
  });
  await world.pass(1_000 * seconds + 30_000);

  const sent = world.provider.taken.filter(({ from }) => from === account.numbers[0]).length;
  const left = await creditsOf(world, [account]);
  const statuses = [...new Set(answers.map(({ status }) => status))].sort();
  const seenAfterMs =
    Math.min(
      ...answers.flatMap(({ status, atMs }) => (status === 201 && atMs > toppedUpAtMs ? [atMs] : [])),
    ) - toppedUpAtMs;
  const [own, beside] = [judge(answers), judge(others)];
  const isExact = PRICE * sent + left === credits + topUp && left < PRICE && own.ok === sent;
  return {
    asked: perSecond,
    reached: answers.length / seconds,
    unit: 'answers/s',
    isMet:
      answers.length === perSecond * seconds &&
      statuses.every((status) => status === 201 || status === 402) &&
      isExact &&
      own.p99Ms < 1_000 &&
      seenAfterMs < SEEN_WITHIN_MS &&
      beside.ok === others.length &&
      beside.p99Ms < 1_000,
    notes: [
      `${own.ok} sent, ${own.refused} refused, ${own.failed} 5xx`,
      `p99 ${Math.round(own.p99Ms)} ms, of another account ${Math.round(beside.p99Ms)} ms`,
      isExact ? 'credits exact' : `${sent} texts of ${credits + topUp} credits, ${left} left`,
      `credits that were added used after ${Math.round(seenAfterMs)} ms`,
    ],
    texts: world.provider.taken.length,
  };
}

const ACCOUNT = { numbers: 1, ratePerSecond: undefined };

function sendEvenly(
  world: World,
  { authorization, numbers, phones }: SimulatedAccount,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Timed[] {
  const answers: Timed[] = [];
  for (let index = 0; index < perSecond * seconds; index++) {
    const body = { to: phones[index % phones.length], from: numbers[0], body: BODY };
    world.simulation.after((1_000 * index) / perSecond, () => {
      void world
        .request('sendMessage', { authorization, body })
        .then((answer) => answers.push({ ...answer, atMs: world.simulation.elapsed }));
    });
  }
  return answers;
}
