import {
  type Changes,
  updateExpression,
  type UpdateExpression,
} from '../../../../platform/store/expressions';
import type { JobCounts } from '../../job';

const COUNTS = ['sent', 'failed', 'skipped', 'unknown'] as const;

/** Returns the part of an update that adds to the counts of a job, chunk or campaign, safe beside concurrent additions. */
export function countMoves(moved: JobCounts) {
  const values: Record<string, unknown> = Object.fromEntries(
    COUNTS.map((name) => [`:${name}Moved`, moved[name]]),
  );
  return {
    expression: COUNTS.map((name) => `#counts.#${name} = #counts.#${name} + :${name}Moved`).join(', '),
    names: { '#counts': 'counts', ...Object.fromEntries(COUNTS.map((name) => [`#${name}`, name])) },
    values,
  };
}

/** Returns an update that adds to the counts of a job or chunk, and makes other changes. */
export function countsExpression(
  moved: JobCounts,
  changes: Changes = {},
  extra: { names?: Record<string, string>; values?: Record<string, unknown> } = {},
): UpdateExpression {
  const { expression: moves, names, values } = countMoves(moved);
  const rest = updateExpression(changes, {
    names: { ...extra.names, ...names },
    values: { ...extra.values, ...values },
  });
  const { UpdateExpression: others } = rest;
  return {
    ...rest,
    UpdateExpression: others.startsWith('SET ')
      ? `SET ${moves}, ${others.slice('SET '.length)}`
      : `SET ${moves} ${others}`.trim(),
  };
}
