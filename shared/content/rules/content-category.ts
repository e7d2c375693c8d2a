/** Categories for which a message can be refused: the SHAFT subjects, and phishing. */
export const CONTENT_CATEGORIES = ['sex', 'hate', 'alcohol', 'firearms', 'tobacco', 'phishing'] as const;

/** `tobacco` includes cannabis and vaping. */
export type ContentCategory = (typeof CONTENT_CATEGORIES)[number];

/** Violation that was found. `index` and `length` count UTF-16 code units of the given body. */
export interface ContentViolation {
  readonly category: ContentCategory;
  /** Equal to `body.slice(index, index + length)`. */
  readonly match: string;
  readonly index: number;
  readonly length: number;
}

/** Words that cancel a subject when one of them is within `within` words of it. */
export interface Exception {
  readonly words: readonly string[];
  readonly within: number;
}

/**
 * Condition under which a subject counts. Every phrase is lower case, its words separated by single spaces; `beer(s)`
 * stands for both `beer` and `beers`; `<price>` is an amount of money and `<percent>` a percentage.
 */
interface ContextRule {
  readonly subjects: readonly string[];
  /** Lists of words, at least one of which must be near. Absent: the subject is enough. */
  readonly near?: readonly (readonly string[])[];
  /** Number of words before and after the subject that count as near; default 8. */
  readonly within?: number;
  readonly unless?: readonly Exception[];
  /** Words that cancel the subject directly after it, or after subjects joined to it: `wine and beer glasses`. */
  readonly followedBy?: readonly string[];
  /** True for a rule that needs a link to a host that is neither registered nor a listed brand's own. */
  readonly withLink?: boolean;
}

/** Table of one category, see docs/content-rules.md. */
export interface CategoryRules {
  readonly category: ContentCategory;
  /** Phrases that are refused wherever they stand. */
  readonly always: readonly string[];
  readonly inContext: readonly ContextRule[];
  /** Phrases whose words do not count: `root beer`. */
  readonly harmless: readonly string[];
  /** Single words that are harmless in plain form, and refused when they are disguised: `b.e.e.r`. */
  readonly disguised: readonly string[];
}
