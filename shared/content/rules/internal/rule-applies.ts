import type { CompiledContextRule, Phrase } from './compile-rules';
import type { Token } from './tokenize';

/** Phrase found at tokens `first` to `last`, inclusive. */
export interface Hit {
  readonly phrase: Phrase;
  readonly first: number;
  readonly last: number;
}

/** Phrases of a text around a subject. */
interface PhraseContext {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** Hits by their first tokens. */
  readonly hitsAt: ReadonlyMap<number, readonly Hit[]>;
  /** First tokens of the phrases of each word list, in their order. */
  readonly places: ReadonlyMap<number, readonly number[]>;
}

const JOINING = new Set(['and', 'or', 'n']);
/**
 * Most joined subjects between a subject and a word that cancels it, so that a list of subjects costs no more than its
 * length.
 */
const MOST_JOINED = 6;

/** @param hits in the order of their first tokens */
export function readContext(text: string, tokens: readonly Token[], hits: readonly Hit[]): PhraseContext {
  const hitsAt = new Map<number, Hit[]>();
  const places = new Map<number, number[]>();
  for (const hit of hits) {
    append(hitsAt, hit.first, hit);
    for (const list of hit.phrase.lists) append(places, list, hit.first);
  }
  return { text, tokens, hitsAt, places };
}

function append<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/**
 * Returns true when a rule applies to its subject at tokens `first` to `last`: the required words are near, and nothing
 * cancels it.
 */
export function ruleApplies(
  rule: CompiledContextRule,
  subject: { index: number; first: number; last: number },
  context: PhraseContext,
): boolean {
  const { near, within, unless, followedBy } = rule;
  if (near && !near.some((list) => isNear(context.places.get(list), subject, within))) return false;
  if (unless.some((exception) => isNear(context.places.get(exception.list), subject, exception.within)))
    return false;
  return followedBy === undefined || !isFollowedBy(followedBy, subject, context);
}

/** Returns true when one of the places is within `within` words of the subject, and outside of it. */
function isNear(
  places: readonly number[] | undefined,
  { first, last }: { first: number; last: number },
  within: number,
): boolean {
  if (!places) return false;
  for (let i = firstAtLeast(places, first - within); i < places.length; i++) {
    const place = places[i] ?? Infinity;
    if (place > last + within) return false;
    if (place < first || place > last) return true;
  }
  return false;
}

/**
 * Finds the index of the first place that is not before `least`, by bisection, because a hostile text can have many
 * places.
 */
function firstAtLeast(places: readonly number[], least: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns true when one of the words follows the subject: `whiskey glasses`, `wine, beer and whiskey glasses`; not
 * `wine & glasses`, and not across the end of a sentence.
 */
function isFollowedBy(
  list: number,
  subject: { index: number; last: number },
  { text, tokens, hitsAt, places }: PhraseContext,
): boolean {
  const things = places.get(list);
  if (!things) return false;
  let next = subject.last + 1;
  for (let step = 0; step < MOST_JOINED; step++) {
    const token = tokens[next];
    if (!token || token.beginsSentence) return false;
    const gap = text.slice(tokens[next - 1]?.end, token.start);
    if (things[firstAtLeast(things, next)] === next && /^[\s-]*$/.test(gap)) return true;
    const joined = hitsAt.get(next)?.find(({ phrase }) => phrase.subjectOf.includes(subject.index));
    if (joined) next = joined.last + 1;
    else if (JOINING.has(token.form)) next += 1;
    else return false;
  }
  return false;
}
