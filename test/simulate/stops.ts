import { contactKey } from '../../shared/platform/store/keys';
import type { SimulatedAccount } from './account';
import type { World } from './world';

const LOOK_EVERY_MS = 250;

/**
 * Sends STOPs from an account's last contacts at even intervals.
 *
 * @returns time until each of them is opted out, milliseconds; `Infinity` for one that is not yet
 */
export function sayStops(
  world: World,
  account: SimulatedAccount,
  options: { count: number; firstMs: number; everyMs: number },
): Array<{ tookMs: number }> {
  const { simulation } = world;
  const [number = ''] = account.numbers;
  return account.phones.slice(-options.count).map((phone, index) => {
    const stop = { tookMs: Infinity };
    simulation.after(options.firstMs + options.everyMs * index, () => {
      const saidAtMs = simulation.elapsed;
      world.say(phone, number, 'STOP');
      const look = async (): Promise<void> => {
        if (await isOptedOut(world, account, phone)) stop.tookMs = simulation.elapsed - saidAtMs;
        else simulation.after(LOOK_EVERY_MS, look);
      };
      simulation.after(LOOK_EVERY_MS, look);
    });
    return stop;
  });
}

/** Returns the slowest STOP in milliseconds, and a note about it. */
export function slowestOf(stops: Array<{ tookMs: number }>): { slowestMs: number; note: string } {
  const slowestMs = Math.max(...stops.map(({ tookMs }) => tookMs));
  const text = Number.isFinite(slowestMs) ? `${(slowestMs / 1_000).toFixed(1)} s` : 'never';
  return { slowestMs, note: `slowest STOP ${text}` };
}

async function isOptedOut(world: World, { id }: SimulatedAccount, phone: string): Promise<boolean> {
  const item = await world.table.get(contactKey(id, phone));
  return item?.hardOptOut !== undefined;
}
