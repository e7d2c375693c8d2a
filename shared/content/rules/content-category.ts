/** What a message can be refused for: the SHAFT subjects, and phishing. */
export const CONTENT_CATEGORIES = ['sex', 'hate', 'alcohol', 'firearms', 'tobacco', 'phishing'] as const;

/** `tobacco` includes cannabis and vaping. */
export type ContentCategory = (typeof CONTENT_CATEGORIES)[number];

/** What was found. `index` and `length` count UTF-16 code units of the body as it was given. */
export interface ContentViolation {
  readonly category: ContentCategory;
  /** `body.slice(index, index + length)`. */
  readonly match: string;
  readonly index: number;
  readonly length: number;
}

/** Takes a subject back when one of the words stands within so many words of it. */
export interface Exception {
  readonly words: readonly string[];
  readonly within: number;
}

/**
 * One condition under which a subject counts. Every phrase is lower case, its words parted by single
 * spaces; `beer(s)` stands for both `beer` and `beers`; `<price>` is an amount of money and
 * `<percent>` a percentage.
 */
export interface ContextRule {
  readonly subjects: readonly string[];
  /** At least one of these must be near. Absent: the subject is enough. */
  readonly near?: readonly (readonly string[])[];
  /** How many words before and after the subject count as near; default 8. */
  readonly within?: number;
  readonly unless?: readonly Exception[];
  /** Taken back when one of these stands directly behind it, or behind subjects joined to it: `wine and beer glasses`. */
  readonly followedBy?: readonly string[];
  /** Only in a message with a link to a host that is neither registered nor a listed brand's own. */
  readonly withLink?: boolean;
}

/** The table of one category, see docs/content-rules.md. */
export interface CategoryRules {
  readonly category: ContentCategory;
  /** Refused wherever they stand. */
  readonly always: readonly string[];
  readonly inContext: readonly ContextRule[];
  /** Phrases whose words count for nothing: `root beer`. */
  readonly harmless: readonly string[];
  /** Single words that are harmless in the open, and refused when they are disguised: `b.e.e.r`. */
  readonly disguised: readonly string[];
}
