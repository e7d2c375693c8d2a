import {
  pauseSending,
  pauseService,
  resumeSending,
  resumeService,
} from '../../../shared/senders/pause-sending';
import type { WorldAccount } from './seeded-account';
import type { ProviderFault } from './mix';
import { pick, type Scene } from './traffic';

/** Time after which a pause has taken hold everywhere. **Source:** rules E8.4. */
const TAKES_HOLD_MS = 5_000;
const OPERATOR_TAKES_MS = 10;
const SHORTEST_HOLD_MS = 20_000;
const LONGEST_HOLD_MS = 4 * 60_000;

/** Pause by an operator, with the steps between which no worker may begin to hand anything over. */
export interface PlannedPause {
  /** Absent: everybody's. */
  account: WorldAccount | undefined;
  /** Step at which it has taken hold; absent until then. */
  heldFromStep?: number;
  resumedAtStep?: number;
}

/** Time in which all requests to the provider have one fault. */
export interface PlannedOutage {
  fault: ProviderFault;
}

const SCOPES = ['service', 'account', 'number'] as const;

/** Pauses sending of everybody, an account or its number, and resumes it. Does nothing while another pause lasts. */
export async function pause({ world, traffic }: Scene, owner: WorldAccount): Promise<void> {
  const { simulation, table, ids } = world;
  if (traffic.pauses.some(({ resumedAtStep }) => resumedAtStep === undefined)) return;
  const deps = { table, ids, clock: { now: () => simulation.now() } };
  // One step of the simulation: operators have a client of the table without faults, for which nothing else would wait.
  const asOperator = async (act: () => Promise<unknown>) =>
    simulation.call('operator', OPERATOR_TAKES_MS, act);
  const scope = pick(simulation.random, SCOPES);
  const planned: PlannedPause = { account: scope === 'service' ? undefined : owner };
  traffic.pauses.push(planned);
  const whose = {
    ...{ accountId: owner.id, isByOperator: true },
    ...(scope === 'number' && { number: owner.from }),
  };
  await asOperator(async () => (scope === 'service' ? pauseService(deps, {}) : pauseSending(deps, whose)));
  simulation.note(`  sending of the ${scope} is paused`);
  simulation.after(TAKES_HOLD_MS, () => void (planned.heldFromStep = simulation.step));
  const resume = async () => {
    planned.resumedAtStep = simulation.step;
    await asOperator(async () => (scope === 'service' ? resumeService(deps) : resumeSending(deps, whose)));
    simulation.note(`  sending of the ${scope} goes on`);
  };
  // The simulation goes on meanwhile.
  simulation.after(holdMs(simulation.random), () => void resume());
}

/** Lets the provider break down for a while: it takes nothing, or its answers are lost. */
export function breakDown({ world, traffic }: Scene): void {
  const { simulation, provider } = world;
  if (provider.outage !== undefined) return;
  const fault = pick(simulation.random, ['unavailable', 'lostRequest', 'lostAnswer'] as const);
  traffic.outages.push({ fault });
  provider.outage = fault;
  simulation.note(`  the provider breaks down: ${fault}`);
  simulation.after(holdMs(simulation.random), () => {
    provider.outage = undefined;
    simulation.note('  the provider is back');
  });
}

const holdMs = (random: () => number) => SHORTEST_HOLD_MS + random() * (LONGEST_HOLD_MS - SHORTEST_HOLD_MS);
