import { contentRules, type Phrase } from './internal/compile-rules';
import type { ContentCategory, ContentViolation } from './content-category';
import type { TagForms } from '../merge-tag-parser';
import { deliveredAsIs, deliverWithoutValues } from './internal/delivered-text';
import { joinPieces } from './internal/join-pieces';
import { findLinks, type Link, type LinkScan, type Span } from './internal/links';
import { normalizeText } from './internal/normalize';
import { type Hit, readContext, ruleApplies } from './internal/rule-applies';
import { PLACE_WORDS, TITLES } from './internal/categories/proper-names';
import { findSuspiciousLink, isTrustworthyHost } from './internal/suspicious-links';
import { tokenize, type Token } from './internal/tokenize';

interface ContentCheckOptions extends TagForms {
  /** Categories that the account may send. */
  readonly exemptCategories?: ReadonlySet<ContentCategory>;
  /**
   * Tracking links of the account in the body, `<domain>/<path>`. Only these exact links are trusted: other links under
   * their domains are judged, and so is the argument of a tracking-link tag with any other link, since it is delivered.
   */
  readonly registeredLinks?: ReadonlySet<string>;
  /** True when merge tags are resolved: remaining braces are plain text. */
  readonly isResolved?: boolean;
}

/** Finding as a span of the normalised text. */
interface Finding extends Span {
  readonly category: ContentCategory;
}

const NO_CATEGORY: ReadonlySet<ContentCategory> = new Set();
const NO_LINK: ReadonlySet<string> = new Set();

/**
 * Checks a message body, before or after merge tags are resolved, against the content rules, and returns the violation
 * that begins first; absent means that the body may be sent. docs/content-rules.md says what is checked.
 *
 * **Source:** rules 4.1, 4.3, code ContentViolation.
 */
export function checkContent(body: string, options: ContentCheckOptions = {}): ContentViolation | undefined {
  const exempt = options.exemptCategories ?? NO_CATEGORY;
  const registeredLinks = options.registeredLinks ?? NO_LINK;
  const delivered = options.isResolved
    ? deliveredAsIs(body)
    : deliverWithoutValues(body, { ...options, registeredLinks });
  const normalized = normalizeText(delivered.text);
  const scan = findLinks(normalized);
  const isTrusted = (link: Link) => isRegistered(normalized.text, link, registeredLinks);
  const trusted = scan.links.filter(isTrusted);
  const links = trusted.length === 0 ? scan.links : scan.links.filter((link) => !isTrusted(link));
  const tokens = tokenize(normalized, skippedSpans(scan), contentRules());

  let earliest: Finding | undefined;
  const consider = (finding: Finding): void => {
    if (exempt.has(finding.category)) return;
    if (
      !earliest ||
      finding.start < earliest.start ||
      (finding.start === earliest.start && finding.end > earliest.end)
    ) {
      earliest = finding;
    }
  };
  const considerTokens = (category: ContentCategory, first: number, last: number): void =>
    consider({ category, start: tokens[first]?.start ?? 0, end: tokens[last]?.end ?? 0 });

  const suspicious = findSuspiciousLink(links)?.link;
  if (suspicious) consider({ category: 'phishing', start: suspicious.start, end: suspicious.end });
  for (const word of joinPieces(normalized.text, tokens, contentRules()))
    considerTokens(word.category, word.first, word.last);
  tokens.forEach((token, i) => {
    const category =
      token.hiddenWord === undefined ? undefined : contentRules().disguised.get(token.hiddenWord);
    if (category) considerTokens(category, i, i);
  });
  for (const finding of judgePhrases(normalized.text, tokens, { links, trusted })) {
    considerTokens(finding.category, finding.first, finding.last);
  }

  if (!earliest) return undefined;
  const { index, length } = delivered.toBody(normalized.toOriginal(earliest.start, earliest.end));
  return { category: earliest.category, match: body.slice(index, index + length), index, length };
}

/** Returns true for a link exactly as a tracking-link tag produces it, or as it is registered. */
function isRegistered(text: string, link: Link, registeredLinks: ReadonlySet<string>): boolean {
  if (registeredLinks.size === 0 || link.isDisguised) return false;
  const [address = ''] = text.slice(link.start, link.end).split('?r=');
  return registeredLinks.has(address.replace(/^https?:\/\//, ''));
}

const isWithinAny = (spans: readonly Span[], token: Token | undefined): boolean =>
  spans.some(({ start, end }) => token !== undefined && start <= token.start && token.end <= end);

/** Returns the spans to skip: paths of links contain codes, not words, and e-mail addresses contain names. */
function skippedSpans(scan: LinkScan): readonly Span[] {
  if (scan.links.length === 0) return scan.emailAddresses;
  const spans = scan.links.map((link) => ({ start: link.hostEnd, end: link.end }));
  return [...spans, ...scan.emailAddresses].sort((a, b) => a.start - b.start);
}

function* judgePhrases(
  text: string,
  tokens: readonly Token[],
  { links, trusted }: { links: readonly Link[]; trusted: readonly Link[] },
): Generator<{ category: ContentCategory; first: number; last: number }> {
  const { hits, canViolate } = findHits(tokens);
  if (!canViolate) return;
  const valid = dropHarmless(hits, tokens.length);
  const context = readContext(text, tokens, valid);
  const hasForeignLink = links.some((link) => !isTrustworthyHost(link));

  for (const { phrase, first, last } of valid) {
    const isOfTrusted = phrase.host !== undefined && isWithinAny(trusted, tokens[first]);
    if (phrase.always && !isOfTrusted) {
      yield { category: phrase.always, first, last };
    }
    if (phrase.subjectOf.length === 0 || isNotMeant(text, tokens, first, last)) continue;
    for (const index of phrase.subjectOf) {
      const rule = contentRules().contextRules[index];
      if (!rule || (rule.withLink && !hasForeignLink)) continue;
      if (ruleApplies(rule, { index, first, last }, context)) yield { category: rule.category, first, last };
    }
  }
}

function findHits(tokens: readonly Token[]): { hits: Hit[]; canViolate: boolean } {
  const hits: Hit[] = [];
  let canViolate = false;
  const collect = (word: number, first: number): void => {
    for (const phrase of contentRules().phrasesByFirstWord[word] ?? []) {
      if (!stands(phrase, tokens, first)) continue;
      hits.push({ phrase, first, last: first + phrase.words.length - 1 });
      canViolate ||= phrase.always !== undefined || phrase.subjectOf.length > 0;
    }
  };
  for (let first = 0; first < tokens.length; first++) {
    const token = tokens[first];
    if (!token) continue;
    if (token.word !== -1) collect(token.word, first);
    if (token.amount !== -1) collect(token.amount, first);
  }
  return { hits, canViolate };
}

/** Returns true when the phrase stands at a token; a phrase does not span the end of a sentence. */
function stands(phrase: Phrase, tokens: readonly Token[], first: number): boolean {
  for (let k = 1; k < phrase.words.length; k++) {
    const token = tokens[first + k];
    if (!token || token.beginsSentence) return false;
    if (token.word !== phrase.words[k] && token.amount !== phrase.words[k]) return false;
  }
  return true;
}

/** Drops hits that share a word with a harmless phrase, unless they contain all of it and more. */
function dropHarmless(hits: readonly Hit[], tokenCount: number): readonly Hit[] {
  if (!hits.some((hit) => hit.phrase.isHarmless)) return hits;
  const cover = new Array<Hit | undefined>(tokenCount).fill(undefined);
  for (const hit of hits) {
    if (!hit.phrase.isHarmless) continue;
    for (let i = hit.first; i <= hit.last; i++) {
      const other = cover[i];
      if (!other || lengthOf(other) < lengthOf(hit)) cover[i] = hit;
    }
  }
  return hits.filter((hit) => {
    for (let i = hit.first; i <= hit.last; i++) {
      const other = cover[i];
      if (other && !(hit.first <= other.first && hit.last >= other.last && lengthOf(hit) > lengthOf(other)))
        return false;
    }
    return true;
  });
}

function lengthOf(hit: Hit): number {
  return hit.last - hit.first + 1;
}

/** Returns true for a part of a proper name (`Mr. Weed`, `Whiskey Creek`), or a thing without it (`sangria-free`). */
function isNotMeant(text: string, tokens: readonly Token[], first: number, last: number): boolean {
  const next = tokens[last + 1];
  if (TITLES.has(tokens[first - 1]?.form ?? '') || PLACE_WORDS.has(next?.form ?? '')) return true;
  return next?.form === 'free' && text.slice(tokens[last]?.end, next.start) === '-';
}
