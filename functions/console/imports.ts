import { findKeptImport, isImportOver } from '../../shared/audience/import/find-import';
import { type ContactImport, importItem } from '../../shared/audience/import/import-item';
import { listImports } from '../../shared/audience/import/list-imports';
import { describeImport } from '../../shared/audience/import/present-import';
import { progressOf } from '../../shared/audience/import/progress';
import type { Actor } from '../../shared/accounts/actor';
import type { ConsoleHandler } from '../../shared/http/by-path';
import { endpoint } from '../../shared/http/endpoint';
import { readListPage } from '../../shared/lists/list-query';
import type { Clock } from '../../shared/platform/clock';
import type { Table } from '../../shared/platform/store/table';
import * as routes from './imports.routes';
import { named } from './named-actor';

type Named = Awaited<ReturnType<typeof named>>;
type NameOf = (actor: Actor) => Promise<Named>;

/** Routes for data of imports that the API does not have. **Source:** rules E5. */
export const IMPORT_HANDLERS: ConsoleHandler[] = [
  {
    route: routes.listImportsWithPeople.route,
    handler: endpoint({
      route: routes.listImportsWithPeople.route,
      handle: async ({ platform: { table, clock }, account, query }) => {
        const scope = { accountId: account.id, list: 'imports' };
        const page = readListPage(query, scope);
        const found = await listImports({ table }, { accountId: account.id, page, scope });
        const kept = found.imports.filter((one) => !isImportOver(one, account, clock.now()));
        const nameOf = namesOnce(table);
        const results = await Promise.all(kept.map((one) => listed(one, { clock, nameOf })));
        return { status: 200, body: { results, nextCursor: found.nextCursor } };
      },
    }),
  },
  {
    route: routes.getImportWithPeople.route,
    handler: endpoint({
      route: routes.getImportWithPeople.route,
      handle: async ({ platform: { table, clock }, account, pathParameters: { id = '' } }) => {
        const found = await findKeptImport({ table, clock }, { account, importId: id });
        const { rejectedSample = [], hasRejectedFile } = found;
        const shown = await listed(found, { clock, nameOf: namesOnce(table) });
        const corrections = await correctionsOf(table, found);
        return { status: 200, body: { ...shown, rejectedSample, hasRejectedFile, corrections } };
      },
    }),
  },
];

/** Builds the form of an import in the list. */
async function listed(contactImport: ContactImport, { clock, nameOf }: { clock: Clock; nameOf: NameOf }) {
  const { fileName, fileBytes, createdBy, startedBy, corrects } = contactImport;
  return {
    ...describeImport(contactImport),
    ...progressOf(contactImport, clock.now()),
    fileName,
    fileBytes,
    createdBy: createdBy && (await nameOf(createdBy)),
    startedBy: startedBy && (await nameOf(startedBy)),
    corrects: corrects && {
      id: corrects.importId,
      rowCount: corrects.rowCount,
      fileName: corrects.fileName,
    },
  };
}

/** Returns a function that names actors and reads each of them once. */
function namesOnce(table: Table): NameOf {
  const known = new Map<string, Promise<Named>>();
  return (actor) => {
    const key = `${actor.kind} ${actor.id}`;
    const name = known.get(key) ?? named(table, actor);
    known.set(key, name);
    return name;
  };
}

async function correctionsOf(table: Table, { accountId, corrections = [] }: ContactImport) {
  const items = await table.batchGet(
    corrections.map(({ importId }) => importItem.key({ accountId, importId })),
  );
  return corrections.map(({ key, importId, rows }, index) => {
    const found = importItem.readIfAny(items[index]);
    return { id: importId, key, rows, ...(found && { status: found.status, dryRun: found.isDryRun }) };
  });
}
