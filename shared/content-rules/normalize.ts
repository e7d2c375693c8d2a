import { findMergeTag } from './merge-tag-span';
import { ACCENTED, LOOK_ALIKES, PUNCTUATION } from './rules/look-alikes';

/** What a character of the normalised text was in the body. */
export const ORDINARY = 0;
export const ACCENT = 1;
/** A letter of another script that looks like a Latin one, or a letter behind a merge tag inside a word. */
export const LOOK_ALIKE = 2;
/** A letter that folds to no Latin one. */
export const FOREIGN = 3;

/**
 * A body in a form in which disguises are undone: without zero-width characters, accents and merge
 * tags, with look-alike letters in ASCII. Case is kept.
 */
export interface NormalizedText {
  readonly text: string;
  /** Kind of each character of `text`; absent when all are ordinary. */
  readonly kinds: readonly number[] | undefined;
  /** The span of the body from which `text.slice(start, end)` was made; `end` is exclusive. */
  toOriginal(start: number, end: number): { readonly index: number; readonly length: number };
}

interface Fold {
  readonly out: string;
  readonly kind: number;
}

const DROPPED: Fold = { out: '', kind: ORDINARY };
const GAP: Fold = { out: ' ', kind: ORDINARY };
const BRACKETED_DOT = /[[({]\s?(?:\.|dot)\s?[\])}]/iy;
/** Enough for every script in use; a hostile sender must not be able to fill the memory. */
const MAX_CACHED_FOLDS = 4096;
const foldCache = new Map<number, Fold>();
const tableFolds = buildTableFolds();

/**
 * Undoes disguises in a body. With `keepTrackingArguments` the argument of a tracking link stays in
 * the text, as it is delivered when it is not registered.
 */
export function normalizeText(body: string, keepTrackingArguments = false): NormalizedText {
  if (isPlainAscii(body)) {
    return {
      text: body,
      kinds: undefined,
      toOriginal: (start, end) => ({ index: start, length: end - start }),
    };
  }
  return normalizeDisguised(body, keepTrackingArguments);
}

/** Printable ASCII and white space, without merge tags and bracketed dots: nothing to undo. */
function isPlainAscii(body: string): boolean {
  for (let i = 0; i < body.length; i++) {
    const unit = body.charCodeAt(i);
    if (unit > 0x7e) return false;
    if (unit === 0x7b || unit === 0x5b) return false;
    if (unit === 0x28 && isBracketedDotAt(body, i)) return false;
  }
  return true;
}

function normalizeDisguised(body: string, keepTrackingArguments: boolean): NormalizedText {
  const starts: number[] = [];
  const ends: number[] = [];
  const kinds: number[] = [];
  const out: string[] = [];
  let joinsTag = false;
  const emit = (text: string, kind: number, start: number, end: number): void => {
    for (let k = 0; k < text.length; k++) {
      starts.push(start);
      ends.push(end);
      kinds.push(joinsTag ? LOOK_ALIKE : kind);
      joinsTag = false;
    }
    out.push(text);
  };

  for (let i = 0; i < body.length;) {
    const codePoint = body.codePointAt(i) ?? 0;
    const size = codePoint > 0xffff ? 2 : 1;
    if (codePoint === 0x7b || codePoint === 0x5b || codePoint === 0x28) {
      const tag = codePoint === 0x7b ? findMergeTag(body, i) : undefined;
      if (tag) {
        if (keepTrackingArguments && tag.trackingArgument) {
          const { start, end } = tag.trackingArgument;
          emit(' ', ORDINARY, i, tag.end);
          for (let k = start; k < end; k++) emit(body.charAt(k), ORDINARY, k, k + 1);
          emit(' ', ORDINARY, i, tag.end);
        } else if (endsInLetter(out) && startsWithLetter(body, tag.end)) {
          joinsTag = true;
        } else {
          emit(' ', ORDINARY, i, tag.end);
        }
        i = tag.end;
        continue;
      }
      const dotEnd = bracketedDotEnd(body, i);
      if (dotEnd !== undefined) {
        emit('.', ORDINARY, i, dotEnd);
        i = dotEnd;
        continue;
      }
    }
    if (codePoint < 0x7f) emit(body.charAt(i), ORDINARY, i, i + 1);
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

function isBracketedDotAt(body: string, index: number): boolean {
  return bracketedDotEnd(body, index) !== undefined;
}

function bracketedDotEnd(body: string, index: number): number | undefined {
  BRACKETED_DOT.lastIndex = index;
  return BRACKETED_DOT.test(body) ? BRACKETED_DOT.lastIndex : undefined;
}

function endsInLetter(out: readonly string[]): boolean {
  const last = out[out.length - 1] ?? '';
  return /[A-Za-z]$/.test(last);
}

function startsWithLetter(body: string, index: number): boolean {
  return /^\p{L}/u.test(body.slice(index, index + 2));
}

function foldOf(codePoint: number): Fold {
  const known = tableFolds.get(codePoint) ?? foldCache.get(codePoint);
  if (known) return known;
  const fold = computeFold(codePoint);
  if (foldCache.size < MAX_CACHED_FOLDS) foldCache.set(codePoint, fold);
  return fold;
}

function computeFold(codePoint: number): Fold {
  const enclosed = enclosedLetter(codePoint);
  if (enclosed) return { out: enclosed, kind: ORDINARY };
  const character = String.fromCodePoint(codePoint);
  // Surrogates that stand alone and private characters are separators like any sign.
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

/** Letters in circles and squares, dark and light, of which Unicode gives no base letter. */
function enclosedLetter(codePoint: number): string | undefined {
  for (const first of [0x1f130, 0x1f150, 0x1f170]) {
    if (codePoint >= first && codePoint < first + 26) return String.fromCharCode(0x61 + codePoint - first);
  }
  return undefined;
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
