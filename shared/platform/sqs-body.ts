/** Everything outside ASCII, half a pair at a time. */
const NOT_ASCII = /[\u0080-\uffff]/g;

/**
 * The same JSON in ASCII. SQS takes every character that people write; the local one refuses those beyond U+FFFF, and
 * with them every emoji. A text that is no JSON stays as it is.
 */
export function sqsBody(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return text.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
