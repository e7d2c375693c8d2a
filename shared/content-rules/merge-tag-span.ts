import { offsetDate } from '../messages/date-helpers';
import { isVariable } from '../messages/merge-tags';

/** Where a merge tag of the contract's form stands in a body. */
export interface MergeTagSpan {
  /** Exclusive. */
  readonly end: number;
  /** The argument of `trackingLink`, without its quotes. */
  readonly trackingArgument?: { readonly start: number; readonly end: number };
}

/** Whether a text is an offset does not depend on the day, but for those that lead out of the calendar. */
const SOME_DAY = '2000-01-01';
/** Bounded, so that braces in masses cost no more than their number. */
const MERGE_TAG =
  /\{\{\s{0,8}(?:(trackingLink|dateOffset)(\s{1,8}["'])([^"'{}\n]{0,200})["']|([A-Za-z_]\w{0,60}))\s{0,8}\}\}/y;

/**
 * Reads the merge tag that starts at `index`: a known name, or a helper with its quoted argument. Anything else in
 * braces, unknown names too, is delivered as it is and therefore is ordinary text.
 *
 * **Source:** contract 2.7.
 */
export function findMergeTag(body: string, index: number): MergeTagSpan | undefined {
  MERGE_TAG.lastIndex = index;
  const match = MERGE_TAG.exec(body);
  if (!match) return undefined;
  const end = index + match[0].length;
  const [, helper, opening, argument, name] = match;
  if (name !== undefined) return isVariable(name) ? { end } : undefined;
  if (opening === undefined || argument === undefined) return undefined;
  if (helper === 'dateOffset') return isOffset(argument) ? { end } : undefined;
  const start = body.indexOf(opening, index) + opening.length;
  return { end, trackingArgument: { start, end: start + argument.length } };
}

const isOffset = (argument: string) => offsetDate({ date: SOME_DAY, offset: argument }) !== undefined;
