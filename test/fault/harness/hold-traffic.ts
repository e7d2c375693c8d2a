import {
  pauseSending,
  pauseService,
  resumeSending,
  resumeService,
} from '../../../shared/senders/pause-sending';
import type { WorldAccount } from './seeded-account';
import type { ProviderFault } from './mix';
import { anyNumber } from './sender-traffic';
import type { Simulation } from './simulation';
import { pick, type Scene, sendSingle } from './traffic';

/** Time after which a pause has taken hold everywhere. **Source:** rules E8.4. */
const TAKES_HOLD_MS = 5_000;
const OPERATOR_TAKES_MS = 10;
const SHORTEST_HOLD_MS = 20_000;
const LONGEST_HOLD_MS = 4 * 60_000;

/** Pause by an operator, with the steps between which no worker may begin to hand anything over. */
export interface PlannedPause {
  /** Absent: everybody's. */
  account: WorldAccount | undefined;
  /** The one number that is paused; absent: all of the account. */
  number?: string | undefined;
  /** Step of the request. */
  askedAtStep: number;
  /** Step at which it has taken hold; absent until then. */
  heldFromStep?: number;
  resumedAtStep?: number;
}

/** Time in which all requests to the provider have one fault. */
export interface PlannedOutage {
  fault: ProviderFault;
  /** The one number whose requests have it; absent: all numbers. */
  number?: string | undefined;
}

const SCOPES = ['service', 'account', 'number'] as const;
const SCOPES_WITH_SENDER = ['service', 'account', 'number', 'number', 'number', 'number'] as const;
/** Share of the outages that hit one number only, where there is a sender with others. */
const SHARE_OF_ONE_NUMBER = 0.7;

/**
 * Does what an operator does, in one step of the simulation: operators have a client of the table without faults, for
 * which nothing else would wait.
 */
export const asOperator = async (simulation: Simulation, act: () => Promise<unknown>): Promise<unknown> =>
  simulation.call('operator', OPERATOR_TAKES_MS, act);

/** Pauses sending of everybody, an account or its number, and resumes it. Does nothing while another pause lasts. */
export async function pause({ world, traffic }: Scene, owner: WorldAccount): Promise<void> {
  const { simulation, table, ids } = world;
  if (traffic.pauses.some(({ resumedAtStep }) => resumedAtStep === undefined)) return;
  const deps = { table, ids, clock: { now: () => simulation.now() } };
  const scope = owner.sender ? pick(simulation.random, SCOPES_WITH_SENDER) : pick(simulation.random, SCOPES);
  const number = scope === 'number' ? anyNumber(simulation.random, owner) : undefined;
  const account = scope === 'service' ? undefined : owner;
  const planned: PlannedPause = { account, number, askedAtStep: simulation.step };
  traffic.pauses.push(planned);
  const whose = { accountId: owner.id, isByOperator: true, ...(number !== undefined && { number }) };
  await asOperator(simulation, async () =>
    scope === 'service' ? pauseService(deps, {}) : pauseSending(deps, whose),
  );
  simulation.note(`  sending of the ${scope} is paused`);
  if (scope === 'number') sendBesides({ world, traffic }, owner);
  simulation.after(TAKES_HOLD_MS, () => void (planned.heldFromStep = simulation.step));
  const resume = async () => {
    planned.resumedAtStep = simulation.step;
    await asOperator(simulation, async () =>
      scope === 'service' ? resumeService(deps) : resumeSending(deps, whose),
    );
    simulation.note(`  sending of the ${scope} goes on`);
  };
  // The simulation goes on meanwhile.
  simulation.after(holdMs(simulation.random), () => void resume());
}

/** Sends some messages from a sender while one of its members is held: the others have to go on. */
function sendBesides(scene: Scene, account: WorldAccount): void {
  const { simulation } = scene.world;
  if (!account.sender) return;
  const from = account.sender.id;
  for (let times = 0; times < 3; times++)
    simulation.after(
      TAKES_HOLD_MS + simulation.random() * SHORTEST_HOLD_MS,
      () => void sendSingle(scene, account, { from }),
    );
}

/** Lets the provider break down for a while, for all numbers or one: it takes nothing, or its answers are lost. */
export function breakDown({ world, traffic }: Scene, account: WorldAccount): void {
  const { simulation, provider } = world;
  if (provider.outage !== undefined) return;
  const fault = pick(simulation.random, ['unavailable', 'lostRequest', 'lostAnswer'] as const);
  const isOfOne = account.sender !== undefined && simulation.random() < SHARE_OF_ONE_NUMBER;
  const outage = { fault, number: isOfOne ? anyNumber(simulation.random, account) : undefined };
  traffic.outages.push(outage);
  provider.outage = outage;
  if (isOfOne) sendBesides({ world, traffic }, account);
  simulation.note(`  the provider breaks down${isOfOne ? ` for ${outage.number}` : ''}: ${fault}`);
  simulation.after(holdMs(simulation.random), () => {
    provider.outage = undefined;
    simulation.note('  the provider is back');
  });
}

export const holdMs = (random: () => number) =>
  SHORTEST_HOLD_MS + random() * (LONGEST_HOLD_MS - SHORTEST_HOLD_MS);
