import type { ConsoleImport, ListedImport } from '../../api/schemas';
import { countOf, formatCount } from '../../format/numbers';
import { describePerson } from '../../plans/describe-person';

/** Characters of the id of a key without a name, as in the list of keys. */
const SHOWN_CHARACTERS = 6;

/** Returns who started an import, or created one that waits for its file. */
export function describeStarter({
  startedBy,
  createdBy,
}: Pick<ListedImport, 'startedBy' | 'createdBy'>): string {
  const by = startedBy ?? createdBy;
  if (by === undefined) return '–';
  return describePerson(by.kind === 'apiKey' ? { ...by, id: `…${by.id.slice(-SHOWN_CHARACTERS)}` } : by);
}

/** Returns the name of the file, or which rows of which file it has. */
export function describeFile({ fileName, corrects }: Pick<ListedImport, 'fileName' | 'corrects'>): string {
  if (corrects === undefined) return fileName ?? 'Without a name';
  const from = corrects.fileName ?? 'an earlier import';
  return `${countOf(corrects.rowCount, 'row')} corrected from ${from}`;
}

const SECONDS_A_MINUTE = 60;
const SECONDS_AN_HOUR = 60 * SECONDS_A_MINUTE;

/** Describes how long the rows left will take; minutes up to an hour and a half. */
export function describeTimeLeft(seconds: number): string {
  if (seconds < SECONDS_A_MINUTE) return 'less than a minute left';
  const [size, unit] =
    seconds < 1.5 * SECONDS_AN_HOUR ? [SECONDS_A_MINUTE, 'minute'] : [SECONDS_AN_HOUR, 'hour'];
  return `about ${countOf(Math.round(seconds / Number(size)), String(unit))} left`;
}

/** Returns why the rejected rows cannot be corrected on the page; `undefined` when they can be, or may be soon. */
export function describeUncorrectable(
  { format, status, hasRejectedFile }: Pick<ConsoleImport, 'format' | 'status' | 'hasRejectedFile'>,
  { mayImport, file }: { mayImport: boolean; file: 'loading' | 'gone' | 'unreadable' },
): string | undefined {
  if (format === 'pinpoint') return 'Rows of an Amazon Pinpoint export are corrected in their file.';
  if (status === 'running') return 'They can be corrected once the import is completed.';
  if (status !== 'completed') return 'Only rows of a completed import can be corrected here.';
  if (!hasRejectedFile || file === 'gone') return WITHOUT_FILE;
  if (!mayImport) return 'Users who may import contacts can correct them here.';
  return file === 'unreadable'
    ? 'They cannot be corrected here now: the file that has them could not be read.'
    : undefined;
}

const WITHOUT_FILE =
  'They cannot be corrected here: the service has no file of them. It is kept for seven days, or until a person in it is erased, and not for an import by the operator CLI. Correct your own file, and import it again.';

type Counted = Pick<ListedImport, 'status' | 'rows' | 'totalRows' | 'secondsLeft'>;

/** Describes the rows that are done, of those of the file once they are counted. */
export function describeRows({ status, rows, totalRows }: Counted): string {
  if (status !== 'running') return formatCount(rows);
  return totalRows === undefined ? '–' : `${formatCount(rows)} of ${formatCount(totalRows)}`;
}

/** Returns the share of rows that are done, in whole percent. */
export const percentDone = ({ rows, totalRows }: Counted): number =>
  totalRows === undefined || totalRows === 0 ? 0 : Math.floor((100 * rows) / totalRows);

/** Text for screen readers: steps of ten percent, and the end. */
export function describeForListeners(of: Counted & Pick<ListedImport, 'rejected'>): string {
  switch (of.status) {
    case 'running': {
      const step = Math.floor(percentDone(of) / 10) * 10;
      return of.totalRows === undefined ? 'The import is running.' : `${step} percent of the rows are done.`;
    }
    case 'completed':
      return `The import is completed: ${countOf(of.rows, 'row')} read, ${formatCount(of.rejected)} rejected.`;
    case 'failed':
      return 'The import failed.';
    case 'cancelled':
      return 'The import is cancelled.';
    case 'awaitingUpload':
      return '';
  }
}

/** Text for screen readers about an import in the list: how far it is, and its end for one that has run meanwhile. */
export const describeInList = (
  of: Parameters<typeof describeForListeners>[0] & Parameters<typeof describeFile>[0],
): string => `${describeFile(of)}: ${describeForListeners(of)}`;
