import { type InferOutput, number, object, optional, string } from 'valibot';
import { MAX_REJECTED_SAMPLE } from '../../../limits';
import { toStorableText } from '../../../text/storable-text';
import type { RejectedRow } from '../import-rows';
import { describeProblem, type Problem, reasonOf, shorten } from '../problem';

/** Rejected row in the answer of an import. */
export const REJECTED_SAMPLE_ROW = object({
  row: number(),
  /** Absent when the row as a whole is wrong. */
  column: optional(string()),
  value: optional(string()),
  reason: string(),
});
export type RejectedSampleRow = InferOutput<typeof REJECTED_SAMPLE_ROW>;

/**
 * Adds rejected rows to the sample of an import, which has the first ones of the file.
 *
 * @returns `undefined` while there is none
 *
 * **Source:** rules E5.
 */
export function addToSample(
  before: RejectedSampleRow[] | undefined,
  rejected: readonly RejectedRow[],
): RejectedSampleRow[] | undefined {
  const room = MAX_REJECTED_SAMPLE - (before?.length ?? 0);
  const sample = [...(before ?? []), ...rejected.slice(0, Math.max(0, room)).map(toSampleRow)];
  return sample.length > 0 ? sample : undefined;
}

/**
 * Builds a row of the sample. Column and value are those of the first problem; the reason lists all of them. In JSON
 * lines, escapes such as `\ud800` can make texts that the table does not take.
 */
function toSampleRow({ row, problems, columns, refusedBy }: RejectedRow): RejectedSampleRow {
  const [first, ...others] = problems;
  if (!first) throw new Error('A rejected row has no problem');
  const isOfContact = first.field === undefined && refusedBy !== undefined;
  const field = isOfContact ? 'phoneNumber' : first.field;
  const value = isOfContact ? shorten(refusedBy) : first.value;
  const column = field === undefined ? undefined : shorten(columns?.get(field) ?? field);
  return {
    row,
    ...(column !== undefined && { column: toStorableText(column) }),
    ...(value !== undefined && { value: toStorableText(value) }),
    reason: toStorableText([describeFirst(first), ...others.map(describeProblem)].join('; ')),
  };
}

/** Describes the first problem without its field, which is the column already. */
const describeFirst = (problem: Problem): string => describeProblem({ ...problem, cause: reasonOf(problem) });
