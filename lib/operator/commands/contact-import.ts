import { createWriteStream, type WriteStream } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Account } from '../../../shared/accounts/account';
import { checkMapping } from '../../../shared/audience/import/check-mapping';
import { isoNow } from '../../../shared/platform/clock';
import { importContacts, type ImportReport } from '../../../shared/audience/import/import-contacts';
import { CUSTOM_FIELD_PREFIX } from '../../../shared/audience/import/column-names';
import { IMPORT_FIELDS } from '../../../shared/audience/import/import-columns';
import { DATE_FORMATS, type DateFormat } from '../../../shared/audience/import/date-format';
import { defaultOptInMode, type EnrolmentRequest } from '../../../shared/audience/import/find-enrolment';
import { NO_COUNTS, type RejectedRow } from '../../../shared/audience/import/import-rows';
import { UnreadableFileError } from '../../../shared/audience/import/problem';
import { recordImport } from '../../../shared/audience/import/record-import';
import { rejectedHeader, rejectedLines } from '../../../shared/audience/import/rejected-line';
import { IMPORT_FORMATS, type ImportFormat } from '../../../shared/audience/import/source-row';
import { ON_EXISTING, type OnExisting } from '../../../shared/audience/import/import-scope';
import { OPT_IN_MODES, type OptInMode } from '../../../shared/audience/groups/opt-in-mode';
import { findSchema } from '../../../shared/audience/custom-fields/define-fields';
import { MAX_CONSENT_BASIS_CHARACTERS, MAX_REJECTED_SAMPLE } from '../../../shared/limits';
import { openImport } from '../import-source';
import { reportImport } from '../import-report';
import { actorOf } from '../owner';
import { OperatorError } from '../operator-error';
import type { OperatorIo } from '../operator-io';
import { startProgress } from '../progress';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, requireAccount, withAccount } from '../verb';

interface ImportOptions {
  account: string;
  file: string;
  format?: ImportFormat;
  map?: Record<string, string>;
  group?: string;
  optInMode?: OptInMode;
  consentBasis?: string;
  dateFormat?: DateFormat;
  onExisting?: OnExisting;
  dryRun?: true;
  rejected?: string;
}

export function addImportVerb(noun: Command, io: OperatorIo): void {
  addVerb<ImportOptions>(noun, io, {
    name: 'import',
    summary: 'create and update contacts from a file; rows that cannot be imported are listed by cause',
    declare: (command) =>
      withAccount(command)
        .requiredOption(
          '--file <path>',
          'CSV with a header, or one JSON object a line, plain or gzip; - reads the standard input',
        )
        .addOption(
          new Option('--format <format>', 'what the file is, where its name does not say it').choices(
            IMPORT_FORMATS,
          ),
        )
        .option(
          '--map <column=field>',
          'field that a column fills, where its name does not say it; repeatable',
          collectMapping,
        )
        .option('--group <id>', 'group to enrol the contacts in, on the consent that --consent-basis names')
        .addOption(
          new Option(
            '--opt-in-mode <mode>',
            'how they join it: SILENT (default, where the account allows it), DIRECT with the opt-in message of the group, CONFIRM with a text that asks for a YES',
          ).choices(OPT_IN_MODES),
        )
        .option(
          '--consent-basis <text>',
          'on what that consent rests, for the consent log; required with --group',
        )
        .addOption(
          new Option(
            '--date-format <format>',
            'how dates with slashes are meant: mdy or dmy; unless given, dmy when one of them can be nothing else',
          ).choices(DATE_FORMATS),
        )
        .addOption(
          new Option('--on-existing <what>', 'whether contacts that there are change').choices(ON_EXISTING),
        )
        .option('--dry-run', 'read and count everything, and change nothing')
        .option('--rejected <path>', 'file to write the rejected rows to, to mend them and import it')
        .addHelpText('after', HELP),
    run: ({ target }, options) => runImport({ target, io }, options),
  });
}

const HELP =
  `\nFields: ${IMPORT_FIELDS.join(', ')}, ${CUSTOM_FIELD_PREFIX}<label>. Columns with these names and with names such as Phone, ` +
  'First Name or Zip are recognised; in JSON address and customFields are objects.\n\nOf several rows with one phone number the last ' +
  'one counts. With --group a column tags sets the tags of the membership: names or ids, separated by ;. A contact whose optedOut is true, yes, 1 or a date is hard-opted-out and joins no group. No import lifts an ' +
  'opt-out.\n\nEndpoint exports of Amazon Pinpoint, several files at once: cat *.gz | … --format pinpoint --file -' +
  '\n\nExit status: 0 when the file was read to its end and at least one of its rows was not rejected, else 1.';

async function runImport(
  { target, io }: { target: Target; io: OperatorIo },
  options: ImportOptions,
): Promise<Report> {
  const account = await requireAccount(target, options.account);
  const enrolment = readEnrolment(options, account);
  const mapping = options.map ?? {};
  const schema = await findSchema(target.table, account.id);
  checkMapping({ mapping, schema, groupTags: options.group === undefined ? undefined : [] });
  const source = await openImport({ file: options.file, format: options.format, stdin: io.stdin });
  const progress = await startProgress({ terminal: io.terminal, total: undefined, unit: 'rows' });
  const rejects = new RejectsFile(options.rejected);
  const startedAt = isoNow(target.clock);
  const importId = target.ids.next('imp');
  const rejected: RejectedRow[] = [];
  try {
    const report = await importContacts(target, {
      importId,
      accountId: account.id,
      open: source.open,
      format: source.format,
      mapping,
      ...enrolment,
      dateFormat: options.dateFormat,
      onExisting: options.onExisting,
      isDryRun: options.dryRun,
      onProgress: ({ rows }) => progress.show(rows),
      onRejected: (rows, description) => {
        rejects.write(rejectedHeader(description), rejectedLines(rows, description));
        rejected.push(...rows.slice(0, MAX_REJECTED_SAMPLE - rejected.length));
      },
    });
    if (!options.dryRun) {
      await recordImport(target, {
        ...{ importId, account, by: await actorOf(target), report, startedAt },
        path: options.file === '-' ? undefined : options.file,
        rejected: rejected.toSorted((a, b) => a.row - b.row),
        settings: {
          ...{ format: source.format, bytes: source.bytes, mapping, ...enrolment },
          ...{ onExisting: options.onExisting, dateFormat: options.dateFormat },
        },
      });
    }
    return reportImport(report, { rejectedPath: options.rejected, isDryRun: options.dryRun });
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return reportImport(NOTHING_IMPORTED, { failure: error.message });
  } finally {
    progress.end();
    source.close();
    await rejects.close();
  }
}

/** @throws OperatorError when the basis of the consent or the opt-in mode is missing */
function readEnrolment(
  { group, optInMode, consentBasis }: ImportOptions,
  account: Pick<Account, 'silentOptIn'>,
): EnrolmentRequest {
  if (group === undefined) {
    const [given] = [
      ...(optInMode === undefined ? [] : ['--opt-in-mode says how contacts join a group']),
      ...(consentBasis === undefined ? [] : ['--consent-basis says why contacts may join a group']),
    ];
    if (given !== undefined) throw new OperatorError(`${given}: name it with --group.`);
    return {};
  }
  if ((consentBasis ?? '').trim() === '')
    throw new OperatorError('--group enrols contacts: say on what their consent rests with --consent-basis.');
  if ([...(consentBasis ?? '')].length > MAX_CONSENT_BASIS_CHARACTERS)
    throw new OperatorError(`--consent-basis has at most ${MAX_CONSENT_BASIS_CHARACTERS} characters.`);
  const mode = optInMode ?? defaultOptInMode(account);
  if (mode === undefined) {
    throw new OperatorError(
      'The account has no silent opt-in: say how the contacts join with --opt-in-mode DIRECT (the opt-in message of the group ' +
        'is sent) or CONFIRM (a text asks for a YES), or allow it with account set --silent-opt-in.',
    );
  }
  return { group, optInMode: mode, consentBasis };
}

const NOTHING_IMPORTED: ImportReport = {
  ...NO_COUNTS,
  rejectedRows: [],
  duplicateRows: [],
  ignoredColumns: [],
  warnings: [],
};

function collectMapping(raw: string, earlier: Record<string, string> = {}): Record<string, string> {
  const [, column = '', field = ''] = /^(.+)=([^=]+)$/s.exec(raw) ?? [];
  if (column === '') throw new InvalidArgumentError('Expected COLUMN=FIELD, such as "Cell no.=phoneNumber".');
  return { ...earlier, [column]: field };
}

/** File of rejected rows, created when the first row is rejected; only the user can read it. */
class RejectsFile {
  private stream: WriteStream | undefined;
  private failure: NodeJS.ErrnoException | undefined;

  constructor(private readonly path: string | undefined) {}

  write(header: string, line: string): void {
    if (this.path === undefined) return;
    if (!this.stream) {
      this.stream = createWriteStream(this.path, { mode: 0o600 });
      this.stream.on('error', (error) => (this.failure = error));
      this.stream.write(header);
    }
    this.stream.write(line);
  }

  async close(): Promise<void> {
    const { stream } = this;
    if (stream) await new Promise((resolve) => stream.close(resolve));
    if (this.failure) {
      throw new OperatorError(`${this.path} cannot be written (${this.failure.code}).`);
    }
  }
}
