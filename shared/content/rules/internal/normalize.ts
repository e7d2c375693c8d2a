import { ACCENTED, LOOK_ALIKES, PUNCTUATION } from './categories/look-alikes';

/** Kinds of characters of the normalised text, by what they were in the given one. */
export const ORDINARY = 0;
export const ACCENT = 1;
/** Letter of another script that looks like a Latin one. */
export const LOOK_ALIKE = 2;
/** Letter that folds to no Latin one. */
export const FOREIGN = 3;

/**
 * Text without disguises: without zero-width characters and accents, with look-alike letters in ASCII. Case is kept.
 */
export interface NormalizedText {
  readonly text: string;
  /** Kind of each character of `text`; absent when all are ordinary. */
  readonly kinds: readonly number[] | undefined;
  /** Returns the span of the given text that became `text.slice(start, end)`; `end` is exclusive. */
  toOriginal(start: number, end: number): { readonly index: number; readonly length: number };
}

interface Fold {
  readonly out: string;
  readonly kind: number;
}

const DROPPED: Fold = { out: '', kind: ORDINARY };
const GAP: Fold = { out: ' ', kind: ORDINARY };
const BRACKETED_DOT = /[[({]\s?(?:\.|dot)\s?[\])}]/iy;
/** Most cached folds: enough for every script in use, and few enough that a hostile sender cannot fill the memory. */
const MAX_CACHED_FOLDS = 4096;
const foldCache = new Map<number, Fold>();
const tableFolds = buildTableFolds();

/** Removes the disguises of a text. */
export function normalizeText(text: string): NormalizedText {
  if (isPlainAscii(text)) {
    return {
      text,
      kinds: undefined,
      toOriginal: (start, end) => ({ index: start, length: end - start }),
    };
  }
  return normalizeDisguised(text);
}

/** Returns true for printable ASCII and white space without bracketed dots, which has no disguise. */
function isPlainAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7e) return false;
    if (isOpeningBracket(unit) && bracketedDotEnd(text, i) !== undefined) return false;
  }
  return true;
}

function normalizeDisguised(given: string): NormalizedText {
  const starts: number[] = [];
  const ends: number[] = [];
  const kinds: number[] = [];
  const out: string[] = [];
  const emit = (text: string, kind: number, start: number, end: number): void => {
    for (let k = 0; k < text.length; k++) {
      starts.push(start);
      ends.push(end);
      kinds.push(kind);
    }
    out.push(text);
  };

  for (let i = 0; i < given.length;) {
    const codePoint = given.codePointAt(i) ?? 0;
    const size = codePoint > 0xffff ? 2 : 1;
    const dotEnd = isOpeningBracket(codePoint) ? bracketedDotEnd(given, i) : undefined;
    if (dotEnd !== undefined) {
      emit('.', ORDINARY, i, dotEnd);
      i = dotEnd;
      continue;
    }
    if (codePoint < 0x7f) emit(given.charAt(i), ORDINARY, i, i + 1);
    else {
      const fold = foldOf(codePoint);
      emit(fold.out, fold.kind, i, i + size);
    }
    i += size;
  }

  return {
    text: out.join(''),
    kinds,
    toOriginal(start, end) {
      const index = starts[start] ?? 0;
      return { index, length: (ends[end - 1] ?? index) - index };
    },
  };
}

/** Returns true for one of ( [ { */
function isOpeningBracket(unit: number): boolean {
  return unit === 0x28 || unit === 0x5b || unit === 0x7b;
}

function bracketedDotEnd(text: string, index: number): number | undefined {
  BRACKETED_DOT.lastIndex = index;
  return BRACKETED_DOT.test(text) ? BRACKETED_DOT.lastIndex : undefined;
}

function foldOf(codePoint: number): Fold {
  const known = tableFolds.get(codePoint) ?? foldCache.get(codePoint);
  if (known) return known;
  const fold = computeFold(codePoint);
  if (foldCache.size < MAX_CACHED_FOLDS) foldCache.set(codePoint, fold);
  return fold;
}

function computeFold(codePoint: number): Fold {
  const character = String.fromCodePoint(codePoint);
  // Unpaired surrogates and private characters are separators like any sign.
  if (isInvisible(character)) return DROPPED;
  if (/\p{Sc}/u.test(character)) return { out: '$', kind: ORDINARY };
  const base = character.normalize('NFKD').replace(/\p{M}/gu, '');
  if (base === '') return DROPPED;
  if (/^[\x20-\x7e]+$/.test(base)) {
    const isCompatibilityForm = character.normalize('NFKC') !== character;
    return { out: base, kind: isCompatibilityForm ? ORDINARY : ACCENT };
  }
  const first = base.codePointAt(0) ?? 0;
  const look = base.length === 1 ? tableFolds.get(first) : undefined;
  if (look) return look;
  if (/^\p{L}/u.test(base) && first <= 0xffff) return { out: String.fromCodePoint(first), kind: FOREIGN };
  return GAP;
}

function isInvisible(character: string): boolean {
  return /[\p{Cf}\p{M}\u115f\u1160\u3164\uffa0]/u.test(character);
}

function buildTableFolds(): Map<number, Fold> {
  const folds = new Map<number, Fold>();
  const add = (pairs: readonly (readonly [string, string])[], kind: number): void => {
    for (const [from, to] of pairs) {
      [...from].forEach((character, i) =>
        folds.set(character.codePointAt(0) ?? 0, { out: to.charAt(i), kind }),
      );
    }
  };
  add(LOOK_ALIKES, LOOK_ALIKE);
  add(ACCENTED, ACCENT);
  add(PUNCTUATION, ORDINARY);
  return folds;
}
