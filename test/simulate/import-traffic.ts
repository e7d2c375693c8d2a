import { findImportOrThrow } from '../../shared/audience/import/find-import';
import type { ContactImport } from '../../shared/audience/import/import-item';
import { importFileKey } from '../../shared/platform/files/file-keys';
import { groupKey } from '../../shared/platform/store/keys';
import type { SimulatedAccount } from './account';
import type { World } from './world';

/** Import of a file of `rows` new contacts into the account's group. */
export interface StartedImport {
  accountId: string;
  groupId: string;
  importId: string;
  rows: number;
}

/**
 * Imports new contacts into the group of an account that has none yet.
 *
 * @param options.index tells the phone numbers of one import from those of another
 */
export async function startImport(
  world: World,
  { id: accountId, authorization, groupIds: [groupId = ''] }: SimulatedAccount,
  { rows, index }: { rows: number; index: number },
): Promise<StartedImport> {
  const body = { format: 'csv', group: groupId, optInMode: 'DIRECT', consentBasis: 'Signed in a shop.' };
  const created = await world.request('createImport', { authorization, body });
  if (created.status !== 201) throw new Error(`An import is answered ${JSON.stringify(created)}`);
  const importId = String(created.body.id);
  const key = importFileKey({ accountId, importId });
  await world.files.put(key, { body: fileOf({ rows, index }), contentType: 'text/csv' });
  const request = { authorization, pathParameters: { id: importId }, body: {} };
  const answer = await world.request('startImport', request);
  if (answer.status !== 202) throw new Error(`A start is answered ${JSON.stringify(answer)}`);
  return { accountId, groupId, importId, rows };
}

/** Returns the rows that imports have processed so far, together. */
export async function importedRows(world: World, imports: readonly StartedImport[]): Promise<number> {
  const found = await Promise.all(imports.map(async (one) => readImport(world, one)));
  return found.reduce((sum, { rows }) => sum + rows, 0);
}

/** Compares imports with their files and groups. @returns a sentence about each that is not complete and exact */
export async function findWrongImports(world: World, imports: readonly StartedImport[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const one of imports) {
    const { status, rows, created } = await readImport(world, one);
    if (status !== 'completed') wrong.push(`an import is ${status} after ${rows} of ${one.rows} rows`);
    else if (created !== one.rows) wrong.push(`an import has created ${created} of ${one.rows} contacts`);
    const group = await world.table.get(groupKey(one.accountId, one.groupId));
    if (status === 'completed' && group?.contactCount !== one.rows)
      wrong.push(`a group counts ${String(group?.contactCount)} of ${one.rows} members`);
  }
  return wrong;
}

const readImport = async (world: World, place: StartedImport): Promise<ContactImport> =>
  findImportOrThrow(world.table, place);

function fileOf({ rows, index }: { rows: number; index: number }): string {
  const lines = ['Phone,First Name'];
  for (let row = 0; row < rows; row++) lines.push(`+1${312 + index}${5_000_000 + row},Person ${row}`);
  return `${lines.join('\n')}\n`;
}
