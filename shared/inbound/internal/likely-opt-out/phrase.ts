/**
 * Phrases by heading, one per line, made of these parts:
 *
 * - `stop`: the word; `quit|cease`: either word
 * - `<text>`: a word, or words, of that class; `<very>*`: up to five of them
 * - `please?`, `<me>?`: the word or the class, or nothing
 * - `..3`: up to three words of any kind, within a clause; `.`: a sign between two clauses
 * - `^`, `$`: beginning and end of a clause; `^^`, `$$`: of the whole text. Courtesies such as `please` and `thank you`
 *   at these places are skipped.
 */
export type Phrases = Record<string, string>;

/** Words that mean the same at a place of a phrase, by the name of the class; `no_longer` are two words. */
export type WordClasses = Record<string, string>;

interface PhraseMatcher {
  isIn: (words: readonly string[]) => boolean;
  /** Replaces the phrases by `#`. */
  takeOut: (words: readonly string[]) => readonly string[];
}

const SIGNS: ReadonlySet<string> = new Set(['.', ',', '?']);
const TAKEN_OUT = '#';
const MOST_COURTESIES = 8;
const MOST_OF_A_CLASS = 5;

/** Words of a class or of alternatives, by their first word; each value is the list of words that can follow it. */
type Options = ReadonlyMap<string, readonly string[][]>;

/** Part of a phrase: returns the places between words that it reaches from a place, nearest first. */
type Part = (words: readonly string[], from: number) => number[];

interface Phrase {
  parts: readonly Part[];
  /** Options of the first required part; every text with the phrase contains one of these words. */
  needed: readonly Options[];
  /** Set when that part is the first one. */
  beginsWithIt: boolean;
}

/**
 * Compiles phrases to one matcher of plain words. The matcher follows all places that a phrase has reached together,
 * and every repetition has a bound, so that the time is linear in the length of the text.
 *
 * @throws Error for a part or a class that does not exist, and for a phrase without a required word
 */
export function compilePhrases(phrases: readonly Phrases[], classes: WordClasses): PhraseMatcher {
  const optionsOf = memoize((className: string) => {
    const words = classes[className];
    if (words === undefined) throw new Error(`No class of words: ${className}`);
    return readOptions(words.trim().split(/\s+/));
  });
  const partOf = memoize((part: string) => compilePart(part, optionsOf));
  const compiled = phrases.flatMap(linesOf).map((line): Phrase => {
    const parts = line.split(/ +/);
    const needed = parts.findIndex((part) => readWords(part)?.repeated === '');
    if (needed === -1) throw new Error(`No word that has to be there: ${line}`);
    return {
      parts: parts.map(partOf),
      needed: sourcesOf(parts[needed] ?? '', optionsOf),
      beginsWithIt: needed === 0,
    };
  });
  const byNeededWord = indexByNeededWord(compiled);
  /** Returns the phrases that a text with these words can contain, in their order. */
  const candidates = (words: readonly string[]) => {
    const found = new Set([...new Set(words)].flatMap((word) => byNeededWord.get(word) ?? []));
    return compiled.filter((phrase) => found.has(phrase));
  };
  return {
    isIn: (words) => candidates(words).some((phrase) => isPhraseIn(phrase, words)),
    takeOut: (words) => candidates(words).reduce((left, phrase) => takeOutPhrase(phrase, left), words),
  };
}

function indexByNeededWord(phrases: readonly Phrase[]): ReadonlyMap<string, readonly Phrase[]> {
  const index = new Map<string, Phrase[]>();
  for (const phrase of phrases) {
    for (const word of new Set(phrase.needed.flatMap((options) => [...options.keys()]))) {
      const before = index.get(word);
      if (before === undefined) index.set(word, [phrase]);
      else before.push(phrase);
    }
  }
  return index;
}

/** Returns every word of the phrases and the classes. */
export function vocabularyOf(phrases: readonly Phrases[], classes: WordClasses): ReadonlySet<string> {
  const texts = [...phrases.flatMap((each) => Object.values(each)), ...Object.values(classes)];
  return new Set(texts.flatMap((text) => text.split(/[^\w*]+|_/)));
}

const linesOf = (phrases: Phrases) =>
  Object.values(phrases)
    .flatMap((text) => text.split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '');

function isPhraseIn({ parts, needed, beginsWithIt }: Phrase, words: readonly string[]): boolean {
  const starts = [...words.keys()];
  const isThere = (at: number) => needed.some((options) => options.has(words[at] ?? ''));
  return goOver(parts, words, beginsWithIt ? starts.filter(isThere) : starts).length > 0;
}

/** @returns the places that the parts reach; none: they do not match */
function goOver(parts: readonly Part[], words: readonly string[], starts: number[]): number[] {
  let reached = starts;
  for (const part of parts) {
    if (reached.length === 0) return [];
    reached = unique(reached.flatMap((from) => part(words, from)));
  }
  return reached;
}

function takeOutPhrase(phrase: Phrase, words: readonly string[]): readonly string[] {
  if (!isPhraseIn(phrase, words)) return words;
  const left: string[] = [];
  for (let at = 0; at < words.length;) {
    const end = Math.max(...goOver(phrase.parts, words, [at]), at);
    left.push(end === at ? (words[at] ?? '') : TAKEN_OUT);
    at = Math.max(end, at + 1);
  }
  return left;
}

const PART = /^(?:(?<edge>\^{1,2}|\${1,2}|\.)|\.\.(?<most>\d)|(?<words>[\w*,<>|]+?)(?<repeated>[?*]?))$/;

function readWords(part: string): { words: string; repeated: string } | undefined {
  const { words, repeated = '' } = PART.exec(part)?.groups ?? {};
  return words === undefined ? undefined : { words, repeated };
}

/** Returns the options of a part that are words: those of its classes, and its own. */
function sourcesOf(part: string, optionsOf: (className: string) => Options): Options[] {
  const alternatives = readWords(part)?.words.split('|') ?? [];
  const isClass = (alternative: string) => alternative.startsWith('<');
  return [
    ...alternatives.filter(isClass).map((alternative) => optionsOf(alternative.slice(1, -1))),
    readOptions(alternatives.filter((alternative) => !isClass(alternative))),
  ];
}

function compilePart(part: string, optionsOf: (className: string) => Options): Part {
  const { edge, most } = PART.exec(part)?.groups ?? {};
  if (edge !== undefined) return compileEdge(edge, optionsOf);
  if (most !== undefined) return repeat(anyWord, Number(most));
  const words = readWords(part);
  if (words === undefined) throw new Error(`No part of a phrase: ${part}`);
  const sources = sourcesOf(part, optionsOf);
  const once: Part = (text, from) => sources.flatMap((options) => follow(options, text, from));
  if (words.repeated === '') return once;
  return repeat(once, words.repeated === '*' ? MOST_OF_A_CLASS : 1);
}

function compileEdge(edge: string, optionsOf: (className: string) => Options): Part {
  const passOver = (className: string, signs: string[]) => {
    const courtesies = optionsOf(className);
    return rememberPlaces(
      repeat(
        (words, from) => (signs.includes(words[from] ?? '') ? [from + 1] : follow(courtesies, words, from)),
        MOST_COURTESIES,
      ),
    );
  };
  switch (edge) {
    case '.':
      return (words, from) => (isSign(words[from]) ? [from + 1] : []);
    case '^': {
      const pass = passOver('before', [',']);
      return (words, from) => (isSign(words[from - 1]) ? pass(words, from) : []);
    }
    case '^^': {
      const pass = passOver('before', [',', '.']);
      return (words, from) => (from === 1 ? pass(words, from) : []);
    }
    case '$': {
      const pass = passOver('after', [',']);
      return (words, from) => pass(words, from).filter((end) => isSign(words[end]));
    }
    default: {
      const pass = passOver('after', [',', '.']);
      return (words, from) => pass(words, from).filter((end) => end === words.length);
    }
  }
}

const isSign = (word: string | undefined) => word !== undefined && SIGNS.has(word);

const anyWord: Part = (words, from) => (from < words.length && !isSign(words[from]) ? [from + 1] : []);

/** Returns a part that matches the given one zero to `most` times. */
function repeat(part: Part, most: number): Part {
  return (words, from) => {
    const reached = new Set([from]);
    let last = [from];
    for (let count = 0; count < most && last.length > 0; count++) {
      last = last.flatMap((place) => part(words, place)).filter((place) => !reached.has(place));
      for (const place of last) reached.add(place);
    }
    return [...reached];
  };
}

/** Caches the places that a part reaches in a text, because many phrases end in the same way. */
function rememberPlaces(part: Part): Part {
  const known = new WeakMap<readonly string[], number[][]>();
  return (words, from) => {
    const places = known.get(words) ?? [];
    if (places.length === 0) known.set(words, places);
    return (places[from] ??= part(words, from));
  };
}

function follow(options: Options, words: readonly string[], from: number): number[] {
  const ways = options.get(words[from] ?? '') ?? [];
  return ways
    .filter((way) => way.every((word, index) => words[from + 1 + index] === word))
    .map((way) => from + 1 + way.length);
}

function readOptions(words: readonly string[]): Options {
  const options = new Map<string, string[][]>();
  for (const [first = '', ...rest] of words.map((word) => word.split('_'))) {
    const ways = options.get(first);
    if (ways === undefined) options.set(first, [rest]);
    else ways.push(rest);
  }
  return options;
}

const unique = (places: number[]) => (places.length < 2 ? places : [...new Set(places)]);

function memoize<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    const before = made.get(key);
    if (before !== undefined) return before;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}
