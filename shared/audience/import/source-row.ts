import { MAX_COLUMN_CHARACTERS, MAX_IGNORED_COLUMNS } from '../../limits';
import type { ColumnReading } from './import-columns';
import type { PhoneCountry } from '../../phone-numbers/country';
import { toStorableText } from '../../text/storable-text';
import type { DateFormat } from './date-format';
import type { Problem } from './problem';
import type { TextReading } from './internal/reading-limits';
import { newNotices, type Notices } from './internal/warnings';

export const IMPORT_FORMATS = ['csv', 'jsonl', 'pinpoint'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Options for turning the rows of a file into contacts. */
export interface ReadingOptions extends ColumnReading, TextReading {
  format: ImportFormat;
  /** Countries of phone numbers without a country code. */
  countries: readonly PhoneCountry[];
  /** Format of all dates with slashes. */
  dateFormat: DateFormat;
}

/** Row as the file has it, for the file of rejects. */
export type OriginalRow =
  | {
      type: 'cells';
      cells: readonly string[];
      /** Header of a joined file whose columns differ from those of the first. */
      header?: readonly string[];
    }
  | { type: 'object'; value: Record<string, unknown> }
  | { type: 'text'; text: string };

export type ColumnNames = ReadonlyMap<string, string>;

/** Row with its values by contact field. */
export interface SourceRow {
  /**
   * Number of the row as a spreadsheet shows it: the header of a CSV file is row 1. In a file of JSON lines, the number
   * of the line.
   */
  row: number;
  /** Values by the names of `IMPORT_FIELDS` and `customFields.<label>`. */
  values: ReadonlyMap<string, unknown>;
  /** Problems that make the row unreadable. */
  problems: readonly Problem[];
  original: OriginalRow;
  /** Names of columns or keys, by the field that they fill. */
  columns?: ColumnNames;
  /** Set for an endpoint of Amazon Pinpoint. */
  endpoint?: Endpoint;
}

/** Properties of an Amazon Pinpoint endpoint that are not values of a contact. */
export interface Endpoint {
  /** `other`: an endpoint that is not a contact, such as one for push messages. */
  channel: 'SMS' | 'EMAIL' | 'other';
  /** True for an endpoint that is not imported as a contact either; its opt-out counts. */
  isInactive: boolean;
  userId?: string;
  /** Address of an EMAIL endpoint. */
  email?: string;
  /** Epoch milliseconds; 0 when the endpoint has no time. */
  effectiveAtMs: number;
}

/** Properties of a file that are known once its rows were read. */
export interface FileDescription {
  /** Columns or keys that are not imported, each once. */
  ignoredColumns: Set<string>;
  /** Set for a CSV file. */
  table?: { delimiter: string; header: readonly string[]; hasByteOrderMark: boolean };
  notices: Notices;
}

export const newDescription = (): FileDescription => ({ ignoredColumns: new Set(), notices: newNotices() });

/** Notes names of columns that are not imported: the first ones, as a file of JSON lines can have any number of keys. */
export function ignoreColumns({ ignoredColumns }: FileDescription, names: Iterable<string>): void {
  for (const name of names)
    if (ignoredColumns.size < MAX_IGNORED_COLUMNS) ignoredColumns.add(toStorableText(beginningOf(name)));
}

/** Returns the beginning of a name, without half a surrogate pair at its end. */
const beginningOf = (name: string) =>
  name.length > MAX_COLUMN_CHARACTERS ? [...name].slice(0, MAX_COLUMN_CHARACTERS).join('') : name;
