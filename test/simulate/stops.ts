import { contactKey } from '../../shared/platform/store/keys';
import type { SimulatedAccount } from './account';
import type { World } from './world';

const LOOK_EVERY_MS = 250;

/** STOP of a person to a number of an account. */
export interface Stop {
  accountNumbers: readonly string[];
  phone: string;
  /** Time at which it was sent, simulated milliseconds since the run began. */
  saidAtMs: number;
  /** Time until the contact was opted out, milliseconds; `Infinity` while it is not. */
  tookMs: number;
}

/** Sends STOPs from an account's last contacts at even intervals. */
export function sayStops(
  world: World,
  account: SimulatedAccount,
  options: { count: number; firstMs: number; everyMs: number },
): Stop[] {
  return account.phones
    .slice(-options.count)
    .map((phone, index) =>
      sayStop(world, account, { phone, afterMs: options.firstMs + options.everyMs * index }),
    );
}

/** Sends a STOP after this time to an account's first number, and looks when the contact is opted out. */
export function sayStop(
  world: World,
  account: SimulatedAccount,
  { phone, afterMs }: { phone: string; afterMs: number },
): Stop {
  const { simulation } = world;
  const saidAtMs = simulation.elapsed + afterMs;
  const stop: Stop = { accountNumbers: account.numbers, phone, saidAtMs, tookMs: Infinity };
  simulation.after(afterMs, () => {
    world.say(phone, account.numbers[0] ?? '', 'STOP');
    const look = async (): Promise<void> => {
      if (await isOptedOut(world, account, phone)) stop.tookMs = simulation.elapsed - saidAtMs;
      else simulation.after(LOOK_EVERY_MS, look);
    };
    simulation.after(LOOK_EVERY_MS, look);
  });
  return stop;
}

/** Returns the slowest STOP in milliseconds, and a note about it. */
export function slowestOf(stops: readonly Stop[]): { slowestMs: number; note: string } {
  const slowestMs = Math.max(...stops.map(({ tookMs }) => tookMs));
  const text = Number.isFinite(slowestMs) ? `${(slowestMs / 1_000).toFixed(1)} s` : 'never';
  return { slowestMs, note: `slowest STOP ${text}` };
}

/**
 * Finds texts that the provider took of an account after a STOP to it had its effect.
 *
 * @param options.underWayMs time that a text may have been under way to the provider
 * @returns a sentence about each
 */
export function findTextsAfterStops(
  world: World,
  stops: readonly Stop[],
  { underWayMs }: { underWayMs: number },
): string[] {
  return stops.flatMap(({ accountNumbers, phone, saidAtMs, tookMs }) =>
    world.provider.taken
      .filter(({ to, from }) => to === phone && accountNumbers.includes(from))
      .filter(({ atMs }) => atMs > saidAtMs + tookMs + underWayMs)
      .map(({ messageId }) => `${messageId} was sent after a STOP`),
  );
}

async function isOptedOut(world: World, { id }: SimulatedAccount, phone: string): Promise<boolean> {
  const item = await world.table.get(contactKey(id, phone));
  return item?.hardOptOut !== undefined;
}
