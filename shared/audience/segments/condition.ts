import type { ConditionTree } from './internal/condition-tree';
import type { AudienceField } from './internal/audience-field';
import type { EpochDay } from '../../calendar/calendar-day';

/** Condition whose fields, operators and values have been checked. */
export type Condition = ConditionTree<Leaf>;

export interface Leaf {
  /** Name of the field as the client wrote it. */
  name: string;
  field: AudienceField;
  test: Test;
}

export function leavesOf(condition: Condition): Leaf[] {
  if ('all' in condition) return condition.all.flatMap(leavesOf);
  if ('any' in condition) return condition.any.flatMap(leavesOf);
  return 'not' in condition ? leavesOf(condition.not) : [condition];
}

/** Day, or moment in epoch milliseconds. Only instants are compared with moments. */
export type DateValue = { day: EpochDay } | { atMs: number };

/** Operators that compare a date with today. */
type DaysOperator = 'withinLastDays' | 'notWithinLastDays' | 'anniversaryInDays' | 'anniversaryWithinDays';

/** Comparison of a field's value. Texts are in the form of `foldText`. **Source:** rules E3. */
export type Test =
  | { op: 'exists'; value: boolean }
  | { op: 'equals' | 'notEquals' | 'startsWith' | 'contains'; text: string }
  | { op: 'in'; texts: string[] }
  | { op: 'equals' | 'notEquals' | 'lt' | 'lte' | 'gt' | 'gte'; number: number }
  | { op: 'in'; numbers: number[] }
  | { op: 'equals' | 'before' | 'after'; date: DateValue }
  | { op: 'between'; from: DateValue; to: DateValue }
  | { op: DaysOperator; days: number }
  | { op: 'equals'; boolean: boolean }
  | { op: 'containsAny' | 'containsAll'; options: string[] };

/** Returns the form in which texts are compared. */
export const foldText = (text: string) => text.normalize('NFC').toLowerCase();

/** Current day for conditions, and the time zone that turns moments into days. */
export interface Today {
  day: EpochDay;
  timeZone: string | undefined;
}
