export const SEPARATORS = [',', ';', '\t', '|'];

/** Returns the separator under which the header has the most columns. */
export function findSeparator(text: string): string {
  const columnsWith = (separator: string) => parseRows(text, { separator, count: 1 })[0]?.length ?? 0;
  return SEPARATORS.reduce((best, one) => (columnsWith(one) > columnsWith(best) ? one : best));
}

/** Parses the first rows that are not empty. */
export function parseRows(
  text: string,
  { separator, count }: { separator: string; count: number },
): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let field = '';
  let isQuoted = false;
  let wasQuoted = false;
  const endField = () => {
    row.push(wasQuoted ? field : field.trim());
    field = '';
    wasQuoted = false;
  };
  const endRow = () => {
    endField();
    if (row.some((value) => value !== '')) rows.push(row);
    row = [];
  };
  for (let index = 0; index < text.length && rows.length < count; index += 1) {
    const character = text.charAt(index);
    if (isQuoted) {
      if (character !== '"') field += character;
      else if (text.charAt(index + 1) === '"') {
        field += '"';
        index += 1;
      } else isQuoted = false;
    } else if (character === separator) endField();
    else if (character === '\n') endRow();
    // A quote inside a cell without quotes is a character like others, as in 5" pipe.
    else if (character === '"' && !wasQuoted && field.trim() === '') {
      field = '';
      isQuoted = true;
      wasQuoted = true;
    } else if (!wasQuoted || character.trim() !== '') field += character;
  }
  if (rows.length < count) endRow();
  return rows;
}

/**
 * Writes a line of CSV that the service reads as these cells. Cells with spaces around them are quoted, because an
 * import trims cells without quotes.
 */
export const writeLine = (cells: readonly string[], separator: string): string =>
  `${cells.map((cell) => quote(cell, separator)).join(separator)}\n`;

const quote = (cell: string, separator: string): string =>
  cell.includes(separator) || /["\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
