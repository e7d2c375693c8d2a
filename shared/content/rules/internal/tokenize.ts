import { PERCENT, PRICE, type CompiledRules } from './compile-rules';
import type { Span } from './links';
import { FOREIGN, LOOK_ALIKE, type NormalizedText } from './normalize';
import { LONGEST_DISGUISE, recognizeWord } from './undisguise-word';

/** Word of the text; positions are those of the normalised text, `end` exclusive. */
export interface Token {
  readonly start: number;
  readonly end: number;
  /** The word in lower case. */
  readonly form: string;
  /** Index of the word in the rules; -1 for none. */
  readonly word: number;
  /** Regular spelling of the word, when it is one of the rules and was hidden. */
  readonly hiddenWord: string | undefined;
  /** Index of `<price>` or `<percent>` beside the number itself, else -1. */
  readonly amount: number;
  /** True when a sentence or a line ends before the word. */
  readonly beginsSentence: boolean;
}

const SEPARATOR = 0;
const LETTER = 1;
const DIGIT = 2;
/** Signs that replace letters. */
const SIGN = 3;
const APOSTROPHE = 4;
const CLASSES = buildClasses();

/**
 * Splits a normalised text into words and recognises those of the rules. Text in `skipped` (paths of links, e-mail
 * addresses; in order) is left out.
 */
export function tokenize(
  normalized: NormalizedText,
  skipped: readonly Span[],
  rules: CompiledRules,
): Token[] {
  const { text } = normalized;
  const lower = toLowerCaseInPlace(text);
  const isForeignText = normalized.kinds?.includes(FOREIGN) ?? false;
  const tokens: Token[] = [];
  const price = rules.vocabulary.get(PRICE) ?? -1;
  const percent = rules.vocabulary.get(PERCENT) ?? -1;
  let beginsSentence = false;
  let nextSkipped = 0;

  const push = (start: number, end: number): void => {
    const form = lower.slice(start, end).replaceAll("'", '');
    const isDigits = isDigit(lower.charCodeAt(start));
    const script = normalized.kinds ? scriptOf(normalized.kinds, start, end, isForeignText) : 'latin';
    const recognized = script === 'foreign' ? undefined : recognizeWord(form, rules);
    if (!recognized && script === 'latin') {
      const cut = splitPoint(lower, start, end);
      if (cut) {
        if (cut.before > start) push(start, cut.before);
        if (cut.after < end) push(cut.after, end);
        return;
      }
    }
    const isHidden = recognized !== undefined && (recognized.isDisguised || script === 'mixed');
    let amount = -1;
    if (isDigits && (lower.charAt(start - 1) === '$' || lower.charAt(end) === '$')) amount = price;
    else if (isDigits && lower.charAt(end) === '%') amount = percent;
    tokens.push({
      start,
      end,
      form,
      word: recognized?.id ?? -1,
      hiddenWord: isHidden ? recognized.word : undefined,
      amount,
      beginsSentence,
    });
    beginsSentence = false;
  };

  /** A run too long for a hidden word is split at its signs at once, so that splitting stays linear. */
  const pushRun = (start: number, end: number): void => {
    if (end - start <= LONGEST_DISGUISE) {
      push(start, end);
      return;
    }
    let from = start;
    for (let i = start; i <= end; i++) {
      if (i < end && classOf(lower.charCodeAt(i)) !== SIGN) continue;
      if (i > from) push(from, i);
      from = i + 1;
    }
  };

  for (let i = 0; i < text.length;) {
    let span = skipped[nextSkipped];
    while (span && span.end <= i) span = skipped[++nextSkipped];
    if (span && i >= span.start) {
      i = span.end;
      continue;
    }
    const limit = span ? Math.min(span.start, text.length) : text.length;
    if (!beginsWord(lower, i, normalized)) {
      beginsSentence ||= endsSentence(text, i);
      i++;
      continue;
    }
    const start = i++;
    while (i < limit && continuesWord(lower, i, normalized)) i++;
    if (isPossessive(lower, i)) {
      pushRun(start, i);
      i += 2;
    } else {
      pushRun(start, i);
    }
  }
  return tokens;
}

/**
 * Returns `latin`, `mixed` for look-alike letters among others or alone, or `foreign` for a word of another language.
 */
function scriptOf(
  kinds: readonly number[],
  start: number,
  end: number,
  isForeignText: boolean,
): 'latin' | 'mixed' | 'foreign' {
  let lookAlikes = 0;
  for (let i = start; i < end; i++) {
    if (kinds[i] === FOREIGN) return 'foreign';
    if (kinds[i] === LOOK_ALIKE) lookAlikes++;
  }
  if (lookAlikes === 0) return 'latin';
  return isForeignText && lookAlikes === end - start ? 'foreign' : 'mixed';
}

/** Returns where an unknown token splits into two: at a sign (`sale!beer`), or after its digits (`5beers`). */
function splitPoint(
  lower: string,
  start: number,
  end: number,
): { before: number; after: number } | undefined {
  let isNumber = isDigit(lower.charCodeAt(start));
  for (let i = start; i < end; i++) {
    const kind = classOf(lower.charCodeAt(i));
    if (kind === SIGN) return { before: i, after: i + 1 };
    if (isNumber && kind === LETTER) return { before: i, after: i };
    if (kind !== DIGIT) isNumber = false;
  }
  return undefined;
}

function beginsWord(lower: string, i: number, normalized: NormalizedText): boolean {
  const unit = lower.charCodeAt(i);
  const kind = classOf(unit);
  if (kind === LETTER || kind === DIGIT) return true;
  if (kind === SIGN) return (unit === 0x24 || unit === 0x40) && classOf(lower.charCodeAt(i + 1)) === LETTER;
  return normalized.kinds?.[i] === FOREIGN;
}

function continuesWord(lower: string, i: number, normalized: NormalizedText): boolean {
  const kind = classOf(lower.charCodeAt(i));
  if (kind === LETTER || kind === DIGIT) return true;
  if (kind === SIGN)
    return classOf(lower.charCodeAt(i + 1)) === LETTER || classOf(lower.charCodeAt(i + 1)) === DIGIT;
  if (kind === APOSTROPHE) return classOf(lower.charCodeAt(i + 1)) === LETTER && !isPossessive(lower, i);
  return normalized.kinds?.[i] === FOREIGN;
}

function isPossessive(lower: string, i: number): boolean {
  return (
    lower.charCodeAt(i) === 0x27 &&
    lower.charCodeAt(i + 1) === 0x73 &&
    classOf(lower.charCodeAt(i + 2)) !== LETTER
  );
}

function endsSentence(text: string, i: number): boolean {
  const unit = text.charCodeAt(i);
  if (unit === 0x0a || unit === 0x0d) return true;
  return (unit === 0x2e || unit === 0x21 || unit === 0x3f) && text.charCodeAt(i + 1) <= 0x20;
}

/** Lower-cases a text and keeps all positions, because some capitals have a longer small form. */
function toLowerCaseInPlace(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return text.replace(/[\s\S]/g, (unit) => (unit.toLowerCase().length === 1 ? unit.toLowerCase() : unit));
}

function classOf(unit: number): number {
  return unit < 128 ? (CLASSES[unit] ?? SEPARATOR) : SEPARATOR;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function buildClasses(): Uint8Array {
  const classes = new Uint8Array(128);
  for (let unit = 0x61; unit <= 0x7a; unit++) classes[unit] = LETTER;
  for (let unit = 0x30; unit <= 0x39; unit++) classes[unit] = DIGIT;
  for (const sign of '@$!|*') classes[sign.charCodeAt(0)] = SIGN;
  classes[0x27] = APOSTROPHE;
  return classes;
}
