import { type Command, Option } from 'commander';
import { ADDRESS_FIELDS } from '../../../shared/audience/contacts/address';
import { CONTACT_FIELD_NAMES, CONTACT_FIELDS } from '../../../shared/audience/contacts/contact-fields';
import type { BatchResult } from '../../../shared/audience/import/import-batch';
import { importContacts } from '../../../shared/audience/import/import-contacts';
import { readCsv, readJsonLines } from '../../../shared/audience/import/import-file';
import { findSchema } from '../../../shared/audience/custom-fields/define-fields';
import { type ImportFormat, type ImportSource, openImport } from '../import-source';
import type { OperatorIo } from '../operator-io';
import { startProgress } from '../progress';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, requireAccount, withAccount } from '../verb';

const COLUMNS = [
  'phoneNumber',
  ...CONTACT_FIELD_NAMES.filter((name) => CONTACT_FIELDS[name].column !== 'parts'),
  'optedOut',
];
const PART_COLUMNS = [...ADDRESS_FIELDS.map((field) => `address.${field}`), 'customFields.<label>'];

interface ImportOptions {
  account: string;
  file: string;
  format?: ImportFormat;
  group?: string;
}

export function addImportVerb(noun: Command, io: OperatorIo): void {
  addVerb<ImportOptions>(noun, io, {
    name: 'import',
    summary: 'create and update contacts from a file; lines that cannot be imported are listed',
    declare: (command) =>
      withAccount(command)
        .requiredOption(
          '--file <path>',
          'CSV with a header, or one JSON object a line; - reads the standard input',
        )
        .addOption(
          new Option('--format <format>', 'what the file is, where its name does not say it').choices([
            'csv',
            'jsonl',
          ]),
        )
        .option(
          '--group <id>',
          'group to enrol the contacts in, on the consent that you hold; no text is sent',
        )
        .addHelpText(
          'after',
          `\nColumns and keys: ${COLUMNS.join(', ')}; ${PART_COLUMNS.join(', ')} in CSV, objects address and ` +
            'customFields in JSON.\n\nA contact whose optedOut is true, yes, 1 or a date is hard-opted-out and joins no group. ' +
            'No import lifts an opt-out.\n\nExit status: 0 when the file was read to its end and at least one of its lines was ' +
            'not rejected, else 1.',
        ),
    run: ({ target }, options) => runImport({ target, io }, options),
  });
}

async function runImport(
  { target, io }: { target: Target; io: OperatorIo },
  options: ImportOptions,
): Promise<Report> {
  const account = await requireAccount(target, options.account);
  const source = await openImport({ file: options.file, format: options.format, stdin: io.stdin });
  const progress = await startProgress({ terminal: io.terminal, total: source.lineCount, unit: 'lines' });
  try {
    const result = await importContacts(target, {
      accountId: account.id,
      groupId: options.group,
      rows: await readRows(target, account.id, source),
      onProgress: progress.show,
    });
    const { imported, updated, unchanged, rejected } = result;
    return {
      json: result,
      head: ['line', 'rejected because'],
      rows: rejected.map(({ line, reason }) => [line, reason]),
      note: `Imported ${imported}, updated ${updated}, unchanged ${unchanged}, rejected ${rejected.length}.`,
      failure: describeFailure(result),
    };
  } finally {
    progress.end();
    source.input.destroy();
  }
}

/** Single lines that were rejected are no failure: they are listed, and the rest is done. */
function describeFailure({ imported, updated, unchanged, rejected }: BatchResult): string | undefined {
  const last = rejected.find(({ isRestUnread }) => isRestUnread);
  if (last) return `Line ${last.line} ${last.reason}.`;
  if (imported + updated + unchanged > 0) return undefined;
  return rejected.length > 0 ? 'Every line was rejected.' : 'The file has no contacts.';
}

async function readRows(target: Target, accountId: string, { format, input }: ImportSource) {
  switch (format) {
    case 'csv':
      return readCsv(input, await findSchema(target.table, accountId));
    case 'jsonl':
      return readJsonLines(input);
  }
}
