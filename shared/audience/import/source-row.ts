import type { ColumnReading } from './import-columns';
import type { PhoneCountry } from '../../phone-numbers/country';
import type { DateFormat } from './date-format';
import type { Problem } from './problem';
import type { TextReading } from './reading-limits';
import { newNotices, type Notices } from './warnings';

export const IMPORT_FORMATS = ['csv', 'jsonl', 'pinpoint'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** How the rows of a file become contacts. */
export interface ReadingOptions extends ColumnReading, TextReading {
  format: ImportFormat;
  /** Of phone numbers without the code of a country. */
  countries: readonly PhoneCountry[];
  /** Of all dates with slashes. */
  dateFormat: DateFormat;
}

/** A row as the file has it, for the file of rejects. */
export type OriginalRow =
  | {
      type: 'cells';
      cells: readonly string[];
      /** Of a further file, one after another, whose columns are not those of the first. */
      header?: readonly string[];
    }
  | { type: 'object'; value: Record<string, unknown> }
  | { type: 'text'; text: string };

export type ColumnNames = ReadonlyMap<string, string>;

/** A row with its values by contact field. */
export interface SourceRow {
  /** As a spreadsheet shows it: the header of a CSV file is row 1. In a file of JSON lines the line. */
  row: number;
  /** By the names of `IMPORT_FIELDS` and `customFields.<label>`. */
  values: ReadonlyMap<string, unknown>;
  /** Why it cannot be read. */
  problems: readonly Problem[];
  original: OriginalRow;
  /** Names of columns or keys, by the field that they fill. */
  columns?: ColumnNames;
  /** Of an endpoint of Amazon Pinpoint. */
  endpoint?: Endpoint;
}

/** What an endpoint of Amazon Pinpoint says beside the values of a contact. */
export interface Endpoint {
  /** `other`: an endpoint that is no contact, such as one for push messages. */
  channel: 'SMS' | 'EMAIL' | 'other';
  /** No contact either, but its opt-out counts. */
  isInactive: boolean;
  userId?: string;
  /** Address of an EMAIL endpoint. */
  email?: string;
  /** Epoch milliseconds; 0 where the endpoint does not say. */
  effectiveAtMs: number;
}

/** What a file turned out to be, known once its rows were read. */
export interface FileDescription {
  /** Columns or keys that are not imported, each once. */
  ignoredColumns: Set<string>;
  /** Of a CSV file. */
  table?: { delimiter: string; header: readonly string[]; hasByteOrderMark: boolean };
  notices: Notices;
}

export const newDescription = (): FileDescription => ({ ignoredColumns: new Set(), notices: newNotices() });

/** Of names that are told; a file of JSON lines can have any number. */
const MOST_IGNORED = 100;

export function ignoreColumns({ ignoredColumns }: FileDescription, names: Iterable<string>): void {
  for (const name of names) if (ignoredColumns.size < MOST_IGNORED) ignoredColumns.add(name.slice(0, 200));
}
