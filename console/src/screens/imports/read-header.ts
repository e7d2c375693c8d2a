const SEPARATORS = [',', ';', '\t', '|'];
const HEAD_BYTES = 64 * 1024;

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
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8';
  const text = new TextDecoder(encoding).decode(bytes).replace(/\r\n?/g, '\n');
  const [firstLine = ''] = text.split('\n', 1);
  const separator = SEPARATORS.reduce((best, one) =>
    firstLine.split(one).length > firstLine.split(best).length ? one : best,
  );
  const [columns = [], ...rows] = parseRows(text, separator);
  return { columns: columns.map((column) => column.trim()), rows: rows.slice(0, 3) };
}

function parseRows(text: string, separator: string): string[][] {
  const rows: string[][] = [[]];
  let field = '';
  let isQuoted = false;
  const endField = () => {
    rows.at(-1)?.push(field);
    field = '';
  };
  for (let index = 0; index < text.length && rows.length <= 4; index += 1) {
    const character = text.charAt(index);
    if (isQuoted && character === '"' && text.charAt(index + 1) === '"') {
      field += '"';
      index += 1;
    } else if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && character === separator) endField();
    else if (!isQuoted && character === '\n') {
      endField();
      rows.push([]);
    } else field += character;
  }
  if (field !== '' || rows.at(-1)?.length !== 0) endField();
  return rows.filter((row) => row.some((value) => value !== ''));
}
