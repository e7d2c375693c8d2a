import type { CompiledRules } from './compile-rules';
import type { ContentCategory } from '../content-category';
import type { Token } from './tokenize';

/** Hidden word that is joined from tokens `first` to `last`, inclusive. */
interface JoinedWord {
  readonly category: ContentCategory;
  readonly first: number;
  readonly last: number;
}

const LONGEST_GAP = 3;
const LONGEST_SPACED_PIECE = 3;

/**
 * Finds words that were split into pieces: `s.e.x`, `ma.ri-juana` (no spaces between), `v a p e` (spaces, when most
 * pieces are single letters). A piece that is itself a listed word hides nothing. At most `longestDisguised` tokens are
 * tried from each, so the cost is linear.
 */
export function joinPieces(text: string, tokens: readonly Token[], rules: CompiledRules): JoinedWord[] {
  const found: JoinedWord[] = [];
  for (let first = 0; first < tokens.length - 1; first++) {
    const word = joinFrom(text, tokens, first, rules);
    if (word) found.push(word);
  }
  return found;
}

function joinFrom(
  text: string,
  tokens: readonly Token[],
  first: number,
  rules: CompiledRules,
): JoinedWord | undefined {
  let joined = pieceOf(tokens[first], rules);
  if (joined === undefined) return undefined;
  let isTight = true;
  let isShort = joined.length <= LONGEST_SPACED_PIECE;
  for (let last = first + 1; last < tokens.length; last++) {
    const previous = tokens[last - 1];
    const token = tokens[last];
    if (!previous || !token) return undefined;
    const gap = gapBetween(text, previous.end, token.start);
    if (gap === 'wide') return undefined;
    if (gap === 'spaced') isTight = false;
    const piece = pieceOf(token, rules);
    if (piece === undefined) return undefined;
    isShort &&= piece.length <= LONGEST_SPACED_PIECE;
    if (!isTight && !isShort) return undefined;
    joined += piece;
    if (joined.length > rules.longestDisguised) return undefined;
    const pieces = last - first + 1;
    if (isTight || pieces > joined.length / 2) {
      const category = rules.disguised.get(joined);
      if (category) return { category, first, last };
    }
  }
  return undefined;
}

/** Returns the token's letters; absent when it cannot be part of a hidden word. */
function pieceOf(token: Token | undefined, rules: CompiledRules): string | undefined {
  if (!token || rules.disguised.has(token.form)) return undefined;
  return /^\d/.test(token.form) ? undefined : token.form;
}

function gapBetween(text: string, start: number, end: number): 'tight' | 'spaced' | 'wide' {
  if (end === start || end - start > LONGEST_GAP) return 'wide';
  let gap: 'tight' | 'spaced' = 'tight';
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x0a || unit === 0x0d) return 'wide';
    if (unit === 0x20 || unit === 0x09) gap = 'spaced';
  }
  return gap;
}
