import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { isDeletionUnderWay } from '../../../shared/erasure/account-task';
import { describeUnderWay } from '../../../shared/operations/account-data/account-items';
import { deleteAccount } from '../../../shared/operations/account-data/delete-account';
import { exportAccount } from '../../../shared/operations/account-data/export-account';
import { importAccount, type RefusedImport } from '../../../shared/operations/account-data/import-account';
import { calling } from '../../../shared/platform/aws/callee';
import { getErasureKey } from '../../../shared/platform/secrets/erasure-key';
import { getSealingKey } from '../../../shared/platform/secrets/sealing-key';
import { fileLines } from '../file-lines';
import { OperatorError } from '../operator-error';
import type { OperatorIo } from '../operator-io';
import { startProgress } from '../progress';
import type { Report } from '../report';
import { addVerb, noSuchAccount, requireAccount, type Session, withAccount } from '../verb';
import { writeWhole } from '../write-whole';

const PASS_ASKED_TIMES = 60;
const PASS_ASKED_EVERY_MS = 500;
const REST_WAITS =
  'The rest, such as idempotency keys, clicks and opt-outs of erased people, is deleted by the next pass over the table, within a day. The command can be run again to see whether it is gone.';

/** Adds the verbs for all data of an account: export, import, deletion. */
export function addAccountDataVerbs(noun: Command, io: OperatorIo): void {
  addVerb<{ account: string; file: string }>(noun, io, {
    name: 'export',
    summary: 'write everything of an account to a file, without secrets; "account import" reads it',
    declare: (command) =>
      withAccount(command).requiredOption('--file <path>', 'file to write; it is there once it is whole'),
    isAboveAccounts: true,
    run: writeExport,
  });
  addVerb<{ file: string }>(noun, io, {
    name: 'import',
    summary: 'bring an exported account into this service; one that was interrupted is run again',
    declare: (command) => command.requiredOption('--file <path>', 'what "account export" wrote'),
    run: readExport,
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'delete',
    summary: 'delete the data of a closed account; its balances, figures and log are kept',
    declare: withAccount,
    isAboveAccounts: true,
    confirmation: async ({ target }, options) => {
      const { id, name } = await requireAccount(target, options.account);
      return {
        question: `Delete all contacts, messages, jobs and settings of the account ${name} (${id})?`,
        isYesRequired: true,
      };
    },
    run: removeAccount,
  });
}

async function writeExport(
  { target, io }: Session,
  options: { account: string; file: string },
): Promise<Report> {
  const account = await requireAccount(target, options.account);
  const erasureKey = () => calling('Secrets Manager', getErasureKey());
  const { lines, end } = exportAccount(target, { account, erasureKey });
  const progress = await startProgress({ terminal: io.terminal, total: undefined, unit: 'lines' });
  let written = 0;
  const counted = async function* () {
    for await (const line of lines) {
      progress.show(++written);
      yield line;
    }
  };
  await writeWhole(options.file, counted()).finally(() => progress.end());
  const { items, underWay, isChangedMeanwhile } = end();
  const what = describeUnderWay(underWay);
  const warnings = [
    ...(what === '' ? [] : [`Under way were: ${what}. No import takes the file.`]),
    ...(isChangedMeanwhile ? ['The account changed meanwhile. No import takes the file.'] : []),
  ];
  return {
    json: { file: options.file, items, underWay, isChangedMeanwhile },
    alsoIn: [{ accountId: account.id }],
    rows: [],
    note: [`${items} items are in ${options.file}.`, ...warnings].join('\n'),
  };
}

async function readExport({ target, io }: Session, { file }: { file: string }): Promise<Report> {
  const progress = await startProgress({ terminal: io.terminal, total: undefined, unit: 'items' });
  const deps = {
    ...target,
    sealingKey: () => calling('Secrets Manager', getSealingKey()),
    erasureKey: () => calling('Secrets Manager', getErasureKey()),
  };
  const lines = () => fileLines(file);
  const result = await importAccount(deps, { lines, onProgress: progress.show }).finally(() =>
    progress.end(),
  );
  if ('refused' in result) throw new OperatorError(`${file} was not imported: ${describeRefusal(result)}`);
  const { accountId: id, name, items } = result.imported;
  return {
    json: { id, name, items },
    alsoIn: [{ accountId: id }],
    rows: [],
    note: `${name} (${id}) is here, with ${items} items. Make new API keys; rotate and enable its webhooks.`,
  };
}

async function removeAccount(
  { target, io }: Session,
  { account: accountId }: { account: string },
): Promise<Report> {
  const progress = await startProgress({ terminal: io.terminal, total: undefined, unit: 'items' });
  const result = await deleteAccount(target, { accountId, onProgress: progress.show }).finally(() =>
    progress.end(),
  );
  if ('deleted' in result) {
    const { id, name, deletedAt } = result.deleted;
    const isRestWaiting = await waitsForPass(target, id);
    const note = [
      `The data of ${name} (${id}) is deleted: ${result.items} items.`,
      ...(isRestWaiting ? [REST_WAITS] : []),
    ];
    return {
      json: { id, name, deletedAt, items: result.items, isRestWaiting },
      rows: [],
      note: note.join('\n'),
      alsoIn: [{ accountId: id }],
    };
  }
  switch (result.refused) {
    case 'noSuchAccount':
      throw noSuchAccount(accountId);
    case 'notClosed':
      throw new OperatorError(`The account ${accountId} is open: close it first with "account close".`);
    case 'underWay':
      throw new OperatorError(
        `Something of the account is still under way (${describeUnderWay(result.underWay)}): wait for it, or cancel it.`,
      );
  }
}

/** Waits a while for the pass, which takes seconds in a small table. @returns true when it has not ended by then */
async function waitsForPass({ table }: Session['target'], accountId: string): Promise<boolean> {
  for (let tries = 0; tries < PASS_ASKED_TIMES; tries++) {
    if (!(await isDeletionUnderWay(table, accountId))) return false;
    await sleep(PASS_ASKED_EVERY_MS);
  }
  return isDeletionUnderWay(table, accountId);
}

function describeRefusal(refusal: RefusedImport): string {
  switch (refusal.refused) {
    case 'noExport':
      return 'it is not what "account export" writes.';
    case 'cutOff':
      return 'its end is missing.';
    case 'changed':
      return 'it is not as it was written.';
    case 'foreignItem':
      return `line ${refusal.line} is not what an export of its account has.`;
    case 'underWay':
      return `when it was written, something was under way (${describeUnderWay(refusal.underWay)}). Wait for it, or cancel it, and export again.`;
    case 'changedMeanwhile':
      return 'the account changed while it was written. Stop what uses it, and export again.';
    case 'accountExists':
      return `the account ${refusal.accountId} is here already, or another file of it is being imported.`;
    case 'numberTaken':
      return `the number ${refusal.name} belongs to another account here.`;
    case 'linkDomainTaken':
      return `the link domain ${refusal.name} belongs to another account here.`;
    case 'linkTaken':
      return `the link ${refusal.name} belongs to another account here.`;
    case 'beingDeleted':
      return `the deletion of the account ${refusal.accountId} has not ended: a pass over the table has yet to delete the rest of it. Run "account delete" again to see when it has.`;
    case 'otherErasureKey':
      return 'people were erased from the account, and this stack knows erased people by another key. Give it the key of the other stack first: see docs/operations.md.';
  }
}
