import { createSimulatedAccount, type SimulatedAccount } from './account';
import { importedRows, startImport, type StartedImport } from './import-traffic';
import type { Outcome } from './outcome';
import { sayStops, slowestOf } from './stops';
import { judge, sendSingles } from './traffic';
import type { World } from './world';

/** Time in which the imports begin to write, before anything is measured. */
const BEGIN_MS = 30_000;
const STOPS = { count: 6, firstMs: 5_000, everyMs: 8_000 };
/** Most that imports may let single sends and STOPs of others wait. */
export const MOST_BESIDE_IMPORTS = { p99Ms: 1_000, stopMs: 2_000 };

/** Lets accounts import large files into a group each, while others send single texts and STOP arrives. */
export async function importsBesideSends(
  world: World,
  options: { imports: number; rows: number; singlesPerSecond: number; seconds: number },
): Promise<Outcome> {
  const { imports, rows, singlesPerSecond, seconds } = options;
  const sender = await createSimulatedAccount(world, {
    ...{ index: 1, numbers: 1, ratePerSecond: undefined, contacts: 500 },
  });
  const importers: SimulatedAccount[] = [];
  for (let index = 0; index < imports; index++) {
    const account = { index: index + 2, numbers: 1, ratePerSecond: undefined, contacts: 0 };
    importers.push(await createSimulatedAccount(world, account));
  }
  const started: StartedImport[] = [];
  for (const [index, account] of importers.entries()) {
    void startImport(world, account, { rows, index }).then((one) => started.push(one));
  }
  await world.pass(BEGIN_MS);
  const before = await importedRows(world, started);
  const answers = sendSingles(world, [sender], { perSecond: singlesPerSecond, seconds });
  const stops = sayStops(world, sender, STOPS);
  await world.pass(1_000 * seconds);
  const imported = (await importedRows(world, started)) - before;
  await world.pass(10_000);
  const { ok, refused, failed, p99Ms } = judge(answers);
  const { slowestMs, note } = slowestOf(stops);
  return {
    asked: singlesPerSecond,
    reached: ok / seconds,
    unit: 'sends/s',
    isMet:
      started.length === imports &&
      imported > 0 &&
      refused + failed === 0 &&
      p99Ms < MOST_BESIDE_IMPORTS.p99Ms &&
      slowestMs <= MOST_BESIDE_IMPORTS.stopMs,
    notes: [
      `p99 ${Math.round(p99Ms)} ms`,
      `${failed} 5xx, ${refused} 4xx`,
      note,
      `${Math.round(imported / seconds)} rows imported a second, together`,
    ],
    texts: world.provider.taken.length,
  };
}
