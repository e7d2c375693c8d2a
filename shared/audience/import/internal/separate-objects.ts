import { readObject } from './json-rows';

interface Line {
  row: number;
  line: string;
}

/**
 * Gives each JSON object a line of its own. When files without a line feed at their end are joined, two objects are in
 * one line, and the second file may start with a byte order mark. Rows are counted as if the line feed were there.
 *
 * **Source:** rules E5.
 */
export async function* separateObjects(lines: AsyncGenerator<Line>): AsyncGenerator<Line> {
  let added = 0;
  for await (const { row, line } of lines) {
    const [first, ...others] = 'cause' in readObject(line) ? splitObjects(line) : [line];
    yield { row: row + added, line: first ?? line };
    for (const other of others) {
      added += 1;
      yield { row: row + added, line: other };
    }
  }
}

/** Splits the objects of a line; returns the line itself when it contains other text. */
function splitObjects(line: string): string[] {
  const objects: string[] = [];
  let start = 0;
  let depth = 0;
  // Matches a string with its escapes, or a bracket outside of one. An unterminated string matches to the end, which
  // keeps the search linear.
  for (const { 0: token, index } of line.matchAll(/"(?:[^"\\]|\\[^]?)*(?:"|$)|[{}]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (token !== '}' || depth !== 0) continue;
    objects.push(withoutMark(line.slice(start, index + 1)));
    start = index + 1;
  }
  const rest = withoutMark(line.slice(start));
  const all = rest === '' ? objects : [...objects, rest];
  return all.every((object) => object.startsWith('{')) ? all : [line];
}

const withoutMark = (text: string) =>
  text
    .trim()
    .replace(/^\ufeff/, '')
    .trim();
