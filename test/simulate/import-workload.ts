import { findImportOrThrow } from '../../shared/audience/import/find-import';
import { importFileKey } from '../../shared/platform/files/file-keys';
import { createSimulatedAccount, type SimulatedAccount } from './account';
import type { Outcome } from './outcome';
import { sayStops, slowestOf } from './stops';
import { judge, sendSingles } from './traffic';
import type { World } from './world';

/** Time in which the imports begin to write, before anything is measured. */
const BEGIN_MS = 30_000;
const STOPS = { count: 6, firstMs: 5_000, everyMs: 8_000 };
const MOST_P99_MS = 1_000;
const MOST_STOP_MS = 2_000;

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
  const started: Array<{ accountId: string; importId: string }> = [];
  for (const [index, account] of importers.entries()) {
    void startImport(world, account, fileOf({ rows, index })).then((importId) =>
      started.push({ accountId: account.id, importId }),
    );
  }
  await world.pass(BEGIN_MS);
  const before = await rowsOf(world, started);
  const answers = sendSingles(world, [sender], { perSecond: singlesPerSecond, seconds });
  const stops = sayStops(world, sender, STOPS);
  await world.pass(1_000 * seconds);
  const imported = (await rowsOf(world, started)) - before;
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
      p99Ms < MOST_P99_MS &&
      slowestMs <= MOST_STOP_MS,
    notes: [
      `p99 ${Math.round(p99Ms)} ms`,
      `${failed} 5xx, ${refused} 4xx`,
      note,
      `${Math.round(imported / seconds)} rows imported a second, together`,
    ],
    texts: world.provider.taken.length,
  };
}

function fileOf({ rows, index }: { rows: number; index: number }): string {
  const lines = ['Phone,First Name'];
  for (let row = 0; row < rows; row++) lines.push(`+1${312 + index}${5_000_000 + row},Person ${row}`);
  return `${lines.join('\n')}\n`;
}

async function startImport(world: World, account: SimulatedAccount, file: string): Promise<string> {
  const { authorization, groupIds } = account;
  const body = { format: 'csv', group: groupIds[0], optInMode: 'DIRECT', consentBasis: 'Signed in a shop.' };
  const created = await world.request('createImport', { authorization, body });
  if (created.status !== 201) throw new Error(`An import is answered ${JSON.stringify(created)}`);
  const importId = String(created.body.id);
  const key = importFileKey({ accountId: account.id, importId });
  await world.files.put(key, { body: file, contentType: 'text/csv' });
  const request = { authorization, pathParameters: { id: importId }, body: {} };
  const answer = await world.request('startImport', request);
  if (answer.status !== 202) throw new Error(`A start is answered ${JSON.stringify(answer)}`);
  return importId;
}

async function rowsOf(
  world: World,
  imports: Array<{ accountId: string; importId: string }>,
): Promise<number> {
  const found = await Promise.all(imports.map(async (place) => findImportOrThrow(world.table, place)));
  return found.reduce((sum, { rows }) => sum + rows, 0);
}
