import { findSeparator, parseRows } from '../../format/csv-text';

const HEAD_BYTES = 64 * 1024;
const ROWS_SHOWN = 3;

export interface FileHead {
  columns: string[];
  /** First rows below the header. */
  rows: string[][];
}

/**
 * Reads the columns of a CSV file and its first rows, so that the user can assign the columns. The service parses the
 * file itself.
 */
export async function readFileHead(file: File): Promise<FileHead> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const decoded = new TextDecoder(encodingOf(bytes)).decode(bytes).replace(/\r\n?/g, '\n');
  // Excel reads this line as its separator and does not show it.
  const [separatorLine = '', named] = /^sep=(.)\n/i.exec(decoded) ?? [];
  const text = decoded.slice(separatorLine.length).replace(EMPTY_LINES, '');
  const separator = named ?? findSeparator(text);
  const [columns = [], ...rows] = parseRows(text, { separator, count: 1 + ROWS_SHOWN });
  return { columns, rows };
}

/** Empty lines at the beginning of a file. */
const EMPTY_LINES = /^(?:[ \t]*\n)+/;

/** Detects the encoding by the byte order mark, or without one by the zero bytes of Latin letters. */
function encodingOf([a, b, c, d]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return 'utf-16be';
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'utf-16le';
  return 'utf-8';
}
