/** Mark that must not be in a log: every text of a test contains it, in any spelling. */
export const MARK = 'qzmark';

/** Returns a number of a marked person; `index` from 0 to 99. */
export const markedPhone = (index: number) => `+1212555${7300 + index}`;

/** Returns a number of the account that sends; `index` from 0 to 99. */
export const markedSender = (index: number) => `+1206555${7300 + index}`;

/** Pattern of marked numbers: with or without a plus, with spaces between their groups, or escaped for a URL. */
const MARKED_PHONE = /(?:212|206)\W{0,3}555\W{0,3}73\d\d/;

/** Finds the marks in a line; secrets that tests were given are searched for unchanged. */
export function findMarks(line: string, secrets: readonly string[]): string[] {
  const decoded = line.replace(/[A-Za-z0-9+/]{16,}={0,2}/g, (text) =>
    Buffer.from(text, 'base64').toString('latin1'),
  );
  const found = [line, decoded].flatMap((text) => [
    ...(new RegExp(MARK, 'i').exec(text) ?? []),
    ...(MARKED_PHONE.exec(text) ?? []),
    ...secrets.filter((secret) => text.includes(secret)),
  ]);
  return [...new Set(found)];
}
