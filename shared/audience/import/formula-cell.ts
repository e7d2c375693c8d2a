/**
 * Text that a spreadsheet takes for a formula, also with full-width signs. An export puts an apostrophe before it and
 * an import removes that, so that the file is safe to open and keeps its values.
 */
const FORMULA = /^'*[=+\-@\t\r\uFF0B\uFF0D\uFF1D\uFF20]/;
const PLAIN_NUMBER = /^[+-]?\d+(?:\.\d+)?$/;

export const escapeCell = (text: string): string =>
  FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
export const unescapeCell = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
