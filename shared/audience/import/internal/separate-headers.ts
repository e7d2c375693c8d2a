import { parse } from 'csv-parse/sync';
import { DELIMITERS } from './csv-records';

interface Header {
  delimiter: string;
  names: string[];
  lineEnd: string;
}

/** Longest line of a header. */
const MAX_LINE_CHARACTERS = 64 * 1024;
/** Names in a line that are tried as the start of a header; few values have the name of a column. */
const MOST_TRIED = 10;
const LINE = /[^\r\n]*(?:\r\n|[\r\n]|$)/g;

/**
 * Gives each header in CSV exports of Amazon Pinpoint a line of its own. When files without a line feed at their end
 * are joined, the last row of one is in the same line as the header of the next.
 *
 * **Source:** rules E5.
 */
export async function* separateHeaders(text: AsyncGenerator<string>): AsyncGenerator<string> {
  const separate = headerSeparator();
  let rest = '';
  for await (const chunk of text) {
    rest += chunk;
    // The line feed of a carriage return at the end may be in the next chunk.
    const end = Math.max(rest.lastIndexOf('\n'), rest.lastIndexOf('\r', rest.length - 2)) + 1;
    const isTooLong = end === 0 && rest.length > MAX_LINE_CHARACTERS;
    const whole = isTooLong ? rest : rest.slice(0, end);
    rest = rest.slice(whole.length);
    if (whole !== '') yield separate(whole);
  }
  if (rest !== '') yield separate(rest);
}

function headerSeparator(): (lines: string) => string {
  let header: Header | undefined;
  return (lines) =>
    mayHaveHeader(lines)
      ? lines.replace(LINE, (line) => {
          if (line.length > MAX_LINE_CHARACTERS || !mayHaveHeader(line)) return line;
          const at = header && findHeader(line, header);
          const { lineEnd = '\n' } = header ?? {};
          header = readHeader(line.slice(at ?? 0), lineEndOf(line) ?? lineEnd) ?? header;
          return at === undefined ? line : withoutMark(line.slice(0, at)) + lineEnd + line.slice(at);
        })
      : lines;
}

const mayHaveHeader = (text: string) => text.includes('ChannelType') && text.includes('Address');

export const isPinpointHeader = (cells: readonly string[]): boolean =>
  cells.includes('ChannelType') && cells.includes('Address');

const lineEndOf = (line: string): string | undefined => /[\r\n]+$/.exec(line)?.[0];

function readHeader(line: string, lineEnd: string): Header | undefined {
  for (const delimiter of DELIMITERS) {
    const names = cellsOf(withoutMark(line), delimiter);
    if (isPinpointHeader(names)) return { delimiter, names, lineEnd };
  }
  return undefined;
}

const NAME =
  '(?:Address|ApplicationId|ChannelType|CohortId|CreationDate|EffectiveDate|EndpointStatus|Id|OptOut|RequestId' +
  '|(?:Attributes|Demographic|Location|Metrics|User)\\.[^,;\\t|"\\r\\n]+)';
/**
 * A quote before a name belongs to it only when another one follows the name; otherwise it ends the last cell of the
 * row.
 */
const NAMES = new RegExp(`(?:"${NAME}"|${NAME})(?=\\s*(?:[,;\\t|]|$))`, 'g');

/** Finds the start of a header that follows a whole row of the previous file. */
function findHeader(line: string, { delimiter, names }: Header): number | undefined {
  let tried = 0;
  for (const { index } of line.matchAll(NAMES)) {
    if (++tried > MOST_TRIED) break;
    const row = cellsOf(withoutMark(line.slice(0, index)), delimiter);
    const channel = row[names.indexOf('ChannelType')] ?? '';
    const isRow = row.length === names.length && /^[A-Z_]+$/.test(channel);
    if (isRow && readHeader(line.slice(index), '')) return index;
  }
  return undefined;
}

function cellsOf(line: string, delimiter: string): string[] {
  try {
    const [cells = []] = parse(line, { delimiter, relax_quotes: true, trim: true, to: 1 });
    return cells;
  } catch {
    return [];
  }
}

const withoutMark = (text: string) => text.replace(/^\ufeff|\ufeff$/g, '');
