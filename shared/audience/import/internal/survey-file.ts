import type { Readable } from 'node:stream';
import type { DateFormat } from '../date-format';
import { EmailTable } from './email-table';
import type { ImportedOptOut } from './import-opt-out';
import {
  type ImportCandidate,
  type Refusal,
  type RefusedOptOut,
  readImportRow,
  readPhone,
} from './import-row';
import { openRows } from './open-rows';
import { checkRowCount } from './reading-limits';
import { hasUnknownState } from './unknown-states';
import { noteUnknownState } from './warnings';
import { type FileDescription, newDescription, type ReadingOptions, type SourceRow } from '../source-row';

export interface SurveyOptions extends Omit<ReadingOptions, 'dateFormat'> {
  /** Format that the caller set or an earlier survey of the file found; absent: the dates of the file decide. */
  dateFormat: DateFormat | undefined;
  /** Index of the first row to import. */
  from: number;
  /** Number of rows, from there on, that the survey covers. */
  windowRows?: number;
}

/**
 * Rows of a window: more than a worker imports in its time. Their survey takes 0.4 GB, and 1 GB when each is a user of
 * Amazon Pinpoint with an e-mail address.
 */
const WINDOW_ROWS = 2_500_000;

/**
 * Reads a file from beginning to end before anything is imported: checks that it can be read, finds the format of its
 * dates, and decides which of several rows with one phone number counts. It only keeps rows of a window, so that its
 * memory does not grow with the file.
 *
 * @param open called once, or twice when a date shows that the file must be read with the other date format
 * @throws UnreadableFileError and the errors of the source
 */
export async function surveyFile(
  open: () => Readable | Promise<Readable>,
  options: SurveyOptions,
): Promise<FileSurvey> {
  const { dateFormat, from, windowRows = WINDOW_ROWS, ...others } = options;
  const isOpen = dateFormat === undefined;
  let survey = new FileSurvey({ ...others, dateFormat: dateFormat ?? 'mdy' }, { from, windowRows });
  if (!(await readAll(survey, { input: await open(), isOpen }))) {
    survey = new FileSurvey({ ...others, dateFormat: 'dmy' }, { from, windowRows });
    await readAll(survey, { input: await open(), isOpen: false });
  }
  return survey;
}

/** @returns false when a date begins with a day: all dates of the file must be read again then */
async function readAll(
  survey: FileSurvey,
  { input, isOpen }: { input: Readable; isOpen: boolean },
): Promise<boolean> {
  const { description } = survey;
  for await (const row of openRows(input, survey.reading, description)) {
    if (isOpen && description.notices.hasDayFirst) return false;
    survey.add(row);
    checkRowCount(survey.rowCount, survey.reading);
  }
  return true;
}

/** Outcome of a row before its contact is read. `leftOut`: an endpoint that is not a contact. */
export type RowFate =
  | { kind: 'candidate'; candidate: ImportCandidate }
  | { kind: 'rejected'; refusal: Refusal; isOptingOut: boolean }
  | { kind: 'leftOut'; optOut?: RefusedOptOut }
  | { kind: 'superseded' };

/** Time of rows that are not contacts of their own: their opt-outs count for a number only when no other row has it. */
const AFTER_ALL_OTHERS = -1;

/** Knowledge of a file that needs a read of the whole file. */
export class FileSurvey {
  readonly description: FileDescription = newDescription();
  rowCount = 0;
  /** The row in the window that counts, by phone number: the latest endpoint, or the last of other rows. */
  private readonly phones = new Map<number, { index: number; time: number }>();
  /** 1 for rows of the window that another row of their number supersedes, by their place in the window. */
  private readonly superseded: Uint8Array;
  /** Opt-outs by the index of the row that counts for their number, whichever row states them. */
  private readonly optOuts = new Map<number, ImportedOptOut>();
  private readonly emails = new EmailTable();

  constructor(
    readonly reading: ReadingOptions,
    private readonly window: { from: number; windowRows: number },
  ) {
    this.superseded = new Uint8Array(window.windowRows);
  }

  /** Index of the first row after the window. */
  get end(): number {
    return this.window.from + this.window.windowRows;
  }

  /**
   * Adds the next row of the file. Rows before the window are added later with `addEarlier`, when the rows of the
   * window are known.
   */
  add(row: SourceRow): void {
    const index = this.rowCount++;
    const { values } = row;
    if (hasUnknownState({ values, countries: this.reading.countries }))
      noteUnknownState(this.description.notices, row.row);
    if (index < this.window.from) return;
    if (index >= this.end) this.compare(row, index);
    else this.keep(row, index);
  }

  /** Adds a row before the window, when the file is read again. */
  addEarlier(row: SourceRow, index: number): void {
    this.compare(row, index);
  }

  private keep(row: SourceRow, index: number): void {
    if (row.endpoint) this.emails.add(row.endpoint, { index, isInWindow: true });
    const said = this.statementOf(row);
    if (!said) return;
    const { key, time, optedOut } = said;
    const earlier = this.phones.get(key);
    const isLatest = !earlier || time >= earlier.time;
    if (isLatest) this.phones.set(key, { index, time });
    this.noteOptOut(isLatest ? index : earlier.index, earlier && this.optOuts.get(earlier.index), optedOut);
    if (!earlier) return;
    const outdated = isLatest ? earlier.index : index;
    this.supersede(outdated);
    this.optOuts.delete(outdated);
  }

  /** Adds a row outside the window. It counts only when it supersedes a row inside, or opts its number out. */
  private compare(row: SourceRow, index: number): void {
    if (row.endpoint) this.emails.add(row.endpoint, { index, isInWindow: false });
    const phone = readPhone(row.values.get('phoneNumber'), this.reading.countries);
    const winner = typeof phone === 'string' ? this.phones.get(keyOf(phone)) : undefined;
    if (!winner) return;
    const said = this.statementOf(row);
    if (!said) return;
    const isNewer = said.time > winner.time || (said.time === winner.time && index > winner.index);
    if (isNewer) this.supersede(winner.index);
    this.noteOptOut(winner.index, this.optOuts.get(winner.index), said.optedOut);
  }

  private supersede(index: number): void {
    this.superseded[index - this.window.from] = 1;
  }

  /** Keeps the opt-out with the latest date, else one without a date. */
  private noteOptOut(index: number, ...said: Array<ImportedOptOut | undefined>): void {
    const optOuts = said.filter((one) => one !== undefined);
    const [latest] = optOuts.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
    if (latest) this.optOuts.set(index, latest);
  }

  /** Returns what a row states about its number; `undefined` when it does not count for other rows. */
  private statementOf(row: SourceRow): { key: number; time: number; optedOut?: ImportedOptOut } | undefined {
    if (row.endpoint && row.endpoint.channel !== 'SMS') return undefined;
    const read = readImportRow(row, this.reading);
    const isContact = !('problems' in read) && !row.endpoint?.isInactive;
    const { phoneNumber, optedOut } = 'problems' in read ? (read.optOut ?? {}) : read;
    if (phoneNumber === undefined || (!isContact && !optedOut)) return undefined;
    const time = isContact ? (row.endpoint?.effectiveAtMs ?? 0) : AFTER_ALL_OTHERS;
    return { key: keyOf(phoneNumber), time, ...(optedOut && { optedOut }) };
  }

  /** Returns the outcome of a row of the window. */
  fateOf(row: SourceRow, index: number): RowFate {
    const { endpoint } = row;
    if (endpoint && endpoint.channel !== 'SMS') return { kind: 'leftOut' };
    const isSuperseded = this.superseded[index - this.window.from] === 1;
    const read = readImportRow(this.withEmail(row), this.reading);
    if (endpoint?.isInactive) {
      const { phoneNumber, optedOut } = 'problems' in read ? (read.optOut ?? {}) : read;
      const isTold = phoneNumber !== undefined && optedOut !== undefined && !isSuperseded;
      return isTold
        ? { kind: 'leftOut', optOut: { row: row.row, phoneNumber, optedOut } }
        : { kind: 'leftOut' };
    }
    if ('problems' in read) {
      return { kind: 'rejected', refusal: read, isOptingOut: read.optOut !== undefined && !isSuperseded };
    }
    if (isSuperseded) return { kind: 'superseded' };
    const optedOut = this.optOuts.get(index);
    return { kind: 'candidate', candidate: { ...read, ...(optedOut && { optedOut }) } };
  }

  /** Adds the e-mail address of the row's Amazon Pinpoint user. */
  private withEmail(row: SourceRow): SourceRow {
    const userId = row.endpoint?.userId;
    const email = userId === undefined || row.values.has('email') ? undefined : this.emails.get(userId);
    return email === undefined ? row : { ...row, values: new Map([...row.values, ['email', email]]) };
  }
}

/** Converts a phone number to a key: E.164 has at most 15 digits, which a JavaScript number holds exactly. */
const keyOf = (phoneNumber: string) => Number(phoneNumber.slice(1));
