/**
 * Well-formed placeholder of a text: `{{name}}`, `{{name "argument"}}` or, where defaults are known,
 * `{{name or "text"}}`. This file is the only grammar of merge tags: the texts that are sent, the content rules and
 * the console's editor use it.
 *
 * `start` is the index of its first code unit, `end` that of the one after its last.
 */
export interface MergeTag {
  start: number;
  end: number;
  name: string;
  /** Text between the quotes, unchanged; absent when there is no argument. */
  argument: string | undefined;
  /** Index of the argument's first code unit, after its quote. */
  argumentStart: number | undefined;
  /** Text for an empty value, with the index of its first code unit; absent when the tag has none. */
  ifEmpty?: { text: string; start: number } | undefined;
}

/** Forms of tags that a text can have. */
export interface TagForms {
  /** True for texts of campaigns and automations, whose tags can have a default. **Source:** rules E4. */
  hasDefaults?: boolean | undefined;
}

const DEFAULT_TAG =
  /\{\{[ \t\r\n]*([^ \t\r\n{}"']+)[ \t\r\n]+or[ \t\r\n]*(?:"([^"]*)"|'([^']*)')[ \t\r\n]*\}\}/dy;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const DOUBLE_QUOTE = 0x22;
const SINGLE_QUOTE = 0x27;

/**
 * Finds the placeholders of a text from left to right, without overlaps.
 *
 * A name is a run of anything but white space, braces and quotes; the caller decides whether it is known. White space
 * (space, tab, CR, LF) may stand inside the braces, and must stand before an argument. An argument ends at the next
 * quote of its kind and may contain anything else, braces too. Everything else is plain text, and the search continues
 * after its first brace: in `{{ {{current_date}} }}` only the inner placeholder is one.
 *
 * The search begins at `from`. With `name`, only placeholders of that name with an argument count: others are plain text, in which the search
 * continues.
 *
 * Each character is read a bounded number of times, whatever the text: names and white space contain no opening brace,
 * so that two attempts never share them, and the argument of an attempt ends at the latest where the next attempt's
 * argument with the same kind of quote begins.
 */
export function findTags(
  text: string,
  options: TagForms & { name?: string; from?: number } = {},
): MergeTag[] {
  const tags: MergeTag[] = [];
  let position = options.from ?? 0;
  while (position < text.length) {
    const tag = isOpening(text, position) ? readTagAt(text, position, options) : undefined;
    if (tag !== undefined && isWanted(tag, options.name)) {
      tags.push(tag);
      position = tag.end;
    } else {
      position += 1;
    }
  }
  return tags;
}

function isWanted(tag: MergeTag, name: string | undefined): boolean {
  return name === undefined || (tag.name === name && tag.argument !== undefined);
}

function readTagAt(text: string, start: number, { hasDefaults }: TagForms): MergeTag | undefined {
  return readPlainTagAt(text, start) ?? (hasDefaults === true ? readDefaultTagAt(text, start) : undefined);
}

function readDefaultTagAt(text: string, start: number): MergeTag | undefined {
  DEFAULT_TAG.lastIndex = start;
  const match = DEFAULT_TAG.exec(text);
  const [, name = '', double, single] = match ?? [];
  const [textStart] = match?.indices?.[double === undefined ? 3 : 2] ?? [];
  if (match === null || textStart === undefined) return undefined;
  return {
    ...{ start, end: start + match[0].length, name, argument: undefined, argumentStart: undefined },
    ifEmpty: { text: double ?? single ?? '', start: textStart },
  };
}

function readPlainTagAt(text: string, start: number): MergeTag | undefined {
  const nameStart = skipWhiteSpace(text, start + 2);
  const nameEnd = skipName(text, nameStart);
  if (nameEnd === nameStart) return undefined;
  const name = text.slice(nameStart, nameEnd);

  const next = skipWhiteSpace(text, nameEnd);
  if (isClosing(text, next))
    return { start, end: next + 2, name, argument: undefined, argumentStart: undefined };
  if (next === nameEnd || !isQuote(text.charCodeAt(next))) return undefined;

  const closingQuote = findQuote(text, next + 1, text.charCodeAt(next));
  if (closingQuote === undefined) return undefined;
  const closing = skipWhiteSpace(text, closingQuote + 1);
  if (!isClosing(text, closing)) return undefined;
  const argumentStart = next + 1;
  return {
    start,
    end: closing + 2,
    name,
    argument: text.slice(argumentStart, closingQuote),
    argumentStart,
  };
}

function isOpening(text: string, index: number): boolean {
  return text.charCodeAt(index) === OPENING_BRACE && text.charCodeAt(index + 1) === OPENING_BRACE;
}

function isClosing(text: string, index: number): boolean {
  return text.charCodeAt(index) === CLOSING_BRACE && text.charCodeAt(index + 1) === CLOSING_BRACE;
}

function skipWhiteSpace(text: string, from: number): number {
  let index = from;
  while (isWhiteSpace(text.charCodeAt(index))) index += 1;
  return index;
}

function skipName(text: string, from: number): number {
  let index = from;
  while (index < text.length && isNameUnit(text.charCodeAt(index))) index += 1;
  return index;
}

function findQuote(text: string, from: number, quote: number): number | undefined {
  for (let index = from; index < text.length; index += 1) {
    if (text.charCodeAt(index) === quote) return index;
  }
  return undefined;
}

function isWhiteSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;
}

function isQuote(unit: number): boolean {
  return unit === DOUBLE_QUOTE || unit === SINGLE_QUOTE;
}

function isNameUnit(unit: number): boolean {
  return !isWhiteSpace(unit) && !isQuote(unit) && unit !== OPENING_BRACE && unit !== CLOSING_BRACE;
}
