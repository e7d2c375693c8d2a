import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MAX_IMPORT_ROWS } from '../../limits';
import { type ImportCandidate, type Refusal, readImportRow } from './import-row';
import { LatestTable } from './latest-table';
import { openRows } from './open-rows';
import { UnreadableFileError } from './problem';
import { RowSet } from './row-set';
import { type FileDescription, newDescription, type ReadingOptions, type SourceRow } from './source-row';

/** What can only be known of a file once all of it was read. */
export interface FileSurvey {
  description: FileDescription;
  rowCount: number;
  /** Rows, by their index, whose phone number a later one has, or an endpoint with a later date. */
  superseded: RowSet;
  /** E-mail of an Amazon Pinpoint user. */
  emailOf: (userId: string) => string | undefined;
}

/** Between two calls of `onProgress`. */
const PROGRESS_ROWS = 10_000;

/**
 * Reads a file once from beginning to end, before anything of it is imported: whether it can be read, and which of several
 * rows with one phone number counts. A million rows take about 60 MB.
 *
 * @param options.onProgress awaited now and then, with the number of rows read
 * @throws UnreadableFileError and what the source throws
 */
export async function surveyFile(
  input: Readable,
  options: ReadingOptions & { onProgress?: (rows: number) => Promise<void> },
): Promise<FileSurvey> {
  const description = newDescription();
  const isPinpoint = options.format === 'pinpoint';
  const phones = new LatestTable({ hasTimes: isPinpoint });
  const emails = new EmailTable();
  const superseded = new RowSet();
  let rowCount = 0;
  for await (const row of openRows(input, options, description)) {
    const index = rowCount++;
    if (rowCount > MAX_IMPORT_ROWS) {
      throw new UnreadableFileError(`The file has more than ${MAX_IMPORT_ROWS} rows: split it.`);
    }
    emails.add(row);
    if (!isLeftOut(row)) {
      const candidate = readImportRow(row, options);
      const outdated = 'problems' in candidate ? undefined : putPhone(phones, { candidate, row, index });
      if (outdated !== undefined) superseded.add(outdated);
    }
    if (rowCount % PROGRESS_ROWS === 0) await options.onProgress?.(rowCount);
  }
  return { description, rowCount, superseded, emailOf: (userId) => emails.get(userId) };
}

/** Whether the row is an endpoint of Amazon Pinpoint that is no contact. */
export const isLeftOut = ({ endpoint }: SourceRow): boolean =>
  endpoint !== undefined && endpoint.channel !== 'SMS';

function putPhone(
  phones: LatestTable,
  { candidate, row, index }: { candidate: ImportCandidate; row: SourceRow; index: number },
): number | undefined {
  // E.164 has at most 15 digits, which a number holds exactly.
  const key = Number(candidate.phoneNumber.slice(1));
  return phones.put({ key, value: index, time: row.endpoint?.effectiveAtMs ?? 0 });
}

/** What the row says, with the e-mail address of its user; `superseded` rows still say that their contact refused. */
export function candidateOf(
  row: SourceRow,
  { index, survey, options }: { index: number; survey: FileSurvey; options: ReadingOptions },
): ImportCandidate | Refusal | 'leftOut' | 'superseded' {
  if (isLeftOut(row)) return 'leftOut';
  const userId = row.endpoint?.userId;
  const email = userId === undefined || row.values.has('email') ? undefined : survey.emailOf(userId);
  const candidate = readImportRow(
    email === undefined ? row : { ...row, values: new Map([...row.values, ['email', email]]) },
    options,
  );
  if ('problems' in candidate || !survey.superseded.has(index)) return candidate;
  // An opt-out counts in whichever row it stands; of endpoints the latest one has the last word.
  if (!candidate.optedOut || options.format === 'pinpoint') return 'superseded';
  const { row: number, phoneNumber, optedOut } = candidate;
  return { row: number, phoneNumber, body: {}, optedOut };
}

/** The latest e-mail address of each user. */
class EmailTable {
  private readonly table = new LatestTable({ hasTimes: true });
  private readonly emails: string[] = [];

  add({ endpoint }: SourceRow): void {
    if (endpoint?.channel !== 'EMAIL' || !endpoint.userId || !endpoint.email) return;
    // A copy: a part of a larger text keeps all of it in memory.
    const value = this.emails.push(Buffer.from(endpoint.email).toString()) - 1;
    this.table.put({ key: userKey(endpoint.userId), value, time: endpoint.effectiveAtMs });
  }

  get(userId: string): string | undefined {
    const index = this.table.get(userKey(userId));
    return index === undefined ? undefined : this.emails[index];
  }
}

/** 52 bits of a hash, and never 0. */
function userKey(userId: string): number {
  const hash = createHash('sha256').update(userId).digest();
  return hash.readUIntBE(0, 6) * 16 + ((hash[6] as number) & 15) + 1;
}
