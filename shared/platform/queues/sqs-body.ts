/** Matches each UTF-16 code unit outside ASCII. */
const NOT_ASCII = /[\u0080-\uffff]/g;

/**
 * Returns the same JSON in ASCII. SQS accepts every character that people write; the local SQS refuses those beyond
 * U+FFFF, and with them every emoji. Text that is not JSON stays as it is.
 */
export function sqsBody(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return text.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
