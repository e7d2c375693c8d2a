import { importFileKey } from '../../../shared/platform/files/file-keys';
import { pickWeighted } from '../../support/run/seeded-random';
import { planFile, type PlannedFile } from './planned-file';
import { GROUPS, type WorldAccount } from './seeded-account';
import { ask, pick, type Scene } from './traffic';
import type { Answer } from './world';

/** Time in which people's steps on an import follow. */
const STEERED_FOR_MS = 60_000;

const FOR_REAL = { dryRun: false };

/** Import that its caller knows of. */
export interface PlannedImport {
  id: string;
  account: WorldAccount;
  file: PlannedFile;
  /** True: it is a dry run first. */
  isTried: boolean;
  /** Answers to requests that start it. */
  answers: Answer[];
}

/** Export that its caller knows of. */
export interface PlannedExport {
  id: string;
  account: WorldAccount;
  format: 'csv' | 'jsonl';
}

/**
 * Imports a file as a caller, and perhaps the same file once more, at the same time or later; sometimes after a dry
 * run, and sometimes with a cancellation.
 */
export async function importFile(scene: Scene, account: WorldAccount): Promise<void> {
  const { simulation, mix } = scene.world;
  const { random } = simulation;
  const file = planFile(random, { account, index: scene.traffic.files++ });
  const group = pickWeighted<string | undefined>(random, [
    [1, undefined],
    [2, pick(random, GROUPS)],
  ]);
  const body = {
    format: 'csv',
    ...(random() < 0.3 && { dryRun: true }),
    ...(group !== undefined && {
      group,
      consentBasis: 'Signed at the counter.',
      optInMode: pick(random, ['DIRECT', 'DIRECT', 'SILENT']),
    }),
  };
  const times = random() < 0.4 ? 2 : 1;
  for (let time = 0; time < times; time++) {
    simulation.after(time * random() * STEERED_FOR_MS, async () => {
      void beginImport(scene, { account, file, body }).then((planned) => {
        if (planned?.isTried) {
          simulation.after(
            random() * STEERED_FOR_MS,
            () => void steer(scene, planned, 'startImport', FOR_REAL),
          );
        }
        if (!planned || random() >= 0.1 * mix.cancels) return;
        simulation.after(random() * STEERED_FOR_MS, () => void steer(scene, planned, 'cancelImport'));
      });
    });
  }
}

async function beginImport(
  scene: Scene,
  { account, file, body }: { account: WorldAccount; file: PlannedFile; body: Record<string, unknown> },
): Promise<PlannedImport | undefined> {
  const { answers } = await ask(scene, { account, operation: 'createImport', body, isRepeatable: false });
  const answer = answers.find(({ status }) => status === 201);
  if (!answer) return undefined;
  const isTried = body.dryRun === true;
  const planned: PlannedImport = { id: String(answer.body.id), account, file, isTried, answers: [] };
  scene.traffic.imports.push(planned);
  const place = { accountId: account.id, importId: planned.id };
  await scene.world.files.put(importFileKey(place), { body: file.text, contentType: 'text/csv' });
  await steer(scene, planned, 'startImport');
  return planned;
}

async function steer(
  scene: Scene,
  { account, id, answers: known }: PlannedImport,
  operation: 'startImport' | 'cancelImport',
  body?: Record<string, unknown>,
): Promise<void> {
  const pathParameters = { id };
  const request = { account, operation, body, pathParameters, isRepeatable: true };
  const { answers } = await ask(scene, request);
  if (operation === 'startImport') known.push(...answers);
}

export async function exportContacts(scene: Scene, account: WorldAccount): Promise<void> {
  const format = pick(scene.world.simulation.random, ['csv', 'jsonl'] as const);
  const asked = await ask(scene, {
    account,
    operation: 'createContactExport',
    body: { format },
    isRepeatable: true,
  });
  const ids = asked.answers.filter(({ status }) => status === 202).map(({ body }) => String(body.id));
  for (const id of new Set(ids)) scene.traffic.exports.push({ id, account, format });
}

/** Lets every import end, after the traffic; those that were only dry runs are started for real. */
export async function letImportsGoOn(scene: Scene): Promise<void> {
  for (const planned of scene.traffic.imports)
    await steer(scene, planned, 'startImport', planned.isTried ? FOR_REAL : undefined);
}
