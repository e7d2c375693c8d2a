/** Longest text that a part of a pattern matches, with the position after the part. */
interface Part {
  longest: number;
  end: number;
}

/**
 * Returns the length of the longest text that a regular expression matches.
 *
 * @returns `undefined` for a pattern without an end, such as `^evt_`, and for one with what no schema of ours has, such
 *   as a lookahead
 */
export function longestMatch(pattern: string): number | undefined {
  if (!pattern.startsWith('^') || !pattern.endsWith('$') || pattern.endsWith('\\$')) return undefined;
  const inner = pattern.slice(1, -1);
  if (/\(\?(?!:)|\\[bBpPk1-9]/.test(inner)) return undefined;
  const { longest, end } = readAlternatives(inner, 0);
  // `^a|b$` is not anchored: each alternative is at one end only.
  return end === inner.length && Number.isFinite(longest) && !hasTopAlternative(inner) ? longest : undefined;
}

function hasTopAlternative(pattern: string): boolean {
  return readSequence(pattern, 0).end < pattern.length;
}

function readAlternatives(pattern: string, start: number): Part {
  let { longest, end } = readSequence(pattern, start);
  while (pattern[end] === '|') {
    const next = readSequence(pattern, end + 1);
    longest = Math.max(longest, next.longest);
    end = next.end;
  }
  return { longest, end };
}

function readSequence(pattern: string, start: number): Part {
  let longest = 0;
  let end = start;
  while (end < pattern.length && pattern[end] !== '|' && pattern[end] !== ')') {
    const atom = readAtom(pattern, end);
    const [repeat = '', , most = '1'] = QUANTIFIER.exec(pattern.slice(atom.end)) ?? [];
    longest += repeat === '' ? atom.longest : times(atom.longest, repeat, most);
    end = atom.end + repeat.length;
  }
  return { longest, end };
}

const QUANTIFIER = /^(?:[?*+]|\{(\d+)(?:,(\d*))?\})/;

function times(longest: number, repeat: string, most: string): number {
  if (repeat === '?') return longest;
  if (repeat === '*' || repeat === '+' || repeat.endsWith(',}')) return longest === 0 ? 0 : Infinity;
  const count = repeat.includes(',') ? Number(most) : Number(repeat.slice(1, -1));
  return longest * count;
}

function readAtom(pattern: string, start: number): Part {
  switch (pattern[start]) {
    case '\\':
      return { longest: 1, end: start + 2 };
    case '[': {
      const [text = ''] = /^\[(?:\\.|[^\]\\])*\]/.exec(pattern.slice(start)) ?? [];
      return { longest: 1, end: start + text.length };
    }
    case '(': {
      const from = pattern.startsWith('(?:', start) ? start + 3 : start + 1;
      const { longest, end } = readAlternatives(pattern, from);
      return { longest, end: end + 1 };
    }
    default:
      return { longest: 1, end: start + 1 };
  }
}
