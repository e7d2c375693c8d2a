import type { CategoryRules, ContentCategory } from '../content-category';
import { ALCOHOL } from './categories/alcohol';
import { FIREARMS } from './categories/firearms';
import { HATE } from './categories/hate';
import { PHISHING } from './categories/phishing';
import { SEX } from './categories/sex';
import { SHORTENERS } from './categories/shorteners';
import { TOBACCO } from './categories/tobacco';

export const PRICE = '<price>';
export const PERCENT = '<percent>';
const DEFAULT_WITHIN = 8;
/** Length of the shortest disguised word; two-letter words are too common to be joined from pieces. */
const SHORTEST_DISGUISED = 3;

/** Phrase of one or more tables, with its meanings in all of them. */
export interface Phrase {
  readonly words: readonly number[];
  /** Category for which the phrase is refused everywhere. */
  always: ContentCategory | undefined;
  /** Shortener that an `always` phrase spells out in words. */
  host: string | undefined;
  /** Indexes of the context rules whose subject it is. */
  readonly subjectOf: number[];
  /** Word lists that contain it. */
  readonly lists: number[];
  isHarmless: boolean;
}

export interface CompiledContextRule {
  readonly category: ContentCategory;
  /** Word lists, one of which must be near; absent when the subject is enough. */
  readonly near: readonly number[] | undefined;
  readonly within: number;
  readonly unless: readonly { readonly list: number; readonly within: number }[];
  /** Word list that must not follow the subject; absent: none. */
  readonly followedBy: number | undefined;
  readonly withLink: boolean;
}

export interface CompiledRules {
  readonly vocabulary: ReadonlyMap<string, number>;
  /** Words by their form without doubled letters. */
  readonly squeezed: ReadonlyMap<string, readonly string[]>;
  /** Phrases by their first word, at the index of the word. */
  readonly phrasesByFirstWord: readonly (readonly Phrase[])[];
  readonly contextRules: readonly CompiledContextRule[];
  /** Words that are refused when disguised. */
  readonly disguised: ReadonlyMap<string, ContentCategory>;
  readonly longestDisguised: number;
}

/** Compiles the tables into one index of phrases. Called once for each process. */
export function compileRules(tables: readonly CategoryRules[], shorteners: readonly string[]): CompiledRules {
  const vocabulary = new Map<string, number>();
  const phrases = new Map<string, Phrase>();
  const phrasesByFirstWord: Phrase[][] = [];
  const contextRules: CompiledContextRule[] = [];
  const disguised = new Map<string, ContentCategory>();
  const listIds = new Map<readonly string[], number>();

  const wordId = (word: string): number => {
    const known = vocabulary.get(word);
    if (known !== undefined) return known;
    vocabulary.set(word, vocabulary.size);
    phrasesByFirstWord.push([]);
    return vocabulary.size - 1;
  };
  const phraseOf = (text: string): Phrase => {
    const known = phrases.get(text);
    if (known) return known;
    const words = text.split(' ').map(wordId);
    const phrase: Phrase = {
      words,
      always: undefined,
      host: undefined,
      subjectOf: [],
      lists: [],
      isHarmless: false,
    };
    phrases.set(text, phrase);
    phrasesByFirstWord[words[0] ?? 0]?.push(phrase);
    return phrase;
  };
  const listId = (list: readonly string[]): number => {
    const known = listIds.get(list);
    if (known !== undefined) return known;
    const id = listIds.size;
    listIds.set(list, id);
    for (const text of new Set(list.flatMap(expandPhrase))) phraseOf(text).lists.push(id);
    return id;
  };

  for (const table of tables) {
    for (const text of table.always.flatMap(expandPhrase)) {
      phraseOf(text).always = table.category;
      if (!text.includes(' ') && text.length > SHORTEST_DISGUISED) disguised.set(text, table.category);
    }
    for (const rule of table.inContext) {
      for (const text of rule.subjects.flatMap(expandPhrase))
        phraseOf(text).subjectOf.push(contextRules.length);
      contextRules.push({
        category: table.category,
        near: rule.near?.map(listId),
        within: rule.within ?? DEFAULT_WITHIN,
        unless: (rule.unless ?? []).map(({ words, within }) => ({ list: listId(words), within })),
        followedBy: rule.followedBy && listId(rule.followedBy),
        withLink: rule.withLink ?? false,
      });
    }
    for (const text of table.harmless.flatMap(expandPhrase)) phraseOf(text).isHarmless = true;
    for (const word of table.disguised) {
      wordId(word);
      disguised.set(word, table.category);
    }
  }
  for (const host of shorteners) {
    for (const text of spelledOut(host)) {
      const phrase = phraseOf(text);
      phrase.always = 'phishing';
      phrase.host = host;
    }
  }

  return {
    vocabulary,
    squeezed: indexSqueezed(vocabulary),
    phrasesByFirstWord,
    contextRules,
    disguised,
    longestDisguised: Math.max(...[...disguised.keys()].map((word) => word.length)),
  };
}

/** Expands optional endings: `beer(s)` becomes `beer` and `beers`. */
export function expandPhrase(text: string): string[] {
  const match = /^(.*?)\((\w+)\)(.*)$/.exec(text);
  if (!match) return [text];
  const [, before = '', ending = '', after = ''] = match;
  return [before + after, before + ending + after].flatMap(expandPhrase);
}

/** Removes repeated letters: `weeed` and `weed` both become `wed`. */
export function squeezeLetters(word: string): string {
  return word.replace(/(.)\1+/g, '$1');
}

/**
 * Returns a host in words: `bit dot ly` and `bit . ly`. Names under three letters are left out, because they occur in
 * sentences.
 */
function spelledOut(host: string): string[] {
  const labels = host.split('.');
  const [name = '', end = ''] = labels;
  return labels.length === 2 && name.length >= 3 ? [`${name} dot ${end}`, `${name} ${end}`] : [];
}

function indexSqueezed(vocabulary: ReadonlyMap<string, number>): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const word of vocabulary.keys()) {
    if (word.length < SHORTEST_DISGUISED || !/^[a-z]+$/.test(word)) continue;
    const key = squeezeLetters(word);
    const words = index.get(key);
    if (words) words.push(word);
    else index.set(key, [word]);
  }
  return index;
}

let compiled: CompiledRules | undefined;

/** Returns the rules, compiled on first use, so that loading a handler does not wait for them. */
export function contentRules(): CompiledRules {
  compiled ??= compileRules([SEX, HATE, ALCOHOL, FIREARMS, TOBACCO, PHISHING], SHORTENERS);
  return compiled;
}
