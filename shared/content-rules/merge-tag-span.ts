/** Where a merge tag of the contract's form stands in a body. */
export interface MergeTagSpan {
  /** Exclusive. */
  readonly end: number;
  /** The argument of `trackingLink`, without its quotes. */
  readonly trackingArgument?: { readonly start: number; readonly end: number };
}

/** Bounded, so that braces in masses cost no more than their number. */
const MERGE_TAG =
  /\{\{\s{0,8}(?:(trackingLink|dateOffset)(\s{1,8}["'])([^"'{}\n]{0,200})["']|[A-Za-z_]\w{0,60})\s{0,8}\}\}/y;

/**
 * Reads the merge tag that starts at `index`: a name, or a helper with its quoted argument. Anything
 * else in braces is delivered as it is and therefore is ordinary text.
 *
 * **Source:** contract 2.7.
 */
export function findMergeTag(body: string, index: number): MergeTagSpan | undefined {
  MERGE_TAG.lastIndex = index;
  const match = MERGE_TAG.exec(body);
  if (!match) return undefined;
  const end = index + match[0].length;
  const [, helper, opening, argument] = match;
  if (helper !== 'trackingLink' || opening === undefined || argument === undefined) return { end };
  const start = body.indexOf(opening, index) + opening.length;
  return { end, trackingArgument: { start, end: start + argument.length } };
}
